//! Tests.

mod multiseat;
