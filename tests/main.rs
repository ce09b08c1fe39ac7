//! Tests.

mod chicago;
mod referee;
