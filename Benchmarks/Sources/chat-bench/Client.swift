import Glibc

/// One connection of the load generator: blocking while it logs in, not blocking under load.
final class Client {
    let descriptor: Int32
    /// What came and is no whole message yet.
    var partial: [UInt8] = []
    /// What is to be sent.
    var output: [UInt8] = []
    private var sent = 0

    /// What it says each time.
    var speech = Speech()
    /// The bytes of what it is told each time, where those are always as many.
    var deliveryCount = 0
    /// The messages that it has said or heard in this run.
    var known = 0
    /// Whether something waits for room in its socket.
    var awaitsRoom = false
    /// Which of the rooms of a run it is in.
    var room = 0
    private var nextID = 1

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    func close() { Glibc.close(descriptor) }

    /// Whether something waits that the socket did not take.
    var isBlocked: Bool { !output.isEmpty }

    /// Says one more message, with the next flush.
    func say() {
        speech.append(id: nextID, to: &output)
        nextID += 1
        known += 1
    }

    /// Sends what the socket takes.
    func flush() throws(BenchError) {
        while sent < output.count {
            let count = output.withUnsafeBytes {
                send(descriptor, $0.baseAddress?.advanced(by: sent), $0.count - sent, Int32(MSG_NOSIGNAL))
            }
            if count < 0 {
                guard errno == EAGAIN else { throw .system("a server closed a connection") }
                return
            }
            sent += count
        }
        output.removeAll(keepingCapacity: true)
        sent = 0
    }

    /// Reads what is there into a buffer: the number of bytes, 0 if there is nothing now.
    func receive(into buffer: inout [UInt8]) throws(BenchError) -> Int {
        let count = recv(descriptor, &buffer, buffer.count, 0)
        if count > 0 { return count }
        guard count < 0, errno == EAGAIN else { throw BenchError("a server closed a connection under load") }
        return 0
    }

    /// Sends a request, and waits for the end of its answer, which is the last thing that the server says.
    func ask(_ request: String, until end: String) throws(BenchError) {
        let end = Array(end.utf8)
        _ = try ask(Array(request.utf8)) { bytes in
            guard bytes.suffix(end.count) == end[...] else { return nil as Bool? }
            bytes.removeAll(keepingCapacity: true)
            return true
        }
    }

    /// Sends a request, and waits for the first whole message that the closure takes.
    func ask<Answer>(_ request: [UInt8], _ take: (inout [UInt8]) throws(BenchError) -> Answer?) throws(BenchError)
        -> Answer
    {
        output = request
        try flush()
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            if let answer = try take(&partial) { return answer }
            let count = recv(descriptor, &buffer, buffer.count, 0)
            guard count > 0 else { throw BenchError("a server closed a connection at its login") }
            partial += buffer[..<count]
        }
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Where the next line ends; nil if it has not ended yet.
    func newline(from start: Int) -> Int? {
        guard let baseAddress, start < count, let found = memchr(baseAddress + start, 0x0A, count - start) else {
            return nil
        }
        return UnsafeRawPointer(found) - UnsafeRawPointer(baseAddress)
    }
}
