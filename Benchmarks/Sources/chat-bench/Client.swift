import Glibc

/// One connection of the load generator: blocking while it logs in, not blocking under load.
final class Client {
    let descriptor: Int32
    /// What came and is no whole message yet.
    var partial: [UInt8] = []
    /// What is to be sent.
    var output: [UInt8] = []
    private var sent = 0

    /// How many acknowledgements are awaited, and how many messages are still to be sent.
    var outstanding = 0
    var unsent = 0
    var nextID = 1
    /// What is sent each time, but for the message's number.
    var template = SendTemplate.none

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    func close() { Glibc.close(descriptor) }

    /// Whether something waits that the socket did not take.
    var isBlocked: Bool { !output.isEmpty }

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
