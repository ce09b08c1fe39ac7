//! Tests.

mod chicago;
