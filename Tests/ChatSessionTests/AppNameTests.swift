import ChatProtocol
import Testing

@testable import AppModel
@testable import ChatConnection
@testable import ChatScreens
@testable import ChatSession

/// The names of apps in Messages, and the person's settings for each app.
struct AppNameTests {
    private let app = AppID("com.zeta.k7")
    private let url = "https://pack.example/list"

    private func link(_ url: String) -> MessageLink {
        MessageLink(url: url, app: app, title: nil, range: TextRange(location: 0, length: url.utf16.count))
    }

    private func message(_ desk: Desk) -> Message {
        var message = desk.message(1, url)
        message.links = [link(url)]
        return message
    }

    private func names(_ requests: [ClientRequest]) -> [AppID] {
        requests.compactMap { if case .appName(let app) = $0 { app } else { nil } }
    }

    private func tell(_ name: String, _ desk: inout Desk) throws {
        let answer = try JSONReader.read(Array(#"{"app":{"id":"com.zeta.k7","name":"\#(name)"}}"#.utf8)).value
        desk.model.apply(.result(.appName(app), clientID: nil, answer))
    }

    @Test("a question that is not printed yet has the app's registered name")
    func waitingQuestionHasTheRegisteredName() throws {
        var desk = try Desk()
        try desk.open(entries: [.message(message(desk))])
        let question = ConsentRequest(id: ConsentID("q1"), app: app, conversation: desk.conversation, url: url)
        try desk.notify(.consentRequested(question))
        try tell("Packing Lists", &desk)
        let prompts = desk.model.outbox.drain(\.facts).compactMap { fact -> ConsentPrompt? in
            if case .consent(let prompt) = fact { prompt } else { nil }
        }
        #expect(prompts.map(\.app) == ["Packing Lists"])
    }

    @Test func anAppIsCalledByItsRegisteredName() throws {
        var desk = try Desk()
        try desk.open(entries: [.message(message(desk))])
        #expect(names(desk.model.outbox.drain(\.requests)) == [app], "asked for once it is met")
        let question = ConsentRequest(id: ConsentID("q1"), app: app, conversation: desk.conversation, url: url)
        try desk.notify(.consentRequested(question))
        #expect(desk.model.state.consents[0].app == "K7", "a guess until it is told")
        #expect(desk.messages[0].cards[0].app == "K7")
        desk.model.state.view.sheet = .consent(desk.model.state.consents[0])
        try tell("Packing Lists", &desk)
        #expect(desk.messages[0].cards[0].app == "Packing Lists")
        #expect(desk.model.state.consents[0].app == "Packing Lists")
        #expect(desk.model.state.settings.apps.map(\.title) == ["Packing Lists"])
        if case .consent(let prompt)? = desk.model.state.view.sheet {
            #expect(prompt.app == "Packing Lists", "also where it is asked at the moment")
        } else {
            Issue.record("the question is gone")
        }
        try desk.notify(.messagePosted(message(desk), alert: false))
        #expect(names(desk.model.outbox.drain(\.requests)).isEmpty, "not asked for again")
    }

    @Test func printedLinesWaitForTheAppsName() throws {
        var desk = try Desk()
        try desk.open(entries: [.message(message(desk))])
        #expect(desk.namedFacts().isEmpty)
        try tell("Packing Lists", &desk)
        let lines = desk.namedFacts().flatMap { PlainRenderer.lines($0) }
        #expect(lines.contains("[Weekend] link 1: (Packing Lists) https://pack.example/list"))
        // Without a name from the server the client guesses one from the identifier.
        var other = try Desk()
        try other.open(entries: [.message(message(other))])
        other.model.apply(.refusal(.appName(app), clientID: nil, RPCError(.unknownMethod, "No.")))
        let guessed = other.namedFacts().flatMap { PlainRenderer.lines($0) }
        #expect(guessed.contains { $0.contains("(K7)") })
    }

    @Test func aNameThatWasLostOnTheWayIsAskedForAgain() throws {
        var desk = try Desk()
        try desk.open(entries: [.message(message(desk))])
        _ = desk.model.outbox.drain(\.requests)
        desk.model.apply(.phase(.waiting(until: 0)))
        desk.model.apply(.welcome(isFresh: false, now: nil))
        #expect(names(desk.model.outbox.drain(\.requests)) == [app])
        try tell("Packing Lists", &desk)
        desk.model.apply(.phase(.waiting(until: 0)))
        desk.model.apply(.welcome(isFresh: false, now: nil))
        #expect(names(desk.model.outbox.drain(\.requests)).isEmpty)
    }

    /// The switch of a newly named app works at once, before the next settings arrive.
    @Test func anAppOfALinkCanBeSwitchedAtOnce() throws {
        var desk = try Desk()
        try desk.open(entries: [.message(message(desk))])
        try tell("Packing Lists", &desk)
        let actions = try ChatUpdate.run(on: &desk.model.state) {
            try $0.perform("/auto on Packing Lists")
        }
        #expect(actions == [.setApp(id: "com.zeta.k7", isOn: true)])
    }

    /// auto-offer: a person who answered Not Now or Never counts as asked.
    @Test(arguments: [
        (SettingChange.Standing.postponed, "not now"), (.never, "never"), (.unset, "not asked"),
    ])
    func theSettingsShowHowThePersonAnsweredForAnApp(standing: SettingChange.Standing, word: String) throws {
        var desk = try Desk()
        try desk.open(entries: [.message(message(desk))])
        _ = desk.model.outbox.drain(\.requests)
        desk.model.perform(.loadSettings)
        #expect(desk.model.outbox.drain(\.requests) == [.standings, .settings(isAsked: true)])
        func change(_ from: SettingChange.Standing, _ to: SettingChange.Standing) -> SettingChange {
            SettingChange(at: desk.start, scope: .app(app), from: from, to: to, cause: Reason("pin-signal", "x"))
        }
        let changes = [change(.unset, .offered), change(.offered, standing)]
        let list = changes.map { String(decoding: JSONWriter.bytes(of: $0), as: UTF8.self) }.joined(separator: ",")
        let answer = try JSONReader.read(Array(#"{"changes":[\#(list)],"more":false}"#.utf8)).value
        desk.model.apply(.result(.standings, clientID: nil, answer))
        #expect(desk.model.state.settings.apps.map(\.undecided) == [word])
        let sheet = Sheets.sheet(.settings, in: desk.model.state)
        #expect(sheet.choices.contains { $0.label == "K7" && $0.value == "[ \(word) ]" })
        #expect(PlainRenderer.lines(.settings(desk.model.state.settings)).contains("(settings) app K7: \(word)"))
        #expect(desk.model.state.view.sheet == nil, "the audit itself was not asked for")
    }

    /// swy-pin-list: pins are listed by the time of pinning, not by message or by last share.
    @Test func pinsStandNewestFirst() throws {
        func highlight(_ number: Int, pinnedAt: Int64) throws -> PersonHighlight {
            let at = Instant(milliseconds: pinnedAt)
            return PersonHighlight(
                id: HighlightID("h\(number)"), url: "https://pack.example/\(number)", app: app, title: "List \(number)",
                subtitle: nil, pinned: true, sharedAt: Instant(milliseconds: Int64(number)),
                attribution: [
                    .init(handle: try #require(Handle("bea")), name: "Bea", conversation: ConversationID("c1"))
                ],
                why: Reason("rank-pins-next", "pinned"),
                ranking: HighlightRanking(
                    score: 1, threshold: 1, signals: [.init(signal: .pinned, weight: 1, at: at, value: 1)]))
        }
        var desk = try Desk()
        let entries = (1...3).map { number -> ThreadEntry in
            var message = desk.message(Int64(number), "https://pack.example/\(number)")
            message.links = [link(message.text)]
            return .message(message)
        }
        // The first link is older than the loaded part of the thread.
        try desk.open(entries: Array(entries.dropFirst()))
        let shelf = try [highlight(3, pinnedAt: 10), highlight(1, pinnedAt: 20), highlight(2, pinnedAt: 30)]
        try desk.answer(.shelf(isAsked: false), .highlights(shelf, more: false))
        #expect(desk.model.state.threads["c1"]?.pins.map(\.url.last) == ["2", "1", "3"])
    }

    /// manage-view: an app's title for its own management arrives with its name; the system's default title counts as
    /// none.
    @Test func theAppsManagementTitleArrivesWithItsName() throws {
        var desk = try Desk()
        try desk.open(entries: [.message(message(desk))])
        let share = Share(
            id: ShareID("s1"), app: app, title: "List", url: url, backend: .custom, owner: desk.me, access: .private,
            permission: .readWrite, allowsInviting: false,
            participants: [.init(handle: desk.me, role: .owner, permission: .readWrite, acceptance: .accepted)],
            createdAt: Instant(milliseconds: 0), document: DocumentID("d1"))
        func tell(_ title: String) throws {
            let text = #"{"app":{"id":"com.zeta.k7","name":"Lists","manageTitle":"\#(title)"}}"#
            desk.model.apply(
                .result(.appName(app), clientID: nil, try JSONReader.read(Array(text.utf8)).value))
        }
        try desk.notify(.shareChanged(ShareView(share, seenBy: desk.me)))
        #expect(desk.model.state.shares[url]?.manageTitle == nil)
        try tell("Manage Lists")
        #expect(desk.model.state.shares[url]?.manageTitle == "Manage Lists", "also of what came before")
        try desk.notify(.shareChanged(ShareView(share, seenBy: desk.me)))
        #expect(desk.model.state.shares[url]?.manageTitle == "Manage Lists")
        try tell(App.standardManageTitle)
        #expect(desk.model.state.shares[url]?.manageTitle == nil)
    }
}
