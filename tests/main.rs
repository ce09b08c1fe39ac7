//! Tests.

mod chicago;
mod multiseat;
