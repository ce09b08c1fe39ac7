//! Zeroed memory for tables, straight from the system: untouched pages cost nothing, and large pages are asked for where
//! there are any, because a big table misses the address cache at nearly every probe.
//!
//! The one place of the search with unsafe code: a safe way to share a mapping as atomic words does not exist.

#![allow(unsafe_code, clippy::cast_ptr_alignment, reason = "a mapping has no safe view as atomic words")]

use std::slice;
use std::sync::atomic::AtomicU64;

use memmap2::{MmapMut, MmapRaw};

/// A block of words, all zero at first, shared by any number of threads.
#[derive(Debug)]
pub struct Pages {
    map: MmapRaw,
    words: usize,
}

impl Pages {
    /// So many words; `None` if the memory is not to be had. They begin at the start of a page.
    pub fn new(words: usize) -> Option<Self> {
        let map = MmapRaw::from(MmapMut::map_anon(words.checked_mul(size_of::<AtomicU64>())?).ok()?);
        // A wish only: the table works the same with small pages.
        #[cfg(target_os = "linux")]
        let _ = map.advise(memmap2::Advice::HugePage);
        Some(Self { map, words })
    }

    /// The words.
    pub fn words(&self) -> &[AtomicU64] {
        // SAFETY: the mapping is as long as `words` atomics, page-aligned, zeroed, lives as long as `self`, and is
        // touched through these atomics alone.
        unsafe { slice::from_raw_parts(self.map.as_mut_ptr().cast::<AtomicU64>(), self.words) }
    }

    /// Asks for the cache line of a word before it is needed.
    #[inline]
    pub fn prefetch(&self, word: usize) {
        #[cfg(target_arch = "x86_64")]
        if let Some(word) = self.words().get(word) {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            // SAFETY: a hint without effect on the program's state.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(word).cast()) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = word;
    }

    /// Sets all words to zero by giving the memory back; the system hands out zeroed pages again when they are used.
    #[cfg(target_os = "linux")]
    pub fn clear(&self) {
        // SAFETY: a private anonymous mapping reads as zero afterwards, which is a valid value of every word; nobody
        // holds references to anything but atomics.
        let given_back = unsafe { self.map.unchecked_advise(memmap2::UncheckedAdvice::DontNeed) };
        if given_back.is_err() {
            self.overwrite();
        }
    }

    /// Sets all words to zero.
    #[cfg(not(target_os = "linux"))]
    pub fn clear(&self) {
        self.overwrite();
    }

    fn overwrite(&self) {
        self.words().iter().for_each(|word| word.store(0, std::sync::atomic::Ordering::Relaxed));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::Ordering::Relaxed;

    #[test]
    fn words_are_zero_at_first_and_after_a_clear() {
        let pages = Pages::new(100_000).unwrap();
        for clear in [Pages::clear, Pages::overwrite] {
            assert!(pages.words().iter().all(|word| word.load(Relaxed) == 0));
            pages.words().iter().for_each(|word| word.store(7, Relaxed));
            clear(&pages);
        }
        assert!(pages.words().iter().all(|word| word.load(Relaxed) == 0));
    }

    #[test]
    fn impossible_sizes_are_not_to_be_had() {
        assert!(Pages::new(usize::MAX).is_none());
        assert!(Pages::new(usize::MAX / 16).is_none());
    }
}
