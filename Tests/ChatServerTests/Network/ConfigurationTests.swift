import ChatProtocol
import Foundation
import Testing

@testable import ChatCore
@testable import ChatLog
@testable import ChatServer

/// The configuration file: its keys, its errors and its reference page.
struct ConfigurationTests {
    private func settings(_ text: String) throws -> ServerSettings {
        do {
            return try ConfigurationFile.settings(Array(text.utf8))
        } catch {
            throw ServerArguments.UsageError(message: error.message)
        }
    }

    private func problem(_ text: String) -> String {
        do {
            _ = try settings(text)
            return "taken"
        } catch {
            return "\(error)"
        }
    }

    @Test func emptyConfigurationGivesTheDefaults() throws {
        #expect(try settings("{}") == ServerSettings())
        #expect(ServerSettings().contradiction == nil)
    }

    @Test func everyKeyIsReadAndChangesTheSettings() throws {
        var expected = ServerSettings()
        expected.host = "::1"
        expected.port = 0
        expected.storage = .file("/a \"b\"")
        expected.clock = .virtual
        expected.logFormat = .json
        expected.tokens = "t"
        expected.advertised = "tool.example:1"
        expected.releaseSeconds = 60
        expected.limitsRate = false
        expected.hosts = ["tool.example", "[fe80::1]"]
        expected.origins = ["https://tool.example", "http://localhost:3000"]
        for name in Limits.Name.allCases { expected.limits[name] = name.range.lowerBound }
        for name in ConsentPolicy.Name.allCases { expected.consent[name] = name.range.lowerBound }
        for name in ActionPolicy.Name.allCases { expected.action[name] = name.range.lowerBound }
        #expect(try settings(expected.text(environment: [:])) == expected)
        expected.storage = .ephemeral
        #expect(try settings(expected.text(environment: [:])) == expected)
        // Each row of the reference names a key that changes the settings.
        for row in ServerSettings.reference {
            let parts = row.key.split(separator: ".").map(String.init)
            let whole = try JSONReader.read(Array(Self.other.utf8)).value
            let value = try #require(parts.count == 2 ? whole[parts[0]]?[parts[1]] : whole[parts[0]], "\(row.key)")
            let text = String(decoding: JSONWriter.bytes(of: value), as: UTF8.self)
            let file = parts.count == 2 ? "{\"\(parts[0])\":{\"\(parts[1])\":\(text)}}" : "{\"\(row.key)\":\(text)}"
            #expect(try settings(file) != ServerSettings(), "\(row.key)")
        }
    }

    /// A configuration that gives each key a value other than its default.
    private static var other: String {
        let limits = Limits.Name.allCases.map { "\"\($0.rawValue)\": \($0.range.lowerBound)" }.joined(separator: ",")
        let consent = ConsentPolicy.Name.allCases.map { "\"\($0.rawValue)\": \($0.range.lowerBound)" }
            .joined(separator: ",")
        let action = ActionPolicy.Name.allCases.map { "\"\($0.rawValue)\": \($0.range.lowerBound)" }
            .joined(separator: ",")
        return """
            {"host": "::1", "port": 1, "data": "x", "ephemeral": true, "clock": "virtual", "logFormat": "json",
            "advertise": "a:1", "releaseAfter": 5, "tokens": "x", "rateLimit": false, "hosts": ["a"], "origins": ["http://a"], "limits": {\(limits)},
            "consent": {\(consent)}, "action": {\(action)}}
            """
    }

    @Test func commentsAreIgnoredOutsideStrings() throws {
        let text = """
            // "port": 1,
            {/**/"data": "a//b/*c*/\\"//d", /* "port": 2,
            */ "port": 3 /**/} // the end
            """
        let read = try settings(text)
        #expect(read.port == 3)
        #expect(read.storage == .file("a//b/*c*/\"//d"))
        #expect(problem("{ /* }").hasPrefix("line 1, column 3: a comment is not closed"))
        #expect(problem("{ /*/ }").contains("a comment is not closed"))
        #expect(problem("{\n  // x\n  \"port\" 1}").hasPrefix("line 3, column 10: "))
        #expect(problem("{ / }").contains("line 1, column 3"))
        #expect(problem("{\"data\": \"//").contains("line 1"))
    }

    @Test(arguments: [
        ("[]", "a configuration must be an object, and this is an array"), ("", "line 1, column 1"),
        ("{\"ports\": 1}", "there is no key ports; did you mean port?"),
        ("{\"nonsense\": 1}", "there is no key nonsense"),
        ("{\"limits\": {\"textCharacter\": 1}}", "no key limits.textCharacter; did you mean limits.textCharacters?"),
        ("{\"port\": 1, \"port\": 2}", "the key “port” comes twice"),
        ("{\"port\": 65536}", "port must be a whole number from 0 to 65535, and is 65536"),
        ("{\"port\": \"1\"}", "port must be a whole number from 0 to 65535, and is \"1\""),
        ("{\"port\": 1.5}", "and is 1.5"), ("{\"port\": null}", "and is null"),
        ("{\"host\": \"no such host\"}", "host must be an IPv4 or IPv6 address"),
        ("{\"data\": \"\"}", "data must be a path or a `postgres://` address, and is \"\""),
        ("{\"data\": \"x\", \"ephemeral\": true}", "give one of data and ephemeral"),
        ("{\"ephemeral\": 1}", "ephemeral must be true or false, and is 1"),
        ("{\"clock\": \"fast\"}", "clock must be \"real\" or \"virtual\", and is \"fast\""),
        ("{\"logFormat\": true}", "logFormat must be \"text\" or \"json\", and is true"),
        ("{\"hosts\": \"a\"}", "hosts must be a list of"), ("{\"hosts\": [\"a\", \"b:1\"]}", "hosts[1] must be"),
        ("{\"hosts\": [\"A\"]}", "hosts[0] must be"), ("{\"origins\": [\"tool.example\"]}", "origins[0] must be"),
        ("{\"origins\": [\"https://tool.example/\"]}", "origins[0] must be"),
        ("{\"limits\": []}", "limits must be an object, and is an array"),
        ("{\"consent\": 7}", "consent must be an object, and is 7"),
        ("{\"consent\": {\"notNow\": 1}}", "no key consent.notNow; did you mean consent.notNowMax?"),
        ("{\"consent\": {\"notNowMax\": 0}}", "consent.notNowMax must be a whole number from 1 to 1000, and is 0"),
        (
            "{\"consent\": {\"postponementMilliseconds\": -1}}",
            "consent.postponementMilliseconds must be a whole number from 0 to 31622400000, and is -1"
        ),
        ("{\"action\": {\"timeLimit\": 1}}", "no key action.timeLimit"),
        (
            "{\"action\": {\"timeLimitMilliseconds\": 99}}",
            "action.timeLimitMilliseconds must be a whole number from 100 to 3600000, and is 99"
        ),
        ("{\"limits\": {\"worlds\": []}}", "limits.worlds must be a whole number from 1 to 1000000, and is an array"),
    ])
    func invalidConfigurationIsRefusedWithItsProblem(text: String, expected: String) {
        #expect(problem(text).contains(expected), "\(problem(text))")
    }

    @Test(arguments: Limits.Name.allCases) func limitOutsideItsRangeIsRefused(name: Limits.Name) throws {
        func file(_ value: Int) -> String { "{\"limits\": {\"\(name.rawValue)\": \(value)}}" }
        let range = name.range
        for value in [range.lowerBound, range.upperBound] {
            #expect(try settings(file(value)).limits[name] == value)
        }
        for value in [range.lowerBound - 1, range.upperBound + 1] {
            #expect(
                problem(file(value))
                    == "limits.\(name.rawValue) must be a whole number from \(range.lowerBound) to "
                    + "\(range.upperBound), and is \(value)")
        }
        #expect(range.contains(Limits.standard[name]))
    }

    @Test func contradictoryLimitsAreRefused() throws {
        func contradiction(_ change: (inout Limits) -> Void) -> String {
            var settings = ServerSettings()
            change(&settings.limits)
            return settings.contradiction ?? "none"
        }
        #expect(contradiction { _ in } == "none")
        #expect(contradiction { $0.messageBytes = 242_048 } == "none")
        #expect(contradiction { $0.messageBytes = 242_047 }.hasPrefix("limits.messageBytes is 242047"))
        #expect(contradiction { $0.unsentBytes = 3_145_728 } == "none")
        #expect(contradiction { $0.unsentBytes = 3_145_727 }.hasPrefix("limits.unsentBytes is 3145727"))
        #expect(contradiction { $0.edits = 31 } == "none")
        #expect(contradiction { $0.edits = 32 }.contains("earlier texts"))
        #expect(contradiction { $0.messageBytes = 20 << 20 }.contains("unsentBytes"))
        #expect(contradiction { $0.unsentBytesOfPerson = $0.unsentBytes } == "none")
        #expect(contradiction { $0.unsentBytesOfPerson = $0.unsentBytes - 1 }.contains("one session of a person"))
        #expect(contradiction { $0.unsentBytesOfServer = $0.unsentBytesOfPerson } == "none")
        #expect(contradiction { $0.unsentBytesOfServer = $0.unsentBytesOfPerson - 1 }.contains("one person"))
        let over: ServerSettings = try settings("{\"limits\": {\"messageBytes\": 4096}}")
        #expect(throws: ServerArguments.UsageError.self) { try ServerArguments([]).settings(over: over) }
    }

    @Test func commandLineOverridesTheConfigurationFile() throws {
        let base = try settings(
            "{\"port\": 1, \"host\": \"::1\", \"data\": \"x\", \"clock\": \"virtual\", \"logFormat\": \"json\"}")
        let words = ["--port", "2", "--host=127.0.0.1", "--ephemeral", "--clock", "real", "--log-format", "text"]
        var expected = ServerSettings()
        expected.port = 2
        expected.storage = .ephemeral
        #expect(try ServerArguments(words).settings(over: base) == expected)
        #expect(try ServerArguments([]).settings(over: base) == base)
        #expect(try ServerArguments(["--no-rate-limit"]).settings().limitsRate == false)
    }

    /// The command line refuses the same values as the file.
    @Test(arguments: [
        (["--host", "x"], "--host must be an IPv4 or IPv6 address, or `localhost`, and is “x”"),
        (["--port", "x"], "--port must be a whole number from 0 to 65535, and is \"x\""),
        (["--port=65536"], "--port must be a whole number from 0 to 65535, and is 65536"),
        (["--clock", "x"], "--clock must be real or virtual, and is “x”"),
        (["--tokens", ""], "--tokens must be a path, and is “”"),
        (["--ephemeral", "--data", "x"], "give one of --data and --ephemeral, once"),
        (["--data", "x", "--data", "y"], "give one of --data and --ephemeral, once"),
    ])
    func invalidArgumentIsRefusedWithItsProblem(words: [String], expected: String) {
        #expect(throws: ServerArguments.UsageError(message: expected)) { try ServerArguments(words).settings() }
    }

    @Test func helpListsTheOptionOfEveryKey() {
        for option in ServerSettings.Key.allCases.compactMap(\.description.option) {
            #expect(ServerArguments.help.contains("\n  \(option)"))
        }
    }

    @Test(arguments: [
        ("0.0.0.0", false), ("::", false), ("192.168.0.1", false), ("127.0.0.1", true), ("::1", true),
        ("localhost", true), ("127.9.9.9", true),
    ])
    func hostBeyondLoopbackRequiresTokens(host: String, isLoopback: Bool) throws {
        var settings = ServerSettings()
        settings.host = host
        #expect((settings.contradiction == nil) == isLoopback)
        settings.tokens = "x"
        #expect(settings.contradiction == nil)
        settings.tokens = "postgres:///db"
        #expect(settings.contradiction?.contains("tokens must be a file") == true)
        // The tokens of a database are known only once it is open.
        (settings.tokens, settings.storage) = (nil, .init("postgres:///db"))
        #expect(settings.contradiction == nil)
        guard !isLoopback else { return }
        var configuration = SocketServer.Configuration()
        configuration.host = host
        #expect(throws: ListenError.self) {
            try SocketServer(configuration: configuration, log: MemoryEventLog(), isStored: false)
        }
    }

    /// Compares docs/reference/configuration.md with the code, in both directions.
    @Test func configurationPageListsEveryKey() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let text = try String(contentsOfFile: root.path + "/docs/reference/configuration.md", encoding: .utf8)
        let keys = try #require(text.components(separatedBy: "\n## ").first { $0.hasPrefix("Keys\n") })
        let rows = keys.split(separator: "\n").filter { $0.hasPrefix("| `") }.map(String.init)
        let expected = ServerSettings.reference.map { row in
            "| `\(row.key)` | \(row.meaning) | \(row.standard) | \(row.range) |"
        }
        #expect(rows == expected, "the table should be:\n\(expected.joined(separator: "\n"))")
        // The example on the page is a valid configuration.
        let example = try #require(text.components(separatedBy: "```jsonc server.jsonc\n").dropFirst().first)
        _ = try ServerArguments([]).settings(over: settings(example.components(separatedBy: "```")[0]))
    }
}
