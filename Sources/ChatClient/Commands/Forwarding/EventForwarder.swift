import ChatConnection
import ChatProtocol
import ChatSystem

/// Posts events to a backend one after the other. Each is tried until the backend accepts it, or until it was tried
/// ``attemptsMax`` times.
struct EventForwarder {
    /// The outcome of one attempt.
    enum Outcome: Equatable {
        case answered(status: Int)
        case failed(String)

        /// True if the backend accepted the event, with a status from 200 to 299.
        var isTaken: Bool {
            if case .answered(let status) = self { (200...299).contains(status) } else { false }
        }
    }

    let target: ForwardTarget
    /// The key of the signature.
    let secret: [UInt8]
    /// The most attempts for each event.
    let attemptsMax: Int
    /// The parent process, at whose end the command ends; nil if its end is ignored.
    let parent: ParentWatch?
    /// The longest time for an answer, in milliseconds.
    private static let patience: Int64 = 10_000
    /// The most bytes of an answer that are read.
    private static let answerBytesMax = 64 * 1024

    /// Posts an event until it is accepted.
    ///
    /// - Parameter tell: Receives the number and the outcome of each attempt, and true for the last one.
    /// - Returns: True if the event was accepted.
    func forward(_ event: ForwardedEvent, tell: (_ attempt: Int, Outcome, _ isLast: Bool) -> Void) -> Bool {
        var backoff = Backoff()
        for attempt in 1...attemptsMax {
            let outcome = post(event, attempt: attempt)
            let isLast = outcome.isTaken || attempt == attemptsMax
            tell(attempt, outcome, isLast)
            if isLast { return outcome.isTaken }
            pause(backoff.next())
            if parent?.hasEnded == true { return false }
        }
        return false
    }

    private func pause(_ milliseconds: Int64) {
        let end = Clocks.steady() + milliseconds
        while case let left = end - Clocks.steady(), left > 0, parent?.hasEnded != true {
            _ = Readiness.wait(for: [], milliseconds: min(Int(left), ParentWatch.milliseconds))
        }
    }

    private func post(_ event: ForwardedEvent, attempt: Int) -> Outcome {
        let deadline = Clocks.steady() + Self.patience
        var answer = HTTPResponseReader(limits: WireLimits(messageBytes: Self.answerBytesMax))
        do {
            let stream = try ByteStream(to: target.endpoint, patienceMilliseconds: Self.patience)
            defer { stream.close() }
            var bytes: [UInt8]
            try stream.send(request(for: event, attempt: attempt, second: Clocks.wall() / 1_000))
            while !answer.isWhole, Clocks.steady() < deadline {
                do throws(TransportError) {
                    bytes = try stream.receive(until: deadline)
                } catch {
                    // The end of the stream may be the end of the answer.
                    if answer.head == nil { throw error }
                    break
                }
                try answer.receive(bytes)
            }
        } catch let error as HTTPError {
            return .failed("the answer is not HTTP: \(error)")
        } catch {
            return .failed("\(error)")
        }
        guard let head = answer.head else { return .failed("no answer within \(Self.patience / 1_000) s") }
        return .answered(status: head.status)
    }

    /// Returns the bytes of the whole request.
    ///
    /// - Parameter second: The time of the request, in seconds since 1970. A backend refuses old requests, so that a
    ///   copied request cannot be posted again.
    func request(for event: ForwardedEvent, attempt: Int, second: Int64) -> [UInt8] {
        let code = HMACSHA256.code(of: Array("\(second).".utf8) + event.body, key: secret)
        let head = """
            POST \(target.path) HTTP/1.1\r
            Host: \(target.endpoint)\r
            User-Agent: understudy/\(Understudy.version)\r
            Content-Type: application/json\r
            Content-Length: \(event.body.count)\r
            Connection: close\r
            Understudy-Event: \(Self.header(event.type))\r
            Understudy-Id: \(Self.header(event.id))\r
            Understudy-Attempt: \(attempt)\r
            Understudy-Signature: t=\(second),v1=\(Hexadecimal.text(code))\r
            \r

            """
        return Array(head.utf8) + event.body
    }

    /// Returns a text of the server or of a file as the value of a header. Everything but visible ASCII is
    /// percent-encoded, so that the text cannot end the line.
    private static func header(_ text: String) -> String {
        text.utf8.reduce(into: "") { value, byte in
            let isPlain = (0x21...0x7E).contains(byte) && byte != UInt8(ascii: "%")
            value += isPlain ? String(UnicodeScalar(byte)) : "%" + Hexadecimal.text([byte]).uppercased()
        }
    }
}
