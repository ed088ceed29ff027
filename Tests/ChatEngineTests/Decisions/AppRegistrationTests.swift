import ChatProtocol
import ChatTestKit
import Testing

@testable import ChatCore
@testable import ChatEngine

/// Registrations of apps: their members, refusals and readers.
struct AppRegistrationTests {
    private let trip: TripFixture

    init() throws { trip = try TripFixture() }

    /// Returns the message with which a registration with one more member is refused; nil if it succeeds.
    private func refusal(_ member: String, _ value: JSONValue) -> String? {
        let members: [JSONObject.Member] = [
            .init(key: "app", value: "com.example.notes"), .init(key: "name", value: "Notes"),
            .init(key: "domains", value: ["notes.example"]), .init(key: member, value: value),
        ]
        do {
            try trip.observer.ask("app.register", .object(JSONObject(members)))
            return nil
        } catch {
            return (error as? RPCError)?.message
        }
    }

    private static let note = AppPreview(
        path: "/d/*", content: LinkPreview(title: "A note", subtitle: "On paper", glyph: "📝", colour: .yellow))

    private func register(_ previews: [AppPreview], hideTitle: String? = nil) throws {
        try trip.observer.app.register(
            app: "com.example.notes", name: "Notes", domains: ["notes.example"], previews: previews,
            menuTitleForHideAction: hideTitle)
    }

    @Test("app.get returns an app's previews and hide title, also after a restart")
    func registrationHasPreviewsAndHideTitle() throws {
        let previews = [Self.note, AppPreview(path: "*", content: LinkPreview(title: "Notes"))]
        try register(previews, hideTitle: "Remove Item")
        let observed = try trip.observer.app.get(app: "com.example.notes")
        #expect(observed.previews == previews)
        #expect(observed.menuTitleForHideAction == "Remove Item")
        #expect(observed.association != nil)
        #expect(try trip.app.app.get() == observed, "an app may ask about itself")
        #expect(try trip.app.app.get(app: "com.example.notes") == observed)
        let seen = try trip.anna.app.get(app: "com.example.notes")
        #expect(seen.association == nil && seen.previews == observed.previews)
        try trip.server.restart()
        #expect(try trip.server.observer().app.get(app: "com.example.notes") == observed)
    }

    @Test("an app can read only its own registration")
    func appReadsOnlyItsOwnRegistration() {
        #expect(trip.app.refusal { try $0.app.get(app: "com.example.maps") } == .forbidden)
        #expect(trip.anna.refusal { try $0.app.get() } == .invalidParams)
        #expect(trip.anna.refusal { try $0.app.get(app: "com.example.maps") } == .notFound)
    }

    @Test("a highlight has the preview that its app registered for its path")
    func highlightHasTheRegisteredPreview() throws {
        try register([Self.note, AppPreview(path: "/e/*", content: LinkPreview(title: "Else"))])
        for number in ["d/1", "d/2", "e/1", "f/1"] {
            let url = "https://notes.example/\(number)"
            if number != "d/1" {
                try trip.anna.message.send(conversation: trip.conversation, text: url)
            }
            try trip.bea.link.pin(conversation: trip.conversation, url: url)
        }
        let shelf = try trip.bea.highlight.list().highlights
        #expect(shelf.map(\.title) == ["notes.example/f/1", "Else", "A note", "Trip plan"])
        #expect(shelf[0].preview == LinkPreview(title: "notes.example/f/1"))
        #expect(shelf[1].preview == LinkPreview(title: "Else"))
        #expect(shelf[2].preview == Self.note.content)
        #expect(shelf[2].subtitle == "On paper")
        #expect(
            shelf[3].preview.title == "A note", "the share is called by its own name, and looks as the app says")
        let seenByApp = try #require(
            try trip.server.app(as: "bea").ask("highlight.list")["highlights"]?.arrayValue)
        #expect(seenByApp.allSatisfy { $0["preview"] == nil })
    }

    static let refused: [(member: String, value: JSONValue, words: String)] = [
        ("menuTitleForHideAction", "Get rid of it", "must contain the word Remove or Hide"),
        ("menuTitleForHideAction", "Unhidden", "must contain the word Remove or Hide"),
        ("menuTitleForHideAction", "", "must not be empty"),
        ("menuTitleForHideAction", .string("Hide " + String(repeating: "x", count: 200)), "the limit is 200"),
        ("previews", [["path": "/d/*"]], "previews[0].title"),
        ("previews", [["title": "x"]], "previews[0].path"),
        ("previews", [["path": "$(nothing)", "title": "x"]], "previews[0].path names the variable"),
        ("previews", [["path": "*", "title": " "]], "previews[0].title must not be empty"),
        ("previews", [["path": "*", "title": "x", "subtitle": ""]], "previews[0].subtitle must not be empty"),
        ("previews", [["path": "*", "title": "x", "glyph": "ab"]], "previews[0].glyph must be one visible character"),
        ("previews", [["path": "*", "title": "x", "glyph": " "]], "previews[0].glyph must be one visible character"),
        ("previews", [["path": "*", "title": "x", "colour": "beige"]], "previews[0].colour must be one of: red"),
        ("previews", [["path": "/", "title": "t", "subtile": "x"]], "previews[0].subtile is not a member"),
        (
            "previews", [["path": .string("/" + String(repeating: "a", count: 200)), "title": "t"]],
            "previews[0].path has 201 characters, and 200 is the limit"
        ),
        (
            "previews", .array([JSONValue](repeating: ["path": "*", "title": "x"], count: 101)),
            "an app has 100 at most"
        ),
        ("documentTypes", [""], "documentTypes[0] must be 1 to 20 lowercase letters and digits, without a dot"),
        ("documentTypes", ["note", ".note"], "documentTypes[1] must be 1 to 20 lowercase letters and digits"),
        ("documentTypes", ["Note"], "documentTypes[0] must be 1 to 20 lowercase letters and digits"),
        ("documentTypes", .array([JSONValue](repeating: "x", count: 21)), "an app has at most 20"),
        ("sharingMethods", [], "sharingMethods must name at least one method"),
        ("manageTitle", " ", "manageTitle must not be empty"),
        ("shareOptions", ["summaries": []], "shareOptions.groups is missing"),
        (
            "shareOptions", ["groups": [["kind": "radio", "identifier": "g", "options": []]]],
            "shareOptions.groups[0].kind must be one of: switches, picker"
        ),
        (
            "shareOptions", ["groups": [["kind": "switches", "identifier": "g", "options": []]]],
            "shareOptions.groups[0].options must not be empty"
        ),
        (
            "shareOptions",
            ["groups": [["kind": "switches", "identifier": "g", "options": [["identifier": "a", "title": ""]]]]],
            "shareOptions.groups[0].options[0].title must not be empty"
        ),
        (
            "shareOptions",
            [
                "groups": [
                    [
                        "kind": "switches", "identifier": "g", "footer": "",
                        "options": [["identifier": "a", "title": "A"]],
                    ]
                ]
            ], "shareOptions.groups[0].footer must not be empty"
        ),
        (
            "shareOptions",
            [
                "groups": [
                    [
                        "kind": "picker", "identifier": "g",
                        "options": [
                            ["identifier": "a", "title": "A"], ["identifier": "b", "title": "B", "isSelected": true],
                        ],
                    ]
                ]
            ], "shareOptions.groups[0].options[1].isSelected must not be set in a picker"
        ),
        (
            "shareOptions",
            [
                "groups": [
                    [
                        "kind": "switches", "identifier": "g",
                        "options": [["identifier": "a", "title": "A", "efect": "x"]],
                    ]
                ]
            ], "shareOptions.groups[0].options[0].efect is not a member"
        ),
        ("association", ["applinks": ["details": 7]], "applinks.details: expected an array, found a number"),
        ("association", "text", "the file: expected an object, found a string"),
    ]

    @Test("an invalid member of a registration is refused by its name", arguments: refused.indices)
    func invalidMemberIsRefused(_ index: Int) throws {
        let row = Self.refused[index]
        let state = trip.server.state
        let message = refusal(row.member, row.value)
        #expect(message?.contains(row.words) == true, "\(message ?? "done")")
        #expect(trip.server.state == state)
    }

    @Test("an app can have at most a hundred domains")
    func appHasAtMostAHundredDomains() throws {
        func register(_ count: Int) -> RPCError.Reason? {
            let domains = (0..<count).map { "a\($0).example" }
            return trip.observer.refusal { try $0.app.register(app: "many", name: "Many", domains: domains) }
        }
        #expect(register(App.domainsMax + 1) == .invalidParams)
        #expect(register(App.domainsMax) == nil)
    }

    @Test(
        "a title for the hide action with the word Remove or Hide is accepted",
        arguments: ["Remove", "remove item", "Hide", "Please HIDE this", "Remove-Item"])
    func hideTitleWithRemoveOrHideIsAccepted(_ title: String) throws {
        try register([], hideTitle: title)
    }

    @Test("the first preview that matches a link applies to it")
    func firstMatchingPreviewApplies() throws {
        let app = App(
            id: AppID("a"), name: "A", domains: [], association: [:], backends: [], capabilities: [],
            previews: [
                AppPreview(path: "/d/$(digit)", content: LinkPreview(title: "digit")),
                AppPreview(path: "d/*", content: LinkPreview(title: "document")),
            ])
        func title(_ path: String) throws -> String? {
            AppPreviews(app).preview(for: try CanonicalURL("https://a.example\(path)"))?.title
        }
        #expect(try title("/d/1") == "digit")
        #expect(try title("/d/12?x#y") == "document")
        #expect(try title("/e") == nil)
    }
}
