#if canImport(Glibc)
    import CSystem
#endif

extension Syscalls {
    /// Makes the allocator return each freed block of 64 KiB or more to the system. The program calls this before it
    /// starts a second thread.
    ///
    /// By default Glibc keeps ever larger blocks on its heaps, and a heap shrinks only at its end. The buffers of one
    /// flood would stay for ever. The allocators of other systems return blocks by themselves.
    package static func returnLargeBlocks() {
        #if canImport(Glibc)
            mallopt(M_MMAP_THRESHOLD, 64 * 1024)
        #endif
    }
}
