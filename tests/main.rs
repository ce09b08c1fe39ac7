//! Tests.

mod referee;
