import ChatTestKit
import FoundationEssentials
import Testing

@testable import ChatClient
@testable import ChatScenario

/// `chat-client link explain` with association files, as a person would use it on a real one.
struct LinkCommandTests {
    private struct Shown {
        var status: Int32
        var output = ""
        var complaints = ""
    }

    private func explain(_ words: [String], files: [String: String] = [:]) throws -> Shown {
        let folder = FileManager.default.temporaryDirectory.appending(path: "understudy-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for (name, text) in files { try Data(text.utf8).write(to: folder.appending(path: name)) }
        var shown = Shown(status: -1)
        let environment = PlayEnvironment(
            output: { shown.output += $0 }, complaints: { shown.complaints += $0 })
        let words = words.map { files[$0] == nil ? $0 : folder.appending(path: $0).path }
        let status = LinkCommand.run(
            ["explain"] + words, stage: { _ in try EmbeddedServer() }, environment: environment)
        shown.status = status
        shown.output.replace(folder.path + "/", with: "")
        shown.complaints.replace(folder.path + "/", with: "")
        return shown
    }

    /// The main part of the example in the reference.
    private let example = """
        {"applinks": {"details": [{
          "appIDs": ["ABCDE12345.com.example.app", "ABCDE12345.com.example.app2"],
          "components": [
            {"#": "no_universal_links", "exclude": true, "comment": "Not in the app"},
            {"/": "/buy/*"},
            {"/": "/help/website/*", "exclude": true},
            {"/": "/help/*", "?": {"articleNumber": "????"}}
          ]
        }]}, "webcredentials": {"apps": ["ABCDE12345.com.example.app"]}}
        """

    @Test func theComponentThatDecidedIsShown() throws {
        let shown = try explain(
            ["https://Example.com/help/1?articleNumber=1234", "--association", "aasa"], files: ["aasa": example])
        #expect(shown.status == LinkCommand.opens)
        #expect(
            shown.output
                == """
                https://example.com/help/1?articleNumber=1234 opens in com.example.app.

                  · applinks.details[0].components[0] does not match (“Not in the app”): \
                the fragment is not “no_universal_links”. (ul-and)
                  · applinks.details[0].components[1] does not match: the path is not “/buy/*”. (ul-and)
                  · applinks.details[0].components[2] does not match: the path is not “/help/website/*”. (ul-and)
                  ✓ applinks.details[0].components[3] gives the link to com.example.app. (ul-first)


                """)
    }

    @Test(arguments: [
        ("https://example.com/buy/1#no_universal_links", "keeps the link from com.example.app (“Not in the app”)"),
        ("https://example.com/help/website/1", "keeps the link from com.example.app."),
        ("https://example.com/help/1?articleNumber=12345", "the query item “articleNumber” is not “????”"),
        ("https://example.com/", "No component of com.example.app2 matches the link."),
    ])
    func aLinkThatStaysInTheBrowserSaysWhy(_ url: String, _ words: String) throws {
        let shown = try explain([url, "--association", "aasa"], files: ["aasa": example])
        #expect(shown.status == LinkCommand.staysInBrowser)
        #expect(shown.output.contains("stays in the browser.") && shown.output.contains(words), "\(shown.output)")
    }

    @Test func bothSidesCanBeGiven() throws {
        func status(_ words: String...) throws -> Int32 {
            try explain(
                ["https://shop.example.com/buy/1", "--association", "aasa"] + words, files: ["aasa": example]
            ).status
        }
        #expect(try status("--app", "com.example.app", "--domain", "*.example.com") == 0)
        #expect(try status("--app", "ABCDE12345.com.example.app", "--domain", "applinks:*.example.com") == 0)
        #expect(try status("--app", "com.example.app", "--domain", "example.com") == 1)
        #expect(
            try status(
                "--app", "com.example.app", "--domain", "example.com", "--app", "com.example.app", "--domain",
                "shop.example.com")
                == 0)
        #expect(try status("--app", "com.example.other", "--domain", "*.example.com") == 1)
        #expect(try status("--app", "com.example.app", "--domain", "https://example.com") == 2)
    }

    @Test func ofSeveralFilesEachIsLookedAtByItself() throws {
        let other = #"{"applinks": {"details": []}}"#
        let shown = try explain(
            ["https://example.com/buy/1", "--association", "old", "--association", "new", "--json"],
            files: ["old": example, "new": other])
        #expect(shown.status == LinkCommand.staysInBrowser)
        let lines = shown.output.split(separator: "\n")
        #expect(
            lines.count == 2 && lines[0].contains(#""outcome":"opens""#) && lines[1].contains(#""outcome":"noApp""#))
        let words = try explain(
            ["https://example.com/buy/1", "--association", "old", "--association", "new"],
            files: ["old": example, "new": example])
        #expect(words.status == LinkCommand.opens)
        #expect(words.output.hasPrefix("old\nhttps://") && words.output.contains("\nnew\nhttps://"))
    }

    static let faults: [(file: String, complaint: String)] = [
        (
            #"{"applinks": {"details": [{"appID": "X.a", "components": [{"/": 7}]}]}}"#,
            #"aasa: applinks.details[0].components[0]["/"]: expected a string, found a number."#
        ),
        ("{\n  \"applinks\": [,]}", "aasa: it is not valid JSON at line 2, column 16: no JSON value begins like this"),
        ("[]", "aasa: association must be an object, or null for a domain that serves nothing."),
        (
            #"{"x": ""# + String(repeating: "x", count: 131_072) + #""}"#,
            "aasa: the file: is longer than 131072 bytes, the limit of devices."
        ),
    ]

    @Test(arguments: faults.indices) func aFileThatIsNoAssociationIsRefusedWithThePlace(_ index: Int) throws {
        let row = Self.faults[index]
        let shown = try explain(["https://example.com/", "--association", "aasa"], files: ["aasa": row.file])
        #expect(shown.status == LinkCommand.unusable)
        #expect(shown.complaints == "chat-client link: \(row.complaint)\n")
        #expect(shown.output.isEmpty)
    }

    @Test func invalidQuestionsEndWithStatusTwo() throws {
        #expect(try explain(["ftp://example.com/", "--association", "aasa"], files: ["aasa": example]).status == 2)
        #expect(try explain(["https://example.com/", "--association", "/nowhere/at/all"]).status == 2)
        #expect(try explain(["https://example.com/", "--asociation", "x"]).status == 2)
    }

    @Test func aServerIsAskedWhereNoFileIsGiven() throws {
        let shown = try explain(["https://example.com/"])
        #expect(shown.status == LinkCommand.staysInBrowser)
        #expect(shown.output.contains("No app names the domain example.com. (ul-entitlement)"))
    }
}
