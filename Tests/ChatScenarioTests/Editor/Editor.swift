import ChatProtocol
import Testing

@testable import ChatScenario
@testable import ChatScreens

/// An editor with one open file, which talks to a language server in JSON.
struct Editor {
    private(set) var server: LanguageServer
    /// The messages that the server sent without a request, the oldest first.
    private(set) var notifications: [JSONValue] = []
    /// All the effects, the oldest first.
    private(set) var effects: [LanguageServer.Effect] = []
    let uri: String
    private var number: Int64 = 0
    /// The position of `▮` in the file that was opened last.
    private var pointer: JSONValue = .null

    /// Opens a file.
    ///
    /// - Parameter text: Its text, in which `▮` is the position of the pointer and not part of the file.
    init(
        _ text: String, uri: String = "file:///home/anna/trip.feature", snippets: Bool = true,
        own: LanguageServer.OwnSteps? = nil
    ) throws {
        server = try LanguageServer(own)
        self.uri = uri
        let item: JSONValue = ["completionItem": ["snippetSupport": .bool(snippets)]]
        _ = ask("initialize", ["capabilities": ["textDocument": ["completion": item]]])
        notify("initialized", [:])
        open(text)
    }

    mutating func open(_ text: String, version: Int64 = 1) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        if let line = lines.firstIndex(where: { $0.contains("▮") }) {
            let character = lines[line].prefix { $0 != "▮" }.utf16.count
            pointer = ["line": .integer(Int64(line)), "character": .integer(Int64(character))]
        }
        let plain = text.filter { $0 != "▮" }
        notify(
            "textDocument/didOpen",
            ["textDocument": ["uri": .string(uri), "version": .integer(version), "text": .string(plain)]])
    }

    /// Sends a request and returns its result, or its error.
    mutating func ask(_ method: String, _ params: JSONValue) -> JSONValue {
        number += 1
        let answers = send(["jsonrpc": "2.0", "id": .integer(number), "method": .string(method), "params": params])
        let answer = answers.first { $0["id"] == .integer(number) }
        return answer?["result"] ?? answer?["error"] ?? .null
    }

    /// Sends a request about the open file, at the pointer.
    mutating func ask(_ method: String, _ more: (String, JSONValue)...) -> JSONValue {
        let members: [(String, JSONValue)] = [("textDocument", ["uri": .string(uri)]), ("position", pointer)] + more
        return ask(
            "textDocument/\(method)", .object(JSONObject(members.map { JSONObject.Member(key: $0, value: $1) })))
    }

    mutating func notify(_ method: String, _ params: JSONValue) {
        _ = send(["jsonrpc": "2.0", "method": .string(method), "params": params])
    }

    @discardableResult
    mutating func send(_ message: JSONValue) -> [JSONValue] { send(bytes: JSONWriter.bytes(of: message)) }

    mutating func send(bytes: [UInt8]) -> [JSONValue] { take(server.receive(bytes)) }

    /// Receives what the server sends.
    @discardableResult
    mutating func take(_ all: [LanguageServer.Effect]) -> [JSONValue] {
        effects += all
        let messages = all.compactMap { effect -> JSONValue? in
            guard case .send(let bytes) = effect else { return nil }
            return try? JSONReader.read(bytes).value
        }
        notifications += messages.filter { $0["id"] == nil }
        return messages
    }

    mutating func played(_ report: [String]) { take(server.played("trip.feature:3", uri: uri, report: report)) }

    /// The mistakes that the editor shows, each as `line:character message`, with lines from 1.
    var mistakes: [String] {
        let newest = notifications.last { $0["method"] == "textDocument/publishDiagnostics" }
        return (newest?["params"]?["diagnostics"]?.arrayValue ?? []).map { found in
            let start = found["range"]?["start"]
            let place = "\((start?["line"]?.integerValue ?? 0) + 1):\(start?["character"]?.integerValue ?? 0)"
            return "\(place) \(found["message"]?.stringValue ?? "")"
        }
    }

    /// The texts that the editor would insert at the pointer.
    mutating func insertions() -> [String] {
        (ask("completion")["items"]?.arrayValue ?? []).compactMap { $0["textEdit"]?["newText"]?.stringValue }
    }
}
