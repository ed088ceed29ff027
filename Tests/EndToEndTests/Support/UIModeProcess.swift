import ChatConformance
import ChatConnection
import ChatProtocol
import Testing

/// `chat-client play --ui` in a process, whose page a test replaces.
final class UIModeProcess {
    let process: PlainProcess
    let port: UInt16
    /// The path of the page, which contains the token.
    let path: String

    /// Starts the player, and waits for the printed address.
    ///
    /// - Parameter words: The words after `play --ui`.
    init(_ words: [String]) throws {
        process = try PlainProcess("chat-client", ["play", "--ui"] + words)
        #expect(process.waits { $0.contains { $0.hasPrefix("the page: ") } })
        let line = try #require(process.lines.first { $0.hasPrefix("the page: ") })
        let parts = try #require(line.firstMatch(of: /^the page: http:\/\/127\.0\.0\.1:(\d+)(\/[0-9a-f]{32}\/)$/))
        port = try #require(UInt16(parts.1))
        path = String(parts.2)
    }

    /// Opens the WebSocket of the page.
    func open() throws -> UIPageProbe {
        UIPageProbe(try WebSocketProbe(to: ServerEndpoint(host: "127.0.0.1", port: port), target: path + "ws"))
    }

    /// Returns the status line and the text of the answer to a request.
    func answer(_ request: String, _ headers: [String] = []) throws -> String {
        let client = try RawProbe(port: port)
        client.send(
            ([request + " HTTP/1.1", "Host: 127.0.0.1:\(port)", "Connection: close"] + headers)
                .joined(separator: "\r\n") + "\r\n\r\n")
        return String(decoding: try client.everything(), as: UTF8.self)
    }
}

/// A page of the player, as a test: it sends actions and reads messages.
final class UIPageProbe {
    /// The end of the connection before the awaited message.
    struct Failure: Error {
        var description: String
    }

    private let socket: WebSocketProbe
    /// All messages so far.
    private(set) var messages: [JSONValue] = []

    init(_ socket: WebSocketProbe) { self.socket = socket }

    /// Sends an action, as JSON.
    func send(_ action: String) { socket.say(action) }

    /// Returns the next message that meets a condition.
    /// - Throws: An error at the end of the connection.
    @discardableResult
    func next(where isWanted: (JSONValue) -> Bool) throws -> JSONValue {
        while let event = try socket.next() {
            switch event {
            case .message(let text):
                messages.append(try JSONReader.read(text).value)
                if let last = messages.last, isWanted(last) { return last }
            case .closed(let close): throw Failure(description: "closed: \(close)")
            default: break
            }
        }
        throw Failure(description: "the connection ended")
    }

    /// Returns the next message of a type.
    @discardableResult
    func next(_ type: String) throws -> JSONValue { try next { $0["type"]?.stringValue == type } }

    /// Returns the next state of the run with that name, and with that index of the next step.
    @discardableResult
    func state(_ name: String, step: Int64? = nil) throws -> JSONValue {
        try next {
            $0["type"] == "state" && $0["state"]?.stringValue == name
                && (step == nil || $0["step"]?.integerValue == step)
        }
    }

    /// Returns the text of a person's terminal in the message with a step, by the tables of all messages so far.
    func terminal(of person: String, in message: JSONValue) throws -> String {
        func item(_ table: String, _ place: JSONValue?) throws -> JSONValue {
            let items = messages.filter { $0["id"] == message["id"] }.flatMap { $0[table]?.arrayValue ?? [] }
            let index = Int(try #require(place?.integerValue))
            let found = items.indices.contains(index) ? items[index] : nil
            return try #require(found)
        }
        let screens = try #require(message["step"]?["screens"]?.arrayValue)
        for screen in screens.compactMap(\.arrayValue) where try item("names", screen[0]).stringValue == person {
            let rows = try #require(try item("screens", screen[2]).arrayValue).dropFirst(2)
            return try rows.map { row in
                let runs = try #require(try item("rows", row).arrayValue)
                return runs.compactMap { $0.stringValue ?? $0.arrayValue?.first?.stringValue }.joined()
            }.joined(separator: "\n")
        }
        return ""
    }
}
