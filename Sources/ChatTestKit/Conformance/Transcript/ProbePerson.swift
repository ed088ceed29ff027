import ChatConnection
import ChatProtocol

/// A person of a transcript, on a raw probe.
final class ProbePerson: TranscriptPerson {
    private let endpoint: ServerEndpoint
    /// The parameters of the login.
    let hello: JSONValue
    private var open: RawProbe?
    /// The result of the login.
    private(set) var welcome: JSONValue = .null
    /// The number of requests whose answers no line of the transcript has received.
    private var unanswered = 0

    init(_ endpoint: ServerEndpoint, _ hello: Hello) {
        self.endpoint = endpoint
        self.hello = (try? JSONReader.read(JSONWriter.bytes(of: hello)).value) ?? .null
    }

    var handle: JSONValue { hello["handle"] ?? .null }

    func probe() throws -> RawProbe {
        let probe = try open ?? RawProbe(to: endpoint, patience: ServerSubject.patience)
        open = probe
        return probe
    }

    /// Sends a request and returns the result.
    @discardableResult
    func ask(_ method: String, _ params: JSONValue = [:]) throws -> JSONValue {
        let probe = try probe()
        let answer = try probe.ask(line: probe.request(method, params))
        guard let result = answer["result"] else { throw CheckEnd.failed("a result of \(method)", seen: answer.text) }
        return result
    }

    func join() throws {
        leave()
        welcome = try ask("session.hello", hello)
    }

    func leave() {
        open?.close()
        (open, unanswered) = (nil, 0)
    }

    func loseAnswer() throws {
        _ = try probe().answer()
        leave()
    }

    func send(_ message: TranscriptLine.Message, _ values: inout TranscriptValues) throws -> String? {
        if case .call("session.hello", _) = message { leave() }
        let probe = try probe()
        unanswered += 1
        switch message {
        case .text(let text): probe.sendLine(text)
        case .call(let method, let params):
            // A login of a transcript changes members of the person's own.
            let own = method == "session.hello" ? hello.objectValue?.members ?? [] : []
            let members = own.filter { params[$0.key] == nil } + (values.filled(params).objectValue?.members ?? [])
            probe.sendLine(probe.request(method, .object(JSONObject(members))))
        }
        return nil
    }

    func receive(_ message: TranscriptLine.Message, _ values: inout TranscriptValues) throws -> String? {
        switch message {
        case .text(let text):
            let answer = try probe().answer()
            unanswered -= 1
            return values.match(JSONValue(json: text) ?? .null, answer) ? nil : answer.text
        case .call(let method, let pattern):
            let message = try notification(method)
            return values.match(pattern, message["params"]) ? nil : message.text
        }
    }

    /// Removes and returns the next notification of a method. It must come before the answer of a request, or else
    /// before the answer of a fence.
    private func notification(_ method: String) throws -> JSONValue {
        let probe = try probe()
        if unanswered == 0 { try ask("session.fence") }
        while true {
            if let place = probe.notifications.firstIndex(where: { $0["method"]?.stringValue == method }) {
                return probe.notifications.remove(at: place)
            }
            guard unanswered > 0 else { return .null }
            let message = try probe.message()
            if message["method"] == nil { return message }
            probe.notifications.append(message)
        }
    }

    func sendNo(_ method: String, milliseconds: Int64?) throws -> String? { nil }

    func receiveNo(_ method: String) throws -> String? {
        try ask("session.fence")
        return try probe().notifications.first { $0["method"]?.stringValue == method }?.text
    }
}
