import ChatSystem
import Testing

@testable import ChatClient

/// The server that a command line names.
struct ServerOptionTests {
    private func server(_ words: [String], environment: String? = nil) throws -> (String, [String]) {
        let sorted = try OptionWords.sorted(words, of: WatchCommand.description)
        let variables = environment.map { [OptionWords.serverVariable: $0] } ?? [:]
        let found = try sorted.servers(variables) { $0[0].contains(":") }
        return ("\(found.servers)", found.words)
    }

    @Test("--server counts before an address, an address before the environment, and that before the default")
    func serverPrecedence() throws {
        #expect(try server([]) == ("127.0.0.1:7400", []))
        #expect(try server([], environment: "b:2") == ("b:2", []))
        #expect(try server([], environment: "") == ("127.0.0.1:7400", []))
        #expect(try server(["a:1", "x"], environment: "b:2") == ("a:1", ["x"]))
        #expect(try server(["x"], environment: "b:2") == ("b:2", ["x"]))
        #expect(try server(["--server", "c:3,d:4", "a:1"], environment: "b:2") == ("c:3,d:4", ["a:1"]))
    }

    @Test("an address that cannot be read is refused by the name of its place")
    func unreadableServer() {
        let variable = #expect(throws: UsageError.self) { try server([], environment: "b:x") }
        #expect(variable?.description.hasPrefix("UNDERSTUDY_SERVER: “b:x” is not HOST:PORT") == true)
        let option = #expect(throws: UsageError.self) { try server(["--server", "b:x"]) }
        #expect(option?.description.hasPrefix("watch: “b:x” is not HOST:PORT") == true)
    }

    @Test("a theme that does not exist is refused also if no screen is drawn")
    func unknownThemeWithPlain() throws {
        let words = try OptionWords.sorted(["--plain", "--theme", "pink"], of: ConnectCommand.description)
        #expect(throws: UsageError.self) { try words.palette([:]) }
    }
}
