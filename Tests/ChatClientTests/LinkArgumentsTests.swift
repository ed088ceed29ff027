import ChatProtocol
import Testing

@testable import ChatClient
@testable import ChatConnection
@testable import ChatScenario

/// The arguments of `chat-client link explain`, its files, and the text of an explanation.
struct LinkArgumentsTests {
    private func read(_ words: String, environment: [String: String] = [:]) throws(UsageError) -> LinkArguments? {
        try LinkArguments(words.split(separator: " ").map(String.init), environment: environment)
    }

    @Test func aServerIsAskedUnlessAFileIsGiven() throws {
        let plain = try #require(try read("explain https://a.example/1"))
        #expect(plain.endpoint == ServerEndpoint(host: "127.0.0.1", port: ServerEndpoint.standardPort))
        #expect(plain.world == "main" && plain.files.isEmpty && !plain.isJSON && plain.allowsColor)
        let other = try #require(
            try read("explain https://a.example/1 --server 127.0.0.1:7 --world w --json --no-color --token t"))
        #expect(other.endpoint == ServerEndpoint(host: "127.0.0.1", port: 7) && other.world == "w")
        #expect(other.isJSON && !other.allowsColor)
        #expect(other.credentials == Credentials("t"))
    }

    @Test func filesAndClaimsMayBeGivenAgainAndAgain() throws {
        let words = "--association a explain u --association=b --app x --domain d --app y --domain *.e"
        let arguments = try #require(try read(words))
        #expect(arguments.url == "u" && arguments.files == ["a", "b"])
        #expect(arguments.claims == [.init(app: "x", domain: "d"), .init(app: "y", domain: "*.e")])
        #expect(try read("--help") == nil)
    }

    @Test(arguments: [
        ("", "link: no action was given: chat-client link explain URL"),
        ("open u", "link: there is no action “open”: chat-client link explain URL"),
        ("explain", "link: no link was given: chat-client link explain https://notes.example/d/1"),
        ("explain u v", "link does not take “v”; put words with spaces in quotes"),
        ("explain u --association", "link: --association needs a value: --association FILE"),
        (
            "explain u --association f --app a",
            "link: --app and --domain come in pairs: --app BUNDLE --domain DOMAIN"
        ),
        (
            "explain u --app a --domain d",
            "link: --app and --domain need --association: a server already knows its apps"
        ),
        (
            "explain u --association f --server 127.0.0.1:7",
            "link: --server and --association cannot be combined: a file is checked without a server"
        ),
        ("explain u --json --json=1", "link: --json takes no value"),
        ("explain u --world a --world b", "link: give --world once"),
        ("explain u --asociation f", "link has no option --asociation; did you mean --association?"),
    ])
    func invalidArgumentsAreRefusedWithAReason(_ words: String, _ complaint: String) {
        let error = #expect(throws: UsageError.self) { try read(words) }
        #expect(error?.description == complaint)
    }

    @Test(arguments: [
        ("{\n \"a\": é}", "it is not valid JSON at line 2, column 7: no JSON value begins like this"),
        ("", "it is not valid JSON at line 1, column 1: the text ends where a value is expected"),
        (#"{"a": 1, "a": 2}"#, "the key “a” appears twice in one object"),
    ])
    func aFaultInJSONHasItsLineAndColumn(_ text: String, _ problem: String) {
        let error = #expect(throws: JSONText.Problem.self) { try JSONText.read(Array(text.utf8)) }
        #expect(error?.description == problem)
    }

    private let explanation = LinkExplanation(
        url: "https://a.example/", app: nil,
        steps: [
            .init(reason: Reason("ul-and", "No component."), outcome: .noMatch, app: AppID("x")),
            .init(reason: Reason("ul-first", "Kept \u{1B}[31m."), outcome: .excluded, app: AppID("y"), place: "p"),
        ])

    @Test func theStepsOfSeveralAppsAreToldApart() {
        let plain = LinkReport(style: ReportStyle(hasColors: false), isJSON: false)
        #expect(
            plain.text(of: explanation, title: "file")
                == """
                file
                https://a.example/ stays in the browser.

                  x:
                  · No component. (ul-and)
                  y:
                  ✗ Kept ^[[31m. (ul-first)


                """)
    }

    @Test func coloursAreForThoseWhoWantThemAndJSONIsTheWholeAnswer() throws {
        let colored = LinkReport(style: ReportStyle(hasColors: true), isJSON: false).text(of: explanation)
        #expect(colored.utf8.contains(sequence: "\u{1B}[31mstays in the browser\u{1B}[0m"))
        #expect(!colored.utf8.contains(sequence: "Kept \u{1B}[31m."), "what a file says drives no terminal")
        let line = LinkReport(style: ReportStyle(hasColors: true), isJSON: true).text(of: explanation)
        var fields = try JSONFields(try JSONReader.read(Array(line.utf8)).value)
        #expect(try LinkExplanation(from: &fields) == explanation)
    }
}
