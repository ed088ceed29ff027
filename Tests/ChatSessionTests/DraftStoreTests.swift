import AppModel
import ChatProtocol
import ChatSystem
import Testing

@testable import ChatScreens
@testable import ChatSession
@testable import ChatTerminal

/// Runs a test in a new folder, which is removed afterwards.
func withFolder(_ body: (String) throws -> Void) throws {
    let folder = "/tmp/understudy-test-\(UInt64.random(in: .min ... .max))"
    defer { _ = try? ChildProcess.output(of: ["rm", "-rf", folder]) }
    try body(folder)
}

@Suite struct DraftStoreTests {
    private let place = DraftStore.Place(conversation: "c1", title: "Trip", members: ["anna", "bea"])

    private var draft: DraftStore.Draft {
        var draft = DraftStore.Draft(place: place, text: "see \"you\"\nthere 🚣", reply: "m1")
        draft.attachment = "/tmp/map.pdf"
        draft.staged = staged
        return draft
    }

    /// A document with another choice than the usual one.
    private var staged: CollaborationDraft? {
        let options = [
            ShareOptions.Option(identifier: "view", title: "View only"),
            ShareOptions.Option(identifier: "edit", title: "Can make changes", isSelected: true),
        ]
        let offer = CollaborationOffer(
            app: AppID("com.example.notes"), appName: "Notes", title: nil, backend: .cloudRecord,
            methods: [.collaborate, .copy],
            options: ShareOptions(groups: [.init(kind: .picker, identifier: "p", options: options)]))
        var draft = CollaborationDraft(.new(title: "Plan"), offer: offer, for: ConversationID("c1"))
        draft?.choose(option: "view")
        draft?.text = "look"
        return draft
    }

    private func change(_ request: Request, cursor: Int64 = 7) -> DraftStore.Change {
        DraftStore.Change(request, clientID: "x-1", place: place, cursor: cursor)
    }

    private let message = Request.messageSend(
        SendMessage(conversation: ConversationID("c1"), text: "on its way", replyTo: MessageID("m1")))
    private let edit = Request.messageEdit(EditMessage(message: MessageID("m1"), text: "better"))

    private func thread(_ id: ConversationID, _ title: String, _ members: String...) -> ThreadState {
        ThreadState(conversation: id, title: title, members: members.map { Member(handle: $0, name: $0) })
    }

    private func store(
        _ drafts: [DraftStore.Draft] = [], _ changes: [DraftStore.Change] = [],
        keep: @escaping (DraftStore.Draft) -> Void = { _ in }, remove: @escaping (ConversationID) -> Void = { _ in },
        keepChanges: @escaping ([DraftStore.Change]) -> Void = { _ in }
    ) -> DraftStore {
        DraftStore(
            load: { (drafts, changes) },
            keep: {
                keep($0)
                return nil
            }, remove: remove,
            keepChanges: {
                keepChanges($0)
                return nil
            })
    }

    /// sheet-unsaved
    @Test("the unsaved texts of an app go to its next client, and not to one that runs at the same time")
    func unsavedTextsGoToTheNextClient() throws {
        try withFolder { folder in
            let mine = UnsavedText(kind: "text", url: "u1", text: "mine", base: "old", revision: 3)
            let other = UnsavedText(kind: "comment", url: "u1", text: "other")
            var first: DraftStore? = DraftStore.inFolder(folder)
            var second: DraftStore? = DraftStore.inFolder(folder)
            #expect(first?.keepTexts([mine]) == nil && second?.keepTexts([other]) == nil)
            #expect(second?.loadTexts() == [other])
            (first, second) = (nil, nil)
            let next = DraftStore.inFolder(folder)
            #expect(Set(next.loadTexts().map(\.text)) == ["mine", "other"])
            #expect(next.keepTexts([]) == nil && next.loadTexts().isEmpty)
        }
    }

    @Test func storedDraftsAndChangesLoadUnchanged() throws {
        try withFolder { folder in
            do {
                let store = DraftStore.inFolder(folder)
                #expect(store.load().drafts.isEmpty, "there is no folder yet")
                #expect(store.keep(draft) == nil)
                #expect(store.keepChanges([change(message), change(edit)]) == nil)
            }
            let store = DraftStore.inFolder(folder)
            #expect(store.load().drafts == [draft])
            #expect(store.load().drafts.first?.staged?.summary == staged?.summary)
            #expect(store.load().changes == [change(message), change(edit)])
            store.remove("c1")
            #expect(store.keepChanges([]) == nil)
            #expect(store.load().drafts.isEmpty && store.load().changes.isEmpty)
        }
    }

    @Test("a message without a conversation and the people of a new one are stored before any list came")
    func messageWithoutAConversationIsStored() throws {
        try withFolder { folder in
            do {
                var state = ChatState(handle: "anna")
                var drafts = KeptDrafts(DraftStore.inFolder(folder))
                state.view.drafts[""] = LineEditor("a\tmessage")
                drafts.keep(state, at: 0)
                (state.view.compose.people, state.view.compose.name) = (LineEditor("bea ca"), LineEditor("Band"))
                state.view.compose.photo = "🎵"
                drafts.keep(state, at: 1)
            }
            do {
                var state = ChatState(handle: "anna")
                var drafts = KeptDrafts(DraftStore.inFolder(folder))
                drafts.restoreNewMessage(into: &state)
                #expect(state.view.draft.text == "a\tmessage")
                #expect(state.view.compose.people.text == "bea ca" && state.view.compose.name.text == "Band")
                #expect(state.view.compose.photo == "🎵")
                // Conversations that come take nothing of it.
                state.threads["c1"] = thread("c1", "", "anna")
                drafts.restore(into: &state)
                #expect(state.view.drafts["c1"] == nil)
                drafts.keep(state, at: 2)
                (state.view.drafts[""], state.view.compose) = (nil, ComposeDraft())
                drafts.keep(state, at: 3)
            }
            #expect(DraftStore.inFolder(folder).load().drafts.isEmpty)
        }
    }

    /// Keeps what one client has, and restores it in the next one.
    private func restored(_ state: ChatState, into next: ChatState) throws -> ChatState {
        var next = next
        try withFolder { folder in
            do {
                var drafts = KeptDrafts(DraftStore.inFolder(folder))
                drafts.keep(state, at: 1)
            }
            var drafts = KeptDrafts(DraftStore.inFolder(folder))
            drafts.restoreNewMessage(into: &next)
            drafts.restore(into: &next)
        }
        return next
    }

    @Test(
        "a command and the message below it are stored for the next client",
        arguments: [
            ("c1" as ConversationID, "/rename The lake", "hello", DraftPurpose.reply("m1")),
            ("c1", "/add carl", "", nil),
            ("", "/new carl", "hello", nil),
        ])
    func commandAboveAMessageIsStored(
        _ id: ConversationID, _ command: String, _ text: String, _ purpose: DraftPurpose?
    ) throws {
        var state = ChatState(handle: "anna")
        state.threads = ["c1": thread("c1", "Trip", "anna", "bea")]
        let empty = state
        state.view.purposes[id] = .command(before: LineEditor(text), purpose: purpose)
        state.view.drafts[id] = LineEditor(command)
        let next = try restored(state, into: empty)
        #expect(next.view.drafts[id]?.text == command)
        #expect(next.view.purposes[id] == .command(before: LineEditor(text), purpose: purpose))
    }

    @Test("a command that is not begun and a recalled command are not stored", arguments: ["/", "/rename old"])
    func commandThatIsNotWrittenIsNotStored(_ command: String) throws {
        var state = ChatState(handle: "anna")
        state.threads = ["c1": thread("c1", "Trip", "anna", "bea")]
        let empty = state
        state.view.purposes["c1"] = .command(before: LineEditor("hello"), purpose: nil)
        state.view.drafts["c1"] = LineEditor(command)
        state.view.recalls["c1 command"] = Recalled(place: 0, line: "/rename old", before: LineEditor("/"))
        let next = try restored(state, into: empty)
        #expect(next.view.drafts["c1"]?.text == "hello" && next.view.purposes["c1"] == nil)
    }

    @Test("the arrow up has a stored command whose conversation is gone, and a composer that returns has it too")
    func commandOfAGoneConversationIsRestored() throws {
        var state = ChatState(handle: "anna")
        state.threads = ["c1": thread("c1", "Trip", "anna", "bea")]
        let threads = state.threads
        state.view.purposes["c1"] = .command(before: LineEditor(), purpose: nil)
        state.view.drafts["c1"] = LineEditor("/rename Lake")
        try withFolder { folder in
            do {
                var drafts = KeptDrafts(DraftStore.inFolder(folder))
                drafts.keep(state, at: 1)
            }
            var drafts = KeptDrafts(DraftStore.inFolder(folder))
            state = ChatState(handle: "anna")
            drafts.restore(into: &state)
            #expect(
                state.view.history.map(\.text) == ["/rename Lake"]
                    && state.view.hint?.contains("“Trip” is not sent") == true)
            drafts.keep(state, at: 2)
            state.threads = threads
            #expect(drafts.hasReturned(in: state, at: 2))
            drafts.restoreReturned(into: &state, at: 2)
            #expect(state.view.drafts["c1"]?.text == "/rename Lake")
        }
    }

    /// A thread with these links, numbered as given.
    private func thread(_ links: KeyValuePairs<Int, String>) -> ThreadState {
        var thread = thread("c1", "Trip", "anna", "bea")
        thread.entries = links.map { ThreadItem.link($0.key, $0.value) }
        return thread
    }

    @Test(
        "a stored command keeps its link when the next client numbers the links differently",
        arguments: [
            ("/permission 4 read", "/permission https://n.example/gamma read"),
            ("/open 4", "/open https://n.example/gamma"),
            ("/access  4 public ", "/access  https://n.example/gamma public "),
            ("/permission 3 read", "/permission ? read"),
            ("/stopshare 9", "/stopshare ?"), ("/hide 1", "/hide https://n.example/shelf"), ("/hide 2", "/hide ?"),
            ("/top 4", "/top 4"), ("/permission #4", "/permission #4"), ("/people", "/people"),
            ("//open 4", "//open 4"),
            ("at 4", "at 4"),
        ])
    func storedCommandKeepsItsLink(_ line: String, _ restoredLine: String) throws {
        var state = ChatState(handle: "anna")
        state.threads = ["c1": thread([1: "https://n.example/alpha", 4: "https://n.example/gamma"])]
        state.shelf = [ShelfItem(id: "h1", title: "Shelf", url: "https://n.example/shelf")]
        var next = ChatState(handle: "anna")
        next.threads = ["c1": thread([1: "https://n.example/gamma", 4: "https://n.example/delta"])]
        state.view.drafts["c1"] = LineEditor(line)
        #expect(try restored(state, into: next).view.drafts["c1"]?.text == restoredLine)
        // The same above a message, and as the draft that an edit put away.
        state.view.purposes["c1"] = .command(before: LineEditor("hello"), purpose: nil)
        #expect(try restored(state, into: next).view.drafts["c1"]?.text == restoredLine)
        state.view.purposes["c1"] = .edit("m1", before: LineEditor(line), reply: nil)
        state.view.drafts["c1"] = LineEditor("better")
        #expect(try restored(state, into: next).view.purposes["c1"]?.before?.text == restoredLine)
    }

    @Test("a stored command gets its link as soon as the thread has it, without a key")
    func storedCommandFollowsTheThread() {
        var kept: [String] = []
        var drafts = KeptDrafts(store(keep: { kept.append($0.text) }))
        var state = ChatState(handle: "anna")
        state.threads = ["c1": thread([:])]
        state.view.drafts["c1"] = LineEditor("/open 1")
        drafts.keep(state, at: 0)
        state.threads = ["c1": thread([1: "https://n.example/alpha"])]
        drafts.keep(state, at: 1)
        #expect(kept == ["/open ?", "/open https://n.example/alpha"])
    }

    @Test("the people that two clients named are all there")
    func peopleOfTwoClientsAreMerged() {
        var one = DraftStore.Draft(place: .newMessage, text: "Hello")
        one.people = "bea"
        var other = DraftStore.Draft(place: .newMessage, text: "Hi")
        (other.people, other.groupName) = ("carl", "Band")
        one.add(other)
        #expect(one.text == "Hello\nHi" && one.people == "bea carl" && one.groupName == "Band")
    }

    @Test func clientsOfOnePersonDoNotWriteOverEachOther() throws {
        try withFolder { folder in
            let draft = DraftStore.Draft(place: draft.place, text: draft.text)
            let other = DraftStore.Draft(place: draft.place, text: "another text")
            var first: DraftStore? = DraftStore.inFolder(folder)
            do {
                let second = DraftStore.inFolder(folder)
                #expect(first?.keep(draft) == nil && second.keep(other) == nil)
                #expect(first?.keepChanges([change(message)]) == nil)
                #expect(second.load().drafts == [other], "the first one is still there, and has its own")
                #expect(second.load().changes.isEmpty)
                first = nil
                #expect(second.load().drafts.map(\.text) == ["another text\n" + draft.text])
                #expect(second.load().changes == [change(message)])
                #expect(second.load().drafts.count == 1, "and nothing is taken twice")
            }
            #expect(DraftStore.inFolder(folder).load().drafts.map(\.text) == ["another text\n" + draft.text])
        }
    }

    @Test("commands of two clients wait for a client of their own, and one command joins an empty draft")
    func commandsOfTwoClientsStayApart() {
        let one = DraftStore.Draft(place: place, text: "", command: "/rename One")
        let other = DraftStore.Draft(place: place, text: "", command: "/rename Other")
        #expect(!one.joins(other))
        var merged = DraftStore.Draft(place: place, text: "")
        #expect(merged.joins(one))
        merged.add(one)
        #expect(merged == one)
    }

    @Test("a reply, an edit and an item of another client wait for a client of their own")
    func draftsOfTwoMessagesStayApart() throws {
        try withFolder { folder in
            let other = DraftStore.Draft(place: draft.place, text: "another text")
            var first: DraftStore? = DraftStore.inFolder(folder)
            let second = DraftStore.inFolder(folder)
            #expect(first?.keep(draft) == nil && second.keep(other) == nil)
            first = nil
            #expect(second.load().drafts == [other])
            let third = DraftStore.inFolder(folder)
            #expect(third.load().drafts == [draft])
        }
    }

    @Test("Messages takes what an app left that has ended, and an app takes nothing from Messages")
    func messagesTakesWhatAnAppLeft() throws {
        let draft = DraftStore.Draft(place: draft.place, text: draft.text)
        try withFolder { folder in
            func place(_ app: String?) throws -> String {
                try #require(
                    DraftStore.folder(
                        server: "s:1", world: "main", handle: "anna", app: app, environment: ["XDG_STATE_HOME": folder])
                )
            }
            var messages: DraftStore? = DraftStore.inFolder(try place(nil))
            #expect(messages?.keep(draft) == nil)
            messages = nil
            var app: DraftStore? = DraftStore.inFolder(try place("com.example.notes"))
            #expect(app?.load().drafts == [])
            var other = draft
            other.text = "written in the app"
            #expect(app?.keep(other) == nil)
            messages = DraftStore.inFolder(try place(nil))
            #expect(messages?.load().drafts.map(\.text) == [draft.text], "the app still has its own")
            app = nil
            #expect(messages?.load().drafts.map(\.text) == [draft.text + "\nwritten in the app"])
            #expect(DraftStore.inFolder(try place("com.example.notes")).load().drafts == [])
        }
    }

    @Test func onlyTheOwnerCanReadTheDrafts() throws {
        try withFolder { folder in
            _ = DraftStore.inFolder(folder).keep(draft)
            let mode = try ChildProcess.output(of: ["stat", "-c", "%a", folder + "/1/c1.json", folder + "/1", folder])
            #expect(mode == "600\n700\n700\n")
        }
    }

    @Test func aStoreThatCannotWriteReportsIt() throws {
        try withFolder { folder in
            try FileSystem.create(folder, with: [])
            let store = DraftStore.inFolder(folder + "/drafts")
            #expect(store.keep(draft) != nil && store.keepChanges([change(message)]) != nil)
            #expect(store.keepChanges([]) != nil, "that all is answered makes no disk well")
        }
    }

    @Test func aNameLeadsNowhereElse() {
        let folder = DraftStore.folder(
            server: "../..:7400", world: "a/b", handle: ".anna", environment: ["XDG_STATE_HOME": "/state"])
        #expect(folder == "/state/understudy/drafts/%2e.%2f..:7400/a%2fb/%2eanna")
        #expect(folder?.contains("/../") == false)
    }

    @Test func aStoredDraftFollowsItsConversationToANewID() {
        var state = ChatState(handle: "anna")
        state.threads = ["c1": thread("c1", "Choir", "carl"), "c9": thread("c9", "Trip", "anna", "bea")]
        var removed: [ConversationID] = []
        var drafts = KeptDrafts(store([draft], [change(message), change(edit)], remove: { removed.append($0) }))
        drafts.restore(into: &state)
        let (again, unsent, _, _) = drafts.takeChanges(state, at: 9)
        let moved = SendMessage(conversation: ConversationID("c9"), text: "on its way")
        #expect(
            again.map(\.request) == [.request(.messageSend(moved))], "the message that it answered is another there")
        #expect(unsent == [change(edit)], "and so is the one that was edited")
        #expect(state.view.drafts["c9"]?.text == draft.text, "the server forgot everything, and began again")
        #expect(state.view.purposes["c9"] == .reply("m1"))
        #expect(state.view.staged["c9"]?.conversation == ConversationID("c9"), "a new document can be made there")
        #expect(state.view.drafts["c1"] == nil)
        #expect(removed == ["c1"])
    }

    @Test func anEditIsAskedForAgainOfTheSameLogAlone() {
        var state = ChatState(handle: "anna")
        state.threads = ["c1": thread("c1", "Trip", "anna", "bea")]
        var drafts = KeptDrafts(store([], [change(edit)]))
        #expect(drafts.takeChanges(state, at: 7).again.map(\.request) == [.request(edit)])
        #expect(drafts.takeChanges(state, at: 7).again.isEmpty, "once")
        drafts = KeptDrafts(store([], [change(edit)]))
        let (again, unsent, lost, _) = drafts.takeChanges(state, at: 6)
        #expect(again.isEmpty && lost == 0, "a log that is shorter is another one's")
        #expect(unsent.map(\.words) == ["better"], "the person gets the text back")
    }

    @Test func anUnansweredMessageReachesOnlyItsOwnConversationAfterAReset() {
        var state = ChatState(handle: "anna")
        state.threads = ["c1": thread("c1", "Trip", "anna", "bea")]
        var drafts = KeptDrafts(nil)
        drafts.keep(state, unanswered: [(.request(message), "x-1"), (.request(edit), "x-2")], cursor: 9, at: 0)
        drafts.beganAnew(leaving: "")
        state.threads = ["c1": thread("c1", "Choir", "anna", "carl"), "c7": thread("c7", "Trip", "anna", "bea")]
        let (again, _, lost, _) = drafts.takeChanges(state, at: 4)
        let moved = SendMessage(conversation: ConversationID("c7"), text: "on its way")
        #expect(again.map(\.request) == [.request(.messageSend(moved))] && lost == 1)
    }

    @Test("a change that cannot be made is told once, and not kept")
    func lostChangeIsToldOnce() {
        var state = ChatState(handle: "anna")
        state.threads = ["c1": thread("c1", "Trip", "anna", "bea")]
        var changes: [DraftStore.Change]?
        let mute = Request.conversationMute(.init(conversation: ConversationID("c1"), muted: true))
        var drafts = KeptDrafts(store([], [change(message), change(mute)], keepChanges: { changes = $0 }))
        #expect(drafts.takeChanges(state, at: 6).lost == 1)
        #expect(changes == [change(message)])
    }

    @Test("the draft of a conversation that is gone is not written over by another with its id")
    func draftOfAGoneConversationIsSetAside() throws {
        try withFolder { folder in
            do {
                var state = ChatState(handle: "anna")
                state.threads = ["c1": thread("c1", "Trip", "anna", "bea")]
                state.view.drafts["c1"] = LineEditor("a long thought")
                var drafts = KeptDrafts(DraftStore.inFolder(folder))
                drafts.keep(state, at: 1)
                state = ChatState(handle: "anna")
                state.threads = ["c1": thread("c1", "Choir", "anna", "carl")]
                state.view.drafts["c1"] = LineEditor("Hi")
                drafts.keep(state, at: 2)
            }
            var state = ChatState(handle: "anna")
            state.threads = ["c4": thread("c4", "Trip", "anna", "bea")]
            var again = KeptDrafts(DraftStore.inFolder(folder))
            again.restore(into: &state)
            #expect(state.view.drafts["c4"]?.text == "a long thought")
            state = ChatState(handle: "anna")
            state.threads = ["c1": thread("c1", "Choir", "anna", "carl")]
            again.restore(into: &state)
            #expect(state.view.drafts["c1"]?.text == "Hi")
        }
    }

    @Test("a draft returns to its conversation after both its title and its members have changed")
    func draftReturnsAfterARenameAndARemoval() throws {
        try withFolder { folder in
            do {
                var state = ChatState(handle: "anna")
                state.threads = ["c1": thread("c1", "Trip", "anna", "bea", "carl")]
                state.view.drafts["c1"] = LineEditor("a long thought")
                var drafts = KeptDrafts(DraftStore.inFolder(folder))
                drafts.keep(state, cursor: 7, at: 1)
            }
            var state = ChatState(handle: "anna")
            state.threads = ["c1": thread("c1", "Tour", "anna", "bea")]
            var shorter = KeptDrafts(store(DraftStore.inFolder(folder).load().drafts))
            shorter.restore(into: &state, at: 6)
            #expect(state.view.drafts["c1"] == nil, "a shorter log is another one")
            state.view.hint = nil
            do {
                var again = KeptDrafts(DraftStore.inFolder(folder))
                again.restore(into: &state, at: 9)
                #expect(state.view.drafts["c1"]?.text == "a long thought" && state.view.hint == nil)
                again.keep(state, cursor: 9, at: 2)
            }
            let stored = DraftStore.inFolder(folder).load().drafts
            #expect(stored.map(\.place.title) == ["Tour"] && stored.map(\.cursor) == [9])
        }
    }

    @Test("a draft does not go to strangers after the title and all other members have changed")
    func draftDoesNotGoToStrangers() {
        var draft = DraftStore.Draft(place: place, text: "a long thought")
        draft.cursor = 7
        var state = ChatState(handle: "anna")
        state.threads = ["c1": thread("c1", "Choir", "anna", "carl")]
        var drafts = KeptDrafts(store([draft]))
        drafts.restore(into: &state, at: 9)
        #expect(state.view.drafts["c1"] == nil && state.view.hint?.contains("“Trip”") == true)
    }

    @Test("a new text in a conversation is stored while an older draft waits under the same id")
    func newTextIsStoredBesideAnOlderDraft() throws {
        try withFolder { folder in
            #expect(DraftStore.inFolder(folder).keep(DraftStore.Draft(place: place, text: "the first")) == nil)
            var state = ChatState(handle: "anna")
            state.threads = ["c1": thread("c1", "Choir", "anna", "bea", "carl")]
            do {
                var drafts = KeptDrafts(DraftStore.inFolder(folder))
                drafts.restore(into: &state)
                state.view.drafts["c1"] = LineEditor("the second")
                drafts.keep(state, at: 1)
            }
            var next = ChatState(handle: "anna")
            next.threads = state.threads
            next.view.hint = "The server was reset. “Plan” was not sent: stage it again."
            do {
                var drafts = KeptDrafts(DraftStore.inFolder(folder))
                drafts.restore(into: &next)
            }
            #expect(next.view.drafts["c1"]?.text == "the second")
            let hint = "The server was reset. “Plan” was not sent: stage it again. Your text in “Trip” is not sent"
            #expect(next.view.hint?.hasPrefix(hint) == true)
            #expect(Set(DraftStore.inFolder(folder).load().drafts.map(\.text)) == ["the first", "the second"])
        }
    }

    @Test("waiting messages and changes are made again after both the title and the members have changed")
    func changesAreMadeAgainAfterARenameAndAnAddition() {
        var state = ChatState(handle: "anna")
        state.threads = ["c1": thread("c1", "Tour", "anna", "bea", "carl")]
        let mute = Request.conversationMute(.init(conversation: ConversationID("c1"), muted: true))
        let waiting = [message, edit, mute]
        var drafts = KeptDrafts(store([], waiting.map { change($0) }))
        let (again, unsent, lost, gone) = drafts.takeChanges(state, at: 9)
        #expect(again.map(\.request) == waiting.map { ClientRequest(again: $0) })
        #expect(unsent.isEmpty && lost == 0 && gone.isEmpty)
    }

    @Test("a waiting change names its conversation if that is not in the list any more")
    func waitingChangeNamesItsMissingConversation() {
        let mute = Request.conversationMute(.init(conversation: ConversationID("c1"), muted: true))
        var drafts = KeptDrafts(store([], [change(mute)]))
        let (again, _, lost, gone) = drafts.takeChanges(ChatState(handle: "anna"), at: 9)
        #expect(again.isEmpty && lost == 0 && gone == ["Trip"])
    }

    @Test("after a reset the ids of drafts and changes mean nothing, even if the new log is longer")
    func idsMeanNothingAfterAReset() {
        var state = ChatState(handle: "anna")
        state.threads = ["c1": thread("c1", "Trip", "anna", "bea")]
        state.view.drafts["c1"] = LineEditor("a long thought")
        var drafts = KeptDrafts(nil)
        drafts.keep(state, unanswered: [(.request(message), "x-1"), (.request(edit), "x-2")], cursor: 7, at: 0)
        drafts.beganAnew(leaving: "")
        state = ChatState(handle: "anna")
        state.threads = ["c1": thread("c1", "Choir", "anna", "bea", "carl")]
        drafts.restore(into: &state, at: 9)
        #expect(state.view.drafts["c1"] == nil)
        let (again, unsent, _, _) = drafts.takeChanges(state, at: 9)
        #expect(again.isEmpty && unsent.count == 2)
    }

    @Test("a message whose conversation is gone is given back once, and is not sent later")
    func aMessageWithoutItsConversationIsGivenBack() {
        var changes: [DraftStore.Change]?
        var drafts = KeptDrafts(store([], [change(message)], keepChanges: { changes = $0 }))
        var state = ChatState(handle: "anna")
        let (again, unsent, lost, _) = drafts.takeChanges(state, at: 9)
        #expect(again.isEmpty && unsent == [change(message)] && lost == 0)
        #expect(changes == [])
        state.threads = ["c1": thread("c1", "Trip", "anna", "bea")]
        #expect(drafts.takeChanges(state, at: 9).again.isEmpty)
    }

    @Test func ofTheChangesOnTheirWayThoseAreKeptThatWouldBeMissed() {
        var state = ChatState(handle: "anna")
        state.threads = ["c1": thread("c1", "Trip", "anna", "bea")]
        var changes: [DraftStore.Change] = []
        var drafts = KeptDrafts(store(keepChanges: { changes = $0 }))
        let unanswered: [KeptDrafts.Unanswered] = [
            (.request(message), "x-1"),
            (
                .request(.conversationMarkRead(.init(conversation: ConversationID("c1"), through: MessageID("m1")))),
                "x-5"
            ),
            (.react(MessageID("m1"), reaction: "heart"), "x-2"),
            (.request(.conversationMarkRead(.init(conversation: ConversationID("c1")))), "x-3"),
            (.create(participants: ["not a handle"], name: nil), "x-4"),
        ]
        drafts.keep(state, unanswered: unanswered, cursor: 7, at: 0)
        #expect(changes.map(\.clientID) == ["x-1", "x-5", "x-2"])
        #expect(changes.first == change(message))
        #expect(changes.dropFirst().map { ClientRequest(again: $0.request) } == unanswered[1...2].map(\.request))
        drafts.keep(state, cursor: 8, at: 0)
        #expect(changes.isEmpty, "all is answered")
    }

    /// ucs-handler-steps
    @Test("a stored change of a share is made again with the share as the person saw it")
    func changeOfAShareIsMadeAgain() throws {
        let row = CollaborationRow(
            id: "s1", title: "Plan", url: "u1", appID: AppID("a.notes"), app: "Notes", backend: .cloudRecord,
            access: .private, permission: .readWrite, allowsInviting: false, role: .owner, summary: "", revision: 3,
            people: [
                .init(
                    handle: "bea", name: "Bea B.", isOwn: false, role: .privateUser, permission: .readOnly,
                    acceptance: .accepted)
            ])
        let deeds: [CollaborationDeed] = [
            .invite(["carl"], .readOnly, sendsLink: false), .uninvite(["bea"]), .access(.private, again: ["bea"]),
            .permission(.readOnly, handle: nil), .permission(.readWrite, handle: "bea"), .administrator("bea", true),
            .inviting(true), .leave, .stop,
        ]
        let requests = deeds.map { ClientRequest.collaboration(.change(row, $0)) }
        try withFolder { folder in
            do {
                var drafts = KeptDrafts(DraftStore.inFolder(folder))
                let unanswered = requests.enumerated().map { ($1, "x-\($0)") }
                drafts.keep(ChatState(handle: "anna"), unanswered: unanswered, cursor: 7, at: 0)
            }
            var drafts = KeptDrafts(DraftStore.inFolder(folder))
            let again = drafts.takeChanges(ChatState(handle: "anna"), at: 7).again
            #expect(again.map(\.request) == requests && again.map(\.clientID) == deeds.indices.map { "x-\($0)" })
        }
    }

    @Test func aLargeDraftIsNotWrittenWithEveryKey() {
        var state = ChatState(handle: "anna")
        state.threads = ["c1": ThreadState(conversation: "c1", title: "Trip")]
        var count = 0
        var drafts = KeptDrafts(store(keep: { _ in count += 1 }))
        state.view.drafts["c1"] = LineEditor(String(repeating: "word ", count: 100_000))
        drafts.keep(state, at: 10_000)
        state.view.drafts["c1"]?.insert("x")
        drafts.keep(state, at: 10_100)
        #expect(count == 0 && drafts.due == 10_600, "when no key came for a while")
        drafts.keep(state, at: 10_600)
        #expect(count == 1 && drafts.due == nil)
        for now in stride(from: 10_700 as Int64, through: 20_700, by: 100) {
            state.view.drafts["c1"]?.insert("x")
            drafts.keep(state, at: now)
        }
        #expect(count == 2, "and ten seconds later at the latest")
        state.threads["c2"] = thread("c2", "Band", "anna", "bea")
        state.view.drafts["c2"] = LineEditor("a word")
        drafts.keep(state, at: 20_750)
        #expect(count == 3, "others do not wait for it")
        state.view.drafts["c1"]?.insert("x")
        drafts.keep(state, at: 20_800, isLast: true)
        #expect(count == 4 && drafts.due == nil)
    }
}
