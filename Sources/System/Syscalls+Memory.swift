#if canImport(Glibc)
    import CSystem
#endif

extension Syscalls {
    /// Has every block of 64 KiB or more go back to the system when it is freed; to be called before there is a second
    /// thread.
    ///
    /// Left alone, Glibc keeps larger and larger blocks on its heaps, of which only the end ever shrinks: the buffers of
    /// one flood would stay for ever. Other systems' allocators do it by themselves.
    package static func returnLargeBlocks() {
        #if canImport(Glibc)
            mallopt(M_MMAP_THRESHOLD, 64 * 1024)
        #endif
    }
}
