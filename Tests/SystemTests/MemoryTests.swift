import Foundation
import Testing

@testable import ChatSystem

#if canImport(Glibc)
    import Glibc

    /// What becomes of memory that is freed.
    struct MemoryTests {
        private static let hasOwnAllocator =
            ProcessInfo.processInfo.environment["UNDERSTUDY_SANITIZER"].map { $0 != "undefined" } ?? false

        /// Whether a block is a mapping of its own, which goes back to the system when it is freed: Glibc notes it in the
        /// second bit of the word before it.
        private func isOwnMapping(_ block: UnsafeMutableRawPointer) -> Bool {
            block.load(fromByteOffset: -MemoryLayout<UInt>.size, as: UInt.self) & 2 != 0
        }

        @Test(.disabled(if: hasOwnAllocator, "a sanitizer has an allocator of its own in place of Glibc's"))
        func largeBlocksGoBackHoweverLargeOnesWereBefore() throws {
            Syscalls.returnLargeBlocks()
            // Left alone, Glibc keeps blocks of up to this size on its heaps from here on.
            free(malloc(16 * 1024 * 1024))
            // The first may still find room in the heaps that are there.
            let blocks = try (0..<64).map { _ in try #require(malloc(8 * 1024 * 1024)) }
            defer { for block in blocks { free(block) } }
            #expect(blocks.contains(where: isOwnMapping))
        }
    }
#endif
