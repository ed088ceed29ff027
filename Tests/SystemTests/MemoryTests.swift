import Foundation
import Testing

@testable import ChatSystem

#if canImport(Glibc)
    import Glibc

    /// The return of large freed blocks to the system.
    struct MemoryTests {
        private static let hasOwnAllocator =
            ProcessInfo.processInfo.environment["UNDERSTUDY_SANITIZER"].map { $0 != "undefined" } ?? false

        /// True if a block has its own memory mapping, which returns to the system when the block is freed. Glibc marks
        /// it in the second bit of the word before the block.
        private func isOwnMapping(_ block: UnsafeMutableRawPointer) -> Bool {
            block.load(fromByteOffset: -MemoryLayout<UInt>.size, as: UInt.self) & 2 != 0
        }

        @Test(
            "large blocks have their own mappings after a larger block was freed",
            .disabled(if: hasOwnAllocator, "a sanitizer has an allocator of its own in place of Glibc's"))
        func largeBlocksHaveOwnMappings() throws {
            CurrentProcess.returnLargeBlocks()
            // By default, Glibc allocates later blocks of up to this size on its heaps.
            free(malloc(16 * 1024 * 1024))
            // The first blocks may still fit into the existing heaps.
            let blocks = try (0..<64).map { _ in try #require(malloc(8 * 1024 * 1024)) }
            defer { for block in blocks { free(block) } }
            #expect(blocks.contains(where: isOwnMapping))
        }
    }
#endif
