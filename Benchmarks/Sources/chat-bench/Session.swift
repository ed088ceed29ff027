import ChatProtocol
import Glibc

/// One session that asks and waits for each answer: what a shelf is measured through.
final class Session {
    /// What writes the params of a request.
    typealias Params = (inout JSONWriter) -> Void

    /// How long an answer may take, in seconds: far more than turning a shelf of a hundred thousand links off does.
    private static let patience = 120
    /// How many requests may be unanswered where many are asked.
    static let window = 50

    private let client: Client
    private var buffer = [UInt8](repeating: 0, count: 64 * 1_024)
    private var bytes: [UInt8] = []
    /// The first byte in `bytes` that belongs to no line yet taken, and up to where there is no end of a line.
    private var (start, searched) = (0, 0)
    /// What was told while an answer was awaited.
    private var told: [[UInt8]] = []
    private var lastID: Int64 = 0

    init(_ identity: Hello.Identity, at server: ServerProcess) throws(BenchError) {
        client = try server.connect()
        System.setPatience(of: client.descriptor, seconds: Self.patience)
        try ask("session.hello") { Hello(identity).writeMembers(to: &$0) }
    }

    func close() { client.close() }

    /// Asks, and gives the result.
    @discardableResult
    func ask(_ method: String, _ params: Params = { _ in }) throws(BenchError) -> JSONValue {
        try send(method, params)
        return try result(of: method, in: try nextAnswer())
    }

    /// Asks the same thing of many, and gives the results in their order.
    func ask<Subject>(
        _ method: String, each subjects: [Subject], window: Int = Session.window,
        _ params: (Subject, inout JSONWriter) -> Void
    ) throws(BenchError) -> [JSONValue] {
        var results: [JSONValue] = []
        for start in stride(from: 0, to: subjects.count, by: window) {
            let batch = subjects[start..<min(start + window, subjects.count)]
            for subject in batch { try send(method) { params(subject, &$0) } }
            for _ in batch { results.append(try result(of: method, in: try nextAnswer())) }
        }
        return results
    }

    /// The nanoseconds from a question to the end of its answer, which is read only afterwards.
    func time(_ method: String, _ params: Params) throws(BenchError) -> Double {
        let start = System.now()
        try send(method, params)
        let answer = try nextAnswer()
        let end = System.now()
        _ = try result(of: method, in: answer)
        return Double(end - start)
    }

    /// Waits until that is told.
    func hear(_ method: String) throws(BenchError) {
        let head = Array(#"{"jsonrpc":"2.0","method":"\#(method)""#.utf8)
        while true {
            let line = told.isEmpty ? try nextLine() : told.removeFirst()
            if line.starts(with: head) { return }
        }
    }

    // MARK: Lines

    private func send(_ method: String, _ params: Params) throws(BenchError) {
        lastID += 1
        client.output += Envelope.request(id: .integer(lastID), method: method, params: params)
        client.output.append(UInt8(ascii: "\n"))
        try client.flush()
    }

    private func result(of method: String, in line: [UInt8]) throws(BenchError) -> JSONValue {
        switch ServerMessage.read(line) {
        case .result(_, let result): return result
        case .failure(_, let error): throw BenchError("\(method) was refused: \(error.message)")
        case .notification, nil: throw BenchError("\(method) was answered with no answer")
        }
    }

    private func nextAnswer() throws(BenchError) -> [UInt8] {
        let telling = Array(#"{"jsonrpc":"2.0","method":"#.utf8)
        while true {
            let line = try nextLine()
            guard line.starts(with: telling) else { return line }
            told.append(line)
        }
    }

    private func nextLine() throws(BenchError) -> [UInt8] {
        while true {
            if let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                defer { (start, searched) = (end + 1, end + 1) }
                return Array(bytes[start..<end])
            }
            bytes.removeFirst(start)
            (start, searched) = (0, bytes.count)
            let count = recv(client.descriptor, &buffer, buffer.count, 0)
            guard count > 0 else { throw BenchError("a server said nothing for \(Self.patience) seconds, or left") }
            bytes += buffer[..<count]
        }
    }
}
