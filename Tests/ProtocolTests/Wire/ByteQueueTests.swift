import ChatProtocol
import Testing

@Suite struct ByteQueueTests {
    @Test func emptiedQueueHoldsNoMemory() {
        var queue = ByteQueue()
        #expect(queue.capacity == 0)
        queue.append([UInt8](repeating: 1, count: 65536))
        queue.consume(65536)
        #expect(queue.capacity == 0)
    }

    @Test func trimReleasesTheMemoryOfALongRead() {
        var queue = ByteQueue()
        queue.append([UInt8](repeating: 1, count: 65536))
        queue.consume(65530)
        queue.trim()
        #expect(queue.count == 6)
        #expect(queue.capacity <= 64)
    }

    @Test func queueMatchesAnArrayOverRandomSteps() {
        var queue = ByteQueue()
        var expected: [UInt8] = []
        var random = Seeded(1)
        for _ in 0..<2000 {
            let fresh = (0..<Int.random(in: 0...50, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            queue.append(fresh)
            expected += fresh
            let taken = Int.random(in: 0...expected.count, using: &random)
            let kept = Int.random(in: 0...taken, using: &random)
            #expect(queue.copy(0..<taken) == Array(expected[..<taken]))
            #expect(queue.take(kept, of: taken) == Array(expected[..<kept]))
            expected.removeFirst(taken)
            #expect(queue.withBytes { $0.count } == expected.count)
            if let first = expected.first { #expect(queue[0] == first) }
            #expect(queue.capacity < 4096)
        }
    }

    @Test func takingAllBytesReleasesTheMemory() {
        var queue = ByteQueue()
        queue.append([1, 2, 3, 10])
        #expect(queue.take(3, of: 4) == [1, 2, 3])
        #expect(queue.isEmpty && queue.capacity == 0)
        queue.append([4, 10])
        #expect(queue.copy(0..<2) == [4, 10], "what comes next stands at the front")
    }

    @Test func firstIndexFindsAByteAtEveryPlace() {
        for length in 0..<40 {
            var bytes = [UInt8](repeating: 0x0B, count: length)
            var queue = ByteQueue()
            queue.append([0x0A] + bytes)
            queue.consume(1)
            #expect(queue.firstIndex(of: 0x0A, from: 0) == nil)
            for place in 0..<length {
                bytes[place] = 0x0A
                var queue = ByteQueue()
                queue.append([0x0A] + bytes)
                queue.consume(1)
                #expect(queue.firstIndex(of: 0x0A, from: 0) == place)
                #expect(queue.firstIndex(of: 0x0A, from: place) == place)
                #expect(queue.firstIndex(of: 0x0A, from: place + 1) == nil)
                bytes[place] = 0x8A
            }
        }
    }
}
