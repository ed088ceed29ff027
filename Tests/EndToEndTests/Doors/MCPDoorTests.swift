import ChatConformance
import ChatEngine
import ChatLog
import ChatProtocol
import ChatServer
import Foundation
import Testing

/// `POST /mcp` over real sockets: statuses, headers, origins, tokens, and the tools of an observer.
struct MCPDoorTests {
    private final class Server {
        let server: SocketServer

        init() throws {
            var configuration = SocketServer.Configuration()
            configuration.origins = ["https://tool.example"]
            configuration.engine.clock = .virtual
            server = try SocketServer(configuration: configuration, log: MemoryEventLog(), isStored: false)
        }

        deinit { server.stop() }
    }

    private let running: Server

    init() throws { running = try Server() }

    private func message(_ method: String, _ params: String = "{}", id: Int = 1) -> String {
        #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":\#(params)}"#
    }

    private func post(_ body: String, _ headers: [String] = [], path: String = "/mcp") -> String {
        let head = ["POST \(path) HTTP/1.1", "Host: localhost", "Content-Length: \(body.utf8.count)"] + headers
        return head.joined(separator: "\r\n") + "\r\n\r\n" + body
    }

    /// Sends requests over one connection, and returns all that arrives.
    private func answer(_ requests: String..., port: UInt16? = nil) throws -> String {
        let client = try RawProbe(port: port ?? running.server.port)
        for request in requests { client.send(request) }
        client.endSending()
        return String(decoding: try client.everything(), as: UTF8.self)
    }

    private func status(_ request: String, port: UInt16? = nil) throws -> Int? {
        Int(try answer(request, port: port).dropFirst("HTTP/1.1 ".count).prefix(3))
    }

    private func result(_ answer: String) throws -> JSONValue {
        let body = try #require(answer.split(whereSeparator: \.isNewline).last { $0.hasPrefix("{") })
        return try JSONReader.read(Array(body.utf8)).value
    }

    private static let meta =
        #""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}"#

    @Test("only POST is answered", arguments: ["GET", "DELETE", "PUT", "OPTIONS"])
    func otherMethodsAreRefused(_ method: String) throws {
        let answer = try answer("\(method) /mcp HTTP/1.1\r\nHost: localhost\r\n\r\n")
        #expect(answer.hasPrefix("HTTP/1.1 405 ") && answer.contains("Allow: POST\r\n"), "\(answer)")
    }

    @Test("a notification is accepted without a body")
    func notificationsAreAccepted() throws {
        let answer = try answer(post(#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#))
        #expect(answer.hasPrefix("HTTP/1.1 202 Accepted\r\n") && answer.contains("Content-Length: 0\r\n"), "\(answer)")
    }

    @Test("the status follows the error and the revision")
    func statusFollowsTheError() throws {
        #expect(try status(post(message("ping"))) == 200)
        #expect(try status(post("{")) == 400)
        #expect(try status(post(message("nothing"))) == 200)
        let modern = ["MCP-Protocol-Version: 2026-07-28", "Mcp-Method: tools/list"]
        let list = message("tools/list", "{\(Self.meta)}")
        #expect(try status(post(list, modern)) == 200)
        #expect(try status(post(list, ["MCP-Protocol-Version: 2025-11-25", "Mcp-Method: tools/list"])) == 400)
        #expect(try status(post(list, modern + ["Mcp-Method: tools/call"])) == 400)
        #expect(try status(post(list)) == 400)
        #expect(try status(post(message("ping"), ["MCP-Protocol-Version: 1999-01-01"])) == 400)
        let unknown = message("nothing", "{\(Self.meta)}")
        #expect(try status(post(unknown, [modern[0], "Mcp-Method: nothing"])) == 404)
    }

    @Test("a foreign origin and a foreign host are refused, and a configured origin is not")
    func originsAreChecked() throws {
        #expect(try status(post(message("ping"), ["Origin: https://evil.example"])) == 403)
        #expect(try status(post(message("ping"), ["Origin: null"])) == 403)
        #expect(try status(post(message("ping"), ["Origin: https://tool.example"])) == 200)
        let body = message("ping")
        let foreign = "POST /mcp HTTP/1.1\r\nHost: evil.example\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
        #expect(try status(foreign) == 403)
    }

    @Test("a body over the limit is refused")
    func longBodiesAreRefused() throws {
        #expect(try status(post(String(repeating: " ", count: Limits.standard.messageBytes + 1))) == 413)
    }

    @Test("a tool acts in its world, and a refusal is an erroneous result")
    func toolsActInTheirWorlds() throws {
        func call(_ name: String, _ arguments: String) throws -> JSONValue? {
            try result(try answer(post(message("tools/call", #"{"name":"\#(name)","arguments":\#(arguments)}"#))))[
                "result"]
        }
        #expect(try call("world_create", #"{"world":"w"}"#)?["isError"] == false)
        #expect(try call("clock_advance", #"{"world":"w","milliseconds":60000}"#)?["isError"] == false)
        let now = try call("call", #"{"world":"w","method":"clock.now"}"#)?["structuredContent"]?["now"]
        #expect(now == "2022-09-12T09:01:00.000Z")
        let holds = try call("journal_verify", #"{"world":"w","count":{"exactly":0},"event":"message.posted"}"#)
        #expect(holds?["structuredContent"]?["holds"] == true)
        for (name, arguments, words) in [
            ("fault_list", #"{"world":"none"}"#, "There is no world"),
            ("call", #"{"method":"message.send"}"#, "for the role person"),
            ("fault_inject", #"{"do":"drop"}"#, "on is missing"), ("play", "{}", ""), ("screen", "{}", ""),
        ] {
            let refused = try call(name, arguments)
            #expect(words.isEmpty ? refused == nil : "\(refused ?? .null)".contains(words), "\(refused ?? .null)")
        }
    }

    @Test("pipelined calls and other requests on one connection are each answered in their own form")
    func pipelinedRequestsAreAnswered() throws {
        let answer = try answer(
            post(message("tools/call", #"{"name":"world_list"}"#, id: 1)),
            post(#"{"jsonrpc":"2.0","id":2,"method":"world.list"}"#, path: "/rpc?role=observer"),
            post(message("tools/call", #"{"name":"fault_list","arguments":{"world":"none"}}"#, id: 3)),
            post(#"{"jsonrpc":"2.0","id":4,"method":"session.ping"}"#, path: "/rpc?role=person&handle=anna"),
            post(message("ping", id: 5)))
        let bodies = try answer.split(whereSeparator: \.isNewline).filter { $0.hasPrefix("{") }.map {
            try JSONReader.read(Array($0.utf8)).value
        }
        #expect(bodies.map { $0["id"] } == [1, 2, 3, 4, 5])
        #expect(bodies.map { $0["result"]?["content"] != nil } == [true, false, true, false, false])
    }

    @Test("with tokens, only an observer's token is admitted")
    func tokensAreRequired() throws {
        let folder = try TemporaryFolder()
        let tokens = ["--tokens", folder.file("tokens.json")]
        func secret(_ words: String...) throws -> String {
            let made = try ServerProcess.run(
                "chat-server", ["token", "add", "--role"] + words + tokens, errors: folder.file("log"))
            return made.output.trimmingCharacters(in: .newlines)
        }
        let observer = try secret("observer")
        let person = try secret("person", "--handle", "anna")
        let server = try ServerProcess(["--ephemeral"] + tokens)
        let call = message("tools/call", #"{"name":"world_list"}"#)
        for body in [message("ping"), message("tools/list"), call] {
            #expect(try status(post(body, ["Authorization: Bearer \(observer)"]), port: server.port) == 200)
            for headers in [[], ["Authorization: Bearer \(person)"], ["Authorization: Bearer x"]] {
                let refused = try answer(post(body, headers), port: server.port)
                #expect(refused.hasPrefix("HTTP/1.1 40"), "\(refused)")
                #expect(!refused.contains("jsonrpc"), "\(refused)")
            }
        }
        let bare = try answer(post(call), port: server.port)
        #expect(bare.hasPrefix("HTTP/1.1 401 ") && bare.contains("WWW-Authenticate: Bearer\r\n"), "\(bare)")
        let listed = try answer(post(call, ["Authorization: Bearer \(observer)"]), port: server.port)
        #expect(try result(listed)["result"]?["isError"] == false, "\(listed)")
    }
}
