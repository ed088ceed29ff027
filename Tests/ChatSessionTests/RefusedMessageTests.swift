import ChatConnection
import ChatProtocol
import Testing

@testable import ChatScreens
@testable import ChatSession
@testable import ChatTerminal

/// A refused message is restored with its file and its reply, also in the next client.
@Suite struct RefusedMessageTests {
    private let map = "/home/anna/map.pdf"

    /// Returns a person in Weekend, with another conversation.
    private func made() throws -> Desk {
        var desk = try Desk()
        try desk.open()
        var other = desk.about()
        (other.id, other.name) = (ConversationID("c2"), "Other")
        try desk.notify(.conversationChanged(other, line: nil))
        desk.settle()
        return desk
    }

    private func leave(_ desk: inout Desk) throws {
        var gone = desk.about()
        gone.left = true
        try desk.notify(.conversationChanged(gone, line: nil))
        desk.settle()
    }

    private func message(_ text: String, in desk: Desk, replyTo: String? = nil) -> SendMessage {
        SendMessage(
            conversation: desk.conversation, text: text, replyTo: replyTo.map { MessageID($0) },
            attachment: SentAttachment(name: "map.pdf", content: [1, 2, 3]))
    }

    /// Sends a message with a file, with or without a known path, and refuses it.
    private func refuse(_ message: SendMessage, path: String?, in desk: inout Desk, leaving: Bool = false) throws {
        let parts = DraftParts(conversation: desk.conversation, attachment: path)
        desk.model.echo(.request(.messageSend(message)), clientID: "x-1", parts: parts)
        if leaving { try leave(&desk) }
        desk.model.apply(.refusal(.request(.messageSend(message)), clientID: "x-1", RPCError(.notFound, "Not now.")))
    }

    private func press(_ key: Key, _ desk: inout Desk) {
        _ = ChatUpdate.apply(key, to: &desk.model.state, size: Size(columns: 80, rows: 24))
    }

    @Test("Up restores a message with its file when its conversation is gone", arguments: ["look", ""])
    func fileComesBack(text: String) throws {
        var desk = try made()
        try refuse(message(text, in: desk), path: map, in: &desk, leaving: true)
        #expect(desk.model.state.view.hint == "Not sent to “Weekend”: Not now. ↑ restores it")
        desk.turn(to: "c2")
        press(.up, &desk)
        #expect(desk.model.state.view.draft.text == text && desk.model.state.view.attachments["c2"] == map)
    }

    @Test(
        "a refusal names a file that must be attached again because its path is unknown",
        arguments: [("look", "↑ restores its text. Attach map.pdf again"), ("", "Attach map.pdf again")])
    func fileWithoutAPathIsNamed(text: String, way: String) throws {
        var desk = try made()
        try refuse(message(text, in: desk), path: nil, in: &desk, leaving: true)
        #expect(desk.model.state.view.hint == "Not sent to “Weekend”: Not now. \(way)")
        #expect(desk.model.unpostedWords.count == (text.isEmpty ? 0 : 1))
    }

    @Test("lines, which have no arrow up, read no promise of it")
    func linesReadNoPromise() throws {
        var desk = try made()
        desk.model.state.keys.areThere = false
        try refuse(message("look", in: desk), path: map, in: &desk, leaving: true)
        #expect(desk.model.state.view.hint == "Not sent to “Weekend”: Not now.")
    }

    @Test("a failed message in its thread comes back whole by Up, as the reply that it was")
    func failedReplyComesBackWhole() throws {
        var desk = try Desk()
        try desk.open(entries: [.message(desk.message(1, "which way?"))])
        try refuse(message("look", in: desk, replyTo: "m1"), path: map, in: &desk)
        #expect(desk.messages.last?.delivery == .failed("Not now."))
        press(.up, &desk)
        let view = desk.model.state.view
        #expect(view.draft.text == "look" && view.attachments["c1"] == map && view.purpose == .reply("m1"))
    }

    @Test("a refused text that begins with a slash comes back as a text")
    func slashComesBackAsText() throws {
        var desk = try made()
        try refuse(message("/home is where", in: desk), path: map, in: &desk, leaving: true)
        press(.up, &desk)
        desk.turn(to: "c2")
        press(.up, &desk)
        #expect(desk.model.state.view.draft.text == "//home is where")
    }

    @Test("the next client restores a refused message with its file, without a text too", arguments: ["look", ""])
    func nextClientRestoresTheFile(text: String) throws {
        try withFolder { folder in
            var desk = try made()
            try refuse(message(text, in: desk), path: map, in: &desk)
            #expect(DraftStore.inFolder(folder).keepChanges(desk.model.unpostedWords) == nil)
            let (_, changes) = DraftStore.inFolder(folder).load()
            #expect(changes == desk.model.unpostedWords, "the file's content is not stored twice")
            var next = try made()
            next.model.giveBack(changes, lost: 0)
            #expect(next.model.state.view.hint == "A message to “Weekend” was refused. ↑ restores it")
            press(.up, &next)
            #expect(next.model.state.view.draft.text == text && next.model.state.view.attachments["c1"] == map)
            #expect(next.model.unpostedWords.isEmpty, "the composer stores it now")
            next.model.echo(.request(.messageSend(message(text, in: next))), clientID: "x-2", parts: changes[0].parts)
            next.model.state.view.attachments = [:]
            #expect(next.model.known.unposted.isEmpty, "it is sent again")
        }
    }

    @Test("a message on its way keeps the path of its file for the next client")
    func pathOutlivesTheClient() throws {
        var state = ChatState(handle: "anna")
        let members = ["anna", "bea"].map { Member(handle: $0, name: $0) }
        state.threads = ["c1": ThreadState(conversation: "c1", title: "Trip", members: members)]
        let message = message("look", in: try Desk())
        try withFolder { folder in
            var drafts = KeptDrafts(DraftStore.inFolder(folder))
            drafts.keep(
                state, unanswered: [(.request(.messageSend(message)), "x-1")],
                parts: ["x-1": DraftParts(conversation: "c1", attachment: map)], at: 0)
            drafts = KeptDrafts(nil)
            var next = KeptDrafts(DraftStore.inFolder(folder))
            let again = next.takeChanges(state, at: 9).again
            #expect(again.map(\.clientID) == ["x-1"] && again.first?.parts?.attachment == map)
        }
    }

    @Test("a message of an earlier run whose conversation is gone comes back with its file")
    func lostConversationGivesTheFileBack() throws {
        var desk = try made()
        let place = DraftStore.Place(conversation: "c9", title: "Trip", members: [])
        var change = DraftStore.Change(
            .messageSend(message("look", in: desk)), clientID: "x-1", place: place, cursor: 0)
        desk.model.giveBack([change], lost: 0)
        let sentence = "A message was not sent: “Trip” is gone."
        #expect(desk.model.state.view.hint == "\(sentence) ↑ restores its text. Attach map.pdf again")
        change.attachment = map
        desk.model.giveBack([change], lost: 0)
        #expect(desk.model.state.view.hint == "\(sentence) ↑ restores it")
        press(.up, &desk)
        #expect(desk.model.state.view.attachments["c1"] == map)
    }

    @Test("a refused message outlives a client that ends at its line over another draft")
    func recalledMessageOutlivesTheClient() throws {
        var desk = try made()
        try refuse(message("look", in: desk), path: map, in: &desk)
        desk.model.state.view.attachments["c1"] = "own.pdf"
        for key in "mine" { press(.character(key), &desk) }
        press(.up, &desk)
        #expect(desk.model.state.view.attachments["c1"] == map)
        #expect(desk.model.unpostedWords.map(\.words) == ["look"])
        var drafts: [DraftStore.Draft] = []
        let store = DraftStore(
            load: { ([], []) },
            keep: {
                drafts.append($0)
                return nil
            }, remove: { _ in }, keepChanges: { _ in nil })
        var kept = KeptDrafts(store)
        kept.keep(desk.model.state, at: 0)
        #expect(drafts.map(\.text) == ["mine"] && drafts.map(\.attachment) == ["own.pdf"])
    }

    @Test("a stored draft whose composer has another file comes back whole by Up")
    func storedDraftBesideAnotherFile() throws {
        var desk = try made()
        let thread = try #require(desk.model.state.threads["c1"])
        var draft = DraftStore.Draft(place: DraftStore.Place(of: thread), text: "stored")
        draft.attachment = map
        let store = DraftStore(load: { ([draft], []) }, keep: { _ in nil }, remove: { _ in }, keepChanges: { _ in nil })
        var kept = KeptDrafts(store)
        desk.model.state.view.attachments["c1"] = "own.pdf"
        kept.restore(into: &desk.model.state)
        #expect(desk.model.state.view.attachments["c1"] == "own.pdf")
        desk.model.state.view.drafts["c1"] = LineEditor()
        press(.up, &desk)
        #expect(desk.model.state.view.draft.text == "stored" && desk.model.state.view.attachments["c1"] == map)
    }

    @Test("the item that a recalled line replaced stays with a conversation that goes")
    func replacedFileStaysWithItsConversation() throws {
        var desk = try made()
        try refuse(message("look", in: desk), path: map, in: &desk)
        desk.model.state.view.attachments["c1"] = "own.pdf"
        press(.up, &desk)
        _ = desk.lines()
        try leave(&desk)
        #expect(desk.model.state.view.attachments["c1"] == "own.pdf")
        #expect(desk.lines().contains { $0.contains("own.pdf was not sent; it is in the composer again") })
    }

    @Test(
        "a sentence names the missing conversations of earlier changes, and the reset server of others",
        arguments: [
            (0, ["Trip"], "An earlier change cannot be made: “Trip” is not in your list any more"),
            (0, ["Trip", "Crew"], "2 earlier changes cannot be made: “Crew” and “Trip” are not in your list any more"),
            (2, [], "2 earlier changes cannot be made: the server was reset"),
        ] as [(Int, [String], String)])
    func sentenceNamesMissingConversations(lost: Int, gone: [String], sentence: String) throws {
        var desk = try made()
        _ = desk.lines()
        desk.model.giveBack([], lost: lost, gone: gone)
        #expect(desk.lines() == ["(hint) \(sentence)"])
    }

    @Test("a refused reply answers no message of a server that was reset")
    func replyIsLostWithItsLog() throws {
        var state = ChatState(handle: "anna")
        let members = ["anna", "bea"].map { Member(handle: $0, name: $0) }
        state.threads = ["c1": ThreadState(conversation: "c1", title: "Trip", members: members)]
        var desk = try made()
        try refuse(message("look", in: desk, replyTo: "m1"), path: map, in: &desk)
        for (position, reply) in [(9, "m1"), (4, nil)] as [(Int64, String?)] {
            var stored: [DraftStore.Change] = []
            let store = DraftStore(
                load: { ([], stored) }, keep: { _ in nil }, remove: { _ in },
                keepChanges: {
                    stored = $0
                    return nil
                })
            var drafts = KeptDrafts(store)
            drafts.keep(state, answered: desk.model.unpostedWords, cursor: 7, at: 0)
            var next = KeptDrafts(store)
            let unsent = next.takeChanges(state, at: position).unsent
            #expect(unsent.map { $0.parts?.reply } == [reply] && unsent.first?.parts?.attachment == map)
        }
    }
}
