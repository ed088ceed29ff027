import ChatProtocol
import Testing

@testable import ChatCore

@Suite struct SiteAssociationTests {
    private static let notes = AppID("com.example.notes")

    /// Returns the answer of a file with these components for an address: "opens 0", "excludes 1" or "no".
    private func verdict(_ components: String, _ address: String, defaults: String = "{}") throws -> String {
        let file = """
            {"applinks": {"defaults": \(defaults), "substitutionVariables": {"food": ["pizza", "pie"]},
             "details": [{"appIDs": ["ABCDE12345.com.example.notes"], "components": \(components)}]}}
            """
        let association = try SiteAssociation(JSONReader.read(Array(file.utf8)).value)
        switch association.answer(try CanonicalURL(address), for: Self.notes) {
        case .opens(let component): return "opens \(component.place.suffix(2).dropLast())"
        case .excludes(let component): return "excludes \(component.place.suffix(2).dropLast())"
        case .noComponent: return "no"
        case .unknownApp: return "unknown"
        }
    }

    /// Components, each with an address and the expected answer.
    static let rows: [(components: String, address: String, verdict: String)] = [
        (#"[{}]"#, "https://a.example/any?q#f", "opens 0"),
        (#"[{"/": "*"}]"#, "https://a.example", "opens 0"),
        (#"[{"/": "/buy/*"}]"#, "https://a.example/buy/", "opens 0"),
        (#"[{"/": "/buy/*"}]"#, "https://a.example/buy", "opens 0"),
        (#"[{"/": "/buy/*"}]"#, "https://a.example/buys", "no"),
        (#"[{"/": "/buy/", "exclude": true}, {"/": "*"}]"#, "https://a.example/buy", "excludes 0"),
        (#"[{"/": "/buy/*"}]"#, "https://a.example/BUY/1", "no"),
        (#"[{"/": "/buy/*", "caseSensitive": false}]"#, "https://a.example/BUY/1", "opens 0"),
        (#"[{"/": "/help/????"}]"#, "https://a.example/help/12", "no"),
        (#"[{"/": "/help/????"}]"#, "https://a.example/help/1234", "opens 0"),
        (#"[{"/": "abc", "?": "def"}]"#, "https://a.example/abc?def", "opens 0"),
        (#"[{"/": "abc", "?": "def"}]"#, "https://a.example/abc", "no"),
        (#"[{"/": "abc", "?": "def"}]"#, "https://a.example?def", "no"),
        (#"[{"?": {"productID": "12345"}}]"#, "https://a.example/?productID=12345", "opens 0"),
        (#"[{"?": {"productID": "12345"}}]"#, "https://a.example/?productID=1234", "no"),
        (#"[{"?": {"productID": "12345"}}]"#, "https://a.example/?x=1&productID=12345&y", "opens 0"),
        (#"[{"?": {"a": "1", "b": "2"}}]"#, "https://a.example/?b=2&a=1", "opens 0"),
        (#"[{"?": {"a": "1", "b": "2"}}]"#, "https://a.example/?a=1", "no"),
        (#"[{"?": {"a": "*"}}]"#, "https://a.example/", "opens 0"),
        (#"[{"?": {"a": "?*"}}]"#, "https://a.example/", "no"),
        (#"[{"?": {"a": "1"}}]"#, "https://a.example/?a=1&a=1", "opens 0"),
        (#"[{"?": {"a": "1"}}]"#, "https://a.example/?a=1&a=2", "no"),
        (#"[{"?": {"a b": "1"}}]"#, "https://a.example/?a%20b=1", "opens 0"),
        (#"[{"?": {"A": "X"}, "caseSensitive": false}]"#, "https://a.example/?a=x", "opens 0"),
        (#"[{"/": "*"}, {"/": "/e/*", "exclude": true}]"#, "https://a.example/e/1", "opens 0"),
        (#"[{"/": "/e/*", "exclude": true}, {"/": "*"}]"#, "https://a.example/e/1", "excludes 0"),
        (#"[{"/": "/e/*", "exclude": true}, {"/": "*"}]"#, "https://a.example/f/1", "opens 1"),
        (
            ##"[{"#": "no_universal_links", "exclude": true}, {"/": "*"}]"##,
            "https://a.example/x#no_universal_links", "excludes 0"
        ),
        (##"[{"#": "no_universal_links", "exclude": true}, {"/": "*"}]"##, "https://a.example/x#no", "opens 1"),
        (#"[{"/": "/$(food)/*"}]"#, "https://a.example/pie/1", "opens 0"),
        (#"[{"/": "/$(food)/*"}]"#, "https://a.example/soup/1", "no"),
        (#"[{"/": "/café", "percentEncoded": false}]"#, "https://a.example/caf%c3%a9", "opens 0"),
        (#"[{"/": "/a", "unknown": 7, "comment": "why"}]"#, "https://a.example/a", "opens 0"),
        ("[]", "https://a.example/a", "no"),
    ]

    @Test(arguments: rows.indices) func firstMatchingComponentDecides(_ index: Int) throws {
        let row = Self.rows[index]
        #expect(try verdict(row.components, row.address) == row.verdict, "\(row.components) \(row.address)")
    }

    @Test func settingOfAComponentOverridesTheDefaults() throws {
        let address = "https://a.example/BUY"
        let loose = #"{"caseSensitive": false}"#
        #expect(try verdict(#"[{"/": "/buy"}]"#, address, defaults: loose) == "opens 0")
        #expect(try verdict(#"[{"/": "/buy", "caseSensitive": true}]"#, address, defaults: loose) == "no")
        let levels: JSONValue = [
            "applinks": [
                "defaults": ["caseSensitive": false],
                "details": [
                    [
                        "appID": "X.com.example.notes", "defaults": ["caseSensitive": true],
                        "components": [["/": "/buy"], ["/": "/sell", "caseSensitive": false]],
                    ]
                ],
            ]
        ]
        let association = try SiteAssociation(levels)
        #expect(association.answer(try CanonicalURL(address), for: Self.notes) == .noComponent)
        let sold = association.answer(try CanonicalURL("https://a.example/SELL"), for: Self.notes)
        #expect(sold == .opens(association.details[0].components[1]))
    }

    @Test func olderFileWithPathsIsRead() throws {
        let file: JSONValue = [
            "applinks": [
                "apps": [],
                "details": [["appID": "X.com.example.notes", "paths": ["NOT /videos/*", "/videos", "*"]]],
            ]
        ]
        let association = try SiteAssociation(file)
        let details = association.details[0].components
        let rows = [("/videos/1", 0), ("/videos", 0), ("/x", 2)]
        for (path, index) in rows {
            let answer = association.answer(try CanonicalURL("https://a.example" + path), for: Self.notes)
            #expect(answer == (index == 0 ? .excludes(details[0]) : .opens(details[index])))
        }
        #expect(details[0].place == "applinks.details[0].paths[0]")
    }

    @Test func defaultAssociationOpensEveryPathOfItsApp() throws {
        let association = try SiteAssociation(App.everyPath(for: Self.notes))
        guard case .opens = association.answer(try CanonicalURL("https://a.example/x?y#z"), for: Self.notes) else {
            Issue.record("not opened")
            return
        }
        #expect(association.answer(try CanonicalURL("https://a.example"), for: AppID("other")) == .unknownApp)
    }

    @Test(arguments: ["{}", #"{"webcredentials": {}}"#, #"{"applinks": {}}"#, #"{"applinks": {"details": []}}"#])
    func aFileWithoutDetailsNamesNoApp(_ file: String) throws {
        #expect(try SiteAssociation(JSONReader.read(Array(file.utf8)).value).details.isEmpty)
    }

    static let faults: [(file: String, fault: String)] = [
        ("7", "the file: expected an object, found a number"),
        (#"{"applinks": []}"#, "applinks: expected an object, found an array"),
        (#"{"applinks": {"details": 7}}"#, "applinks.details: expected an array, found a number"),
        (#"{"applinks": {"details": [7]}}"#, "applinks.details[0]: expected an object, found a number"),
        (
            #"{"applinks": {"details": [{"components": []}]}}"#,
            "applinks.details[0]: names no app: appIDs or appID is missing or empty"
        ),
        (
            #"{"applinks": {"details": [{"appID": "X.a", "components": [{}, {}, {"/": 7}]}]}}"#,
            #"applinks.details[0].components[2]["/"]: expected a string, found a number"#
        ),
        (
            #"{"applinks": {"details": [{"appID": "X.a", "components": [{"?": {"id": true}}]}]}}"#,
            #"applinks.details[0].components[0]["?"].id: expected a string, found a boolean"#
        ),
        (
            #"{"applinks": {"details": [{"appID": "X.a", "components": [{"?": []}]}]}}"#,
            #"applinks.details[0].components[0]["?"]: expected a string or an object, found an array"#
        ),
        (
            #"{"applinks": {"details": [{"appID": "X.a", "components": [{"exclude": "yes"}]}]}}"#,
            "applinks.details[0].components[0].exclude: expected true or false, found a string"
        ),
        (
            #"{"applinks": {"details": [{"appID": "X.a", "components": [{"/": "/$(food)"}]}]}}"#,
            #"applinks.details[0].components[0]["/"]: names the variable “food”, which is not defined"#
        ),
        (
            #"{"applinks": {"details": [{"appID": "X.a", "components": [{"/": "/$(food"}]}]}}"#,
            #"applinks.details[0].components[0]["/"]: begins a variable with “$(” but does not close it"#
        ),
        (
            #"{"applinks": {"substitutionVariables": {"food": ["a", 1]}}}"#,
            "applinks.substitutionVariables.food[1]: expected a string, found a number"
        ),
        (
            #"{"applinks": {"defaults": {"caseSensitive": null}}}"#,
            "applinks.defaults.caseSensitive: expected true or false, found null"
        ),
        (
            #"{"applinks": {"details": [{"appID": "X.a", "paths": ["/", 5]}]}}"#,
            "applinks.details[0].paths[1]: expected a string, found a number"
        ),
    ]

    @Test("an invalid app id is skipped with a warning, and the other apps of the file stay")
    func invalidAppIDIsSkipped() throws {
        let file: JSONValue = [
            "applinks": ["details": [["appIDs": ["notes", "X.com.example.notes", 7], "components": [["/": "/a"]]]]]
        ]
        let association = try SiteAssociation(file)
        #expect(association.details.map(\.apps) == [[Self.notes]])
        let problem = "expected an app id such as “ABCDE12345.com.example.notes”"
        #expect(
            association.warnings
                == ["applinks.details[0].appIDs[0]: \(problem)", "applinks.details[0].appIDs[2]: \(problem)"])
    }

    @Test(arguments: faults.indices) func aMalformedFileIsRefusedWithThePlace(_ index: Int) throws {
        let (file, expected) = Self.faults[index]
        let json = try JSONReader.read(Array(file.utf8)).value
        let fault = #expect(throws: SiteAssociation.Fault.self) { _ = try SiteAssociation(json) }
        #expect(fault?.description == expected)
    }
}
