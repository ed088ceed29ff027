import ChatConnection
import Testing

struct ServerEndpointTests {
    @Test(arguments: [
        ("127.0.0.1:7400", "127.0.0.1", 7400, "127.0.0.1:7400"), ("localhost", "localhost", 7400, "localhost:7400"),
        ("[::1]:81", "::1", 81, "[::1]:81"), ("::1", "::1", 7400, "[::1]:7400"), ("[::1]", "::1", 7400, "[::1]:7400"),
        ("chat.example:65535", "chat.example", 65535, "chat.example:65535"),
    ])
    func aValidTextIsReadAsAnEndpoint(text: String, host: String, port: Int, description: String) throws {
        let endpoint = try ServerEndpoint(text)
        #expect(endpoint.host == host)
        #expect(endpoint.port == UInt16(port))
        #expect(endpoint.description == description)
    }

    @Test(arguments: [
        ("", "the host is missing"), (":7400", "the host is missing"), ("a:", "the port must be a number"),
        ("a:0", "the port must be a number"), ("a:65536", "the port must be a number"),
        ("a:7x", "the port must be a number"), ("[::1:7400", "the bracket is not closed"),
        ("[::1]7400", "a colon must follow"), ("http://a:7400", "an invalid character"),
        ("a b", "an invalid character"), ("a:-1", "the port must be a number"),
    ])
    func anInvalidEndpointIsRefusedWithAReason(text: String, problem: String) {
        let error = #expect(throws: ServerEndpoint.Problem.self) { try ServerEndpoint(text) }
        #expect(error?.description.contains(problem) == true, "\(error?.description ?? "")")
        #expect(error?.description.contains("\n") == false)
    }

    @Test func severalHaveCommasBetweenThem() throws {
        let servers = try ServerEndpoints("a:1,[::1]:2,b")
        #expect(servers.all.map(\.description) == ["a:1", "[::1]:2", "b:7400"])
        #expect(servers.description == "a:1,[::1]:2,b:7400")
        #expect((0...3).map { servers[$0].host } == ["a", "::1", "b", "a"])
        for text in ["a,", ",a", "a,,b", "a, b", ""] {
            #expect(throws: ServerEndpoint.Problem.self, "\(text)") { try ServerEndpoints(text) }
        }
    }
}
