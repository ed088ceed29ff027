import ChatConformance
import ChatProtocol
import Foundation
import Testing

/// A login comes first: every other request before it is refused, over every door.
final class LoginFirstTests {
    private let folder: TemporaryFolder
    private let server: ServerProcess
    private let observer: String

    init() throws {
        folder = try TemporaryFolder()
        let file = folder.file("tokens.json")
        observer = try ServerProcess.run(
            "chat-server", ["token", "add", "--role", "observer", "--tokens", file], errors: folder.file("log")
        ).output.trimmingCharacters(in: .newlines)
        try folder.write(#"{"limits": {"helloMilliseconds": 600000}}"#, to: "config.json")
        server = try ServerProcess(["--ephemeral", "--tokens", file, "--config", folder.file("config.json")])
    }

    /// A request of every method, and the short forms that the server reads in one pass.
    private var requests: [String] {
        let all = Method.allCases.filter { $0 != .sessionHello }.map {
            #"{"jsonrpc":"2.0","id":1,"method":"\#($0.rawValue)","params":{}}"#
        }
        let send = #""method":"message.send","params":{"conversation":"c1","text":"x""#
        return all + [
            #"{"jsonrpc":"2.0","id":1,\#(send)}}"#, #"{"jsonrpc":"2.0","id":"a",\#(send),"clientID":"k"}}"#,
            #"{"jsonrpc":"2.0","id":1,"method":"world.delete","params":{"world":"main"}}"#,
            #"{"jsonrpc":"2.0","id":1,"method":"conversation.create","params":{"participants":["bea"]}}"#,
        ]
    }

    /// Returns a function that sends a request through a door and returns its answer.
    private func door(_ name: String) throws -> (String) throws -> JSONValue {
        if name == "WebSocket" {
            let client = try WebSocketProbe(port: server.port)
            _ = try client.next()
            return { request in
                client.say(request)
                guard case .message(let answer) = try client.next() else { return .null }
                return try JSONReader.read(answer).value
            }
        }
        let client = try RawProbe(port: server.port)
        if name == "lines" {
            return { request in
                client.sendLine(request)
                return try client.message()
            }
        }
        return { request in
            let head = ["POST /rpc HTTP/1.1", "Host: localhost", "Content-Length: \(request.utf8.count)"]
            client.send((head + (name.isEmpty ? [] : [name])).joined(separator: "\r\n") + "\r\n\r\n" + request)
            while let line = try client.line() {
                if line.hasPrefix("{") { return try JSONReader.read(Array(line.utf8)).value }
            }
            return .null
        }
    }

    @Test(
        "every request before the login is unauthenticated, and changes nothing",
        arguments: ["lines", "WebSocket", "", "Authorization: Bearer ust_00000000_x"])
    func requestsBeforeTheLoginAreRefused(name: String) throws {
        let ask = try door(name)
        for request in requests {
            let answer = try ask(request)
            #expect(answer["error"]?["data"]?["reason"] == "unauthenticated", "\(request): \(answer)")
        }
        let inside = try RawProbe(port: server.port)
        try inside.call("session.hello", ["role": "observer", "token": .string(observer)])
        #expect(try inside.call("person.list")["people"] == [])
        #expect(try inside.call("world.list")["worlds"]?.arrayValue?.count == 1)
    }

    @Test("every method is forbidden to the roles that the contract leaves out", arguments: [Role.person, .app])
    func methodsOfOtherRolesAreForbidden(role: Role) throws {
        let open = try ServerProcess(["--ephemeral"])
        let observer = try RawProbe(port: open.port)
        try observer.call("session.hello", ["role": "observer"])
        try observer.call("app.register", ["app": "com.example.notes", "name": "Notes", "domains": ["notes.example"]])
        let person: JSONValue = ["role": "person", "handle": "anna"]
        let client = try RawProbe(port: open.port)
        try client.call(
            "session.hello", role == .app ? ["role": "app", "app": "com.example.notes", "handle": "anna"] : person)
        let others = Method.allCases.filter { !$0.roles.contains(role) }
        #expect(others.count > 10)
        for method in others {
            for params in [[:], ["world": "main"], ["world": "other"]] as [JSONValue] {
                let refused = try client.call(method.rawValue, params)
                #expect(refused["data"]?["reason"] == "forbidden", "\(method): \(refused)")
            }
        }
        #expect(try observer.call("world.list")["worlds"]?.arrayValue?.count == 1)
    }
}
