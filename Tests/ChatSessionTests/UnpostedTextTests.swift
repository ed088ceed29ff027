import AppModel
import ChatProtocol
import Testing

@testable import ChatConnection
@testable import ChatScreens
@testable import ChatSession
@testable import ChatTerminal

/// Texts for share extensions that are not posted.
@Suite struct UnpostedTextTests {
    private let plugins = ["Postcard", "Letter"].map {
        ActivityExtension(identifier: $0, app: "Mail", title: $0, category: .share, command: [$0])
    }
    private let plan = ShareContext(.link(url: "https://n.example/1", title: "Plan"), preview: "")

    /// A client without conversations that has the extensions.
    private var empty: ChatState {
        var state = ChatState(handle: "anna")
        (state.extensions, state.view.keepsDrafts) = (plugins, true)
        return state
    }

    /// Chooses an extension for the plan.
    private func choose(_ index: Int, _ state: inout ChatState) {
        _ = ChatUpdate.run(on: &state) { $0.choose(plugins[index].entry.type, plan) }
    }

    /// The composition view of an extension, with a text.
    private func writing(_ text: String, for index: Int = 0) -> ChatState {
        var state = empty
        choose(index, &state)
        state.view.post?.text = LineEditor(text)
        return state
    }

    /// Returns the state of the next client, which reads the drafts that the first one stored.
    private func next(after state: ChatState, in folder: String) -> ChatState {
        do {
            var drafts = KeptDrafts(DraftStore.inFolder(folder))
            var first = empty
            drafts.restoreNewMessage(into: &first)
            drafts.restore(into: &first)
            drafts.keep(state, at: 1)
        }
        var next = empty
        var drafts = KeptDrafts(DraftStore.inFolder(folder))
        drafts.restoreNewMessage(into: &next)
        drafts.restore(into: &next)
        return next
    }

    /// av-ext-ui
    @Test("a text for a share extension is in the next client: a sentence, the arrow up, and the sheet of its item")
    func textOutlivesTheClient() throws {
        try withFolder { folder in
            var state = next(after: writing("Look"), in: folder)
            #expect(state.view.history.map(\.text) == ["Look"])
            #expect(
                state.view.hint
                    == "Your text for “Postcard” is not posted: ↑ restores it, or choose “Postcard” again for “Plan”")
            choose(1, &state)
            #expect(state.view.post?.text.text == "", "another extension does not get it")
            choose(0, &state)
            #expect(state.view.post?.text.text == "Look")
            // The next client after that one has it too.
            #expect(next(after: state, in: folder).view.history.map(\.text) == ["Look"])
        }
    }

    /// av-ext-ui
    @Test("texts for several share extensions are named together")
    func severalTextsAreNamed() throws {
        var state = writing("Look")
        choose(1, &state)
        state.view.post?.text = LineEditor("Dear Bea")
        try withFolder { folder in
            let next = next(after: state, in: folder)
            #expect(next.view.history.map(\.text) == ["Look", "Dear Bea"])
            #expect(
                next.view.hint
                    == "Your texts for “Letter” and “Postcard” are not posted: ↑ restores them, the newest first")
        }
    }

    /// av-ext-ui
    @Test("a text at another conversation of a desktop and a text whose item is gone are stored")
    func hiddenTextsAreStored() throws {
        var state = writing("Look")
        state.view.parked["c1"] = ParkedSheets(sheets: [], post: state.view.post)
        state.view.post = nil
        choose(1, &state)
        state.view.post?.text = LineEditor("Dear Bea")
        state.view.post?.context.conversation = "gone"
        _ = ChatUpdate.run(on: &state) { $0.dismiss(.post) }
        #expect(state.view.post == nil && state.view.hint?.contains("no longer exists") == true)
        try withFolder { folder in
            #expect(Set(next(after: state, in: folder).view.history.map(\.text)) == ["Look", "Dear Bea"])
        }
    }

    /// av-ext-ui
    @Test("a restored text is stored until it is posted, sent as a message, or removed from its sheet")
    func doneTextIsNotStored() throws {
        try withFolder { folder in
            let restored = next(after: writing("Look"), in: folder)
            #expect(restored.unposted.map(\.text) == ["Look"])
            var posted = restored
            choose(0, &posted)
            _ = ChatUpdate.run(on: &posted) { $0.post() }
            var removed = restored
            choose(0, &removed)
            removed.view.post?.text = LineEditor()
            var sent = restored
            sent.view.draft = LineEditor("Look")
            _ = ChatUpdate.run(on: &sent) { $0.takeLine(with: DraftParts(conversation: "")) }
            for state in [posted, removed, sent] { #expect(state.unposted.isEmpty) }
            let next = next(after: sent, in: folder)
            #expect(next.view.history.isEmpty && next.view.hint == nil)
        }
    }

    /// av-ext-ui
    @Test("the New Messages of two clients have the texts for share extensions of both once")
    func textsOfTwoClientsAreMerged() {
        let texts = ["Look", "Dear Bea"].map {
            UnpostedText(type: "t", title: "Postcard", item: "i", itemTitle: "Plan", text: $0)
        }
        var one = DraftStore.Draft(place: .newMessage, text: "", unposted: [texts[0]])
        let other = DraftStore.Draft(place: .newMessage, text: "", unposted: texts)
        #expect(one.joins(other))
        one.add(other)
        #expect(one.unposted == texts)
    }

    /// av-ext-ui
    @Test("a large text for a share extension is not written with every key")
    func largeTextIsWrittenLater() {
        var count = 0
        var drafts = KeptDrafts(
            DraftStore(
                load: { ([], []) },
                keep: { _ in
                    count += 1
                    return nil
                }, remove: { _ in }, keepChanges: { _ in nil }))
        var state = writing(String(repeating: "word ", count: 20_000))
        drafts.keep(state, at: 10_000)
        state.view.post?.text.insert("x")
        drafts.keep(state, at: 10_100)
        #expect(count == 0 && drafts.due == 10_600)
        drafts.keep(state, at: 10_600)
        #expect(count == 1 && drafts.due == nil)
        state.view.post?.text.insert("x")
        drafts.keep(state, at: 10_700, isLast: true)
        #expect(count == 2)
    }

    /// av-ext-ui
    @Test("a text for a share extension outlives a reset of the server")
    func textOutlivesAReset() throws {
        var desk = try Desk()
        try desk.open()
        desk.model.state.extensions = plugins
        choose(0, &desk.model.state)
        desk.model.state.view.post?.text = LineEditor("Look")
        desk.model.apply(.phase(.waiting(until: 1)))
        desk.model.apply(.phase(.live))
        desk.model.apply(.welcome(isFresh: true, now: nil))
        #expect(desk.model.state.view.history.map(\.text) == ["Look"])
        choose(0, &desk.model.state)
        #expect(desk.model.state.view.post?.text.text == "Look")
    }

    /// av-ext-ui
    @Test("the arrow up has the text for a share extension whose conversation goes", arguments: [false, true])
    func textOutlivesItsConversation(isParked: Bool) throws {
        var desk = try Desk()
        try desk.open()
        desk.model.state.extensions = plugins
        choose(0, &desk.model.state)
        desk.model.state.view.post?.text = LineEditor("Look")
        if isParked { _ = ChatUpdate.run(on: &desk.model.state) { $0.parkSheet() } }
        var left = desk.about()
        left.left = true
        try desk.notify(.conversationChanged(left, line: nil))
        #expect(desk.model.state.view.history.map(\.text) == ["Look"])
        #expect(desk.model.state.view.hint?.hasSuffix("Your text is kept. ↑ in a composer restores it") == true)
    }

    /// sheet-unsaved
    @Test("quitting asks about a text for a share extension if drafts are not stored")
    func quittingAsks() {
        var state = writing("Look")
        #expect(state.unsaved.isEmpty)
        state.view.keepsDrafts = false
        #expect(state.unsaved == ["Your text for “Postcard” is not posted."])
    }
}
