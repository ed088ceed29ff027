import ChatConnection
import ChatProtocol

extension ClientStand: TranscriptCast {
    func person(_ name: String, device: String?, handle: JSONValue?) -> any TranscriptPerson {
        name == clientPerson ? self : other
    }

    func conversation(of people: [any TranscriptPerson]) -> JSONValue { conversation }
}

/// The client as a person of a transcript.
extension ClientStand: TranscriptPerson {
    var handle: JSONValue { .string(Self.handle) }

    func join() {}

    func leave() { cut() }

    func loseAnswer() throws {
        let lost = held
        tells = { message, request in request == lost?.request ? .lost : .messages([message]) }
        release()
        try wait(for: "the request to be answered") { lost?.line.isClosed == true }
        cut()
    }

    func send(_ message: TranscriptLine.Message, _ values: inout TranscriptValues) throws -> String? {
        guard case .call(let method, let params) = message else { return "a client cannot be made to send this" }
        let wanted = values.filled(params)
        let text = wanted["text"]?.stringValue
        if method == "message.send", let text, sentTexts.insert(text).inserted { tell(text) }
        let request = try next(method, text)
        if method == "session.hello" {
            guard request.isFirst else { return "an earlier request on this connection" }
            // A client may have stored an earlier cursor than the one that it has received.
            if wanted["after"] != nil {
                let after = request.params["after"] ?? .null
                return after.integerValue.map { $0 <= cursor } == true ? nil : "after: \(after.text)"
            }
        }
        return values.match(wanted, request.params) ? nil : request.params.text
    }

    /// Returns the next request of a method with a text, and holds it if it has not passed already.
    private func next(_ method: String, _ text: String?) throws -> Request {
        let isWanted = { (request: Request) in
            request.method == method && (text == nil || request.params["text"]?.stringValue == text)
        }
        held = nil
        hears = { isWanted($0) ? .held : .passes }
        defer { hears = { _ in .passes } }
        try wait(for: method + (text.map { " of “\($0.prefix(40))”" } ?? "")) { unmatched.contains(where: isWanted) }
        let request = unmatched.first(where: isWanted) ?? requests[matched]
        matched = request.number + 1
        return request
    }

    /// The requests that no transcript has expected yet.
    private var unmatched: ArraySlice<Request> { requests.dropFirst(matched) }

    /// Forwards the held request to the server.
    private func release() {
        if let held { held.line.pass(held.message, held.request, id: held.id, to: stage.endpoint) }
        held = nil
    }

    func receive(_ message: TranscriptLine.Message, _ values: inout TranscriptValues) throws -> String? {
        switch message {
        case .text(let json):
            let pattern = JSONValue(json: json)
            if pattern?["jsonrpc"] != nil {
                inject(json)
            } else if let error = pattern?["error"] {
                let answer: JSONValue = ["jsonrpc": "2.0", "id": held?.id ?? .null, "error": error]
                held?.line.put(Array(answer.text.utf8))
                held = nil
            } else if let request = held?.request {
                release()
                try wait(for: "the answer of \(request.method)") { answered.contains(request.number) }
            }
        case .call(_, let pattern):
            let text = values.filled(pattern)["message"]?["text"]?.stringValue ?? ""
            texts.append(text)
            try wait(for: "“\(text.prefix(40))” to be printed") { timesPrinted(text) > 0 }
            guard let found = printed.dropFirst(place).firstIndex(where: { $0.contains(text) }) else {
                return "printed before an earlier message: \(printed.suffix(3).joined(separator: ", "))"
            }
            place = found + 1
        }
        return nil
    }

    func sendNo(_ method: String, milliseconds: Int64?) throws -> String? {
        stay(milliseconds: milliseconds ?? pace.quiet) { unmatched.contains { $0.method == method } }
        return unmatched.first { $0.method == method }?.params.text
    }

    func receiveNo(_ method: String) throws -> String? {
        stay(milliseconds: 50)
        for text in texts where timesPrinted(text) != 1 {
            return "“\(text.prefix(40))” printed \(timesPrinted(text)) times"
        }
        if let end = client?.end { return "the client ended: \(end)" }
        return line?.isClosed == false ? nil : "the client closed the connection"
    }
}
