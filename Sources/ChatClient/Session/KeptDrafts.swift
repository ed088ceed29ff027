import AppModel
import ChatProtocol
import ChatScreens
import ChatTerminal

/// Stores the drafts and the unanswered changes for the next run of the client, and restores those of earlier runs.
struct KeptDrafts {
    private let store: DraftStore?
    /// The stored drafts, by the id of the conversation in the store.
    private var kept: [ConversationID: DraftStore.Draft] = [:]
    /// The stored drafts whose conversations are not in the list: each waits until its conversation returns.
    private var absent: Set<ConversationID> = []
    /// The changes of earlier runs, until they are requested again.
    private var earlier: [DraftStore.Change]
    /// The unanswered changes of this run, in their stored form.
    private var held: [DraftStore.Change] = []
    /// The composers at the last comparison.
    private var seen = Look()
    /// The time since which a large text is not stored, and the versions of the large texts at the last comparison.
    private var firstUnkept: Int64?
    private var looked: [ConversationID: LineEditor.Version] = [:]
    /// The time at which the large texts must be stored; nil if everything is stored.
    private(set) var due: Int64?
    /// The reason why drafts cannot be stored; nil while they can.
    private(set) var problem: String?

    /// The most characters of a text that is stored with every key.
    private static let smallMax = 50_000
    /// A larger text is stored after this many milliseconds without a key, and at the latest after ``latest``.
    private static let pause: Int64 = 500
    private static let latest: Int64 = 10_000

    /// The state of the composers, to detect a change that must be stored.
    private struct Look: Equatable {
        var drafts: [ConversationID: LineEditor.Version] = [:]
        /// The commands, with the links that their numbers mean now.
        var commands: [ConversationID: String] = [:]
        var purposes: [ConversationID: DraftPurpose] = [:]
        var attachments: [ConversationID: String] = [:]
        var staged: [ConversationID: CollaborationDraft] = [:]
        var compose = ComposeDraft()
        var unsent: UnsentText?
        var posts: [LineEditor.Version] = []
        var unposted: [UnpostedText] = []
        var changes: [String] = []

        init() {}

        init(at state: ChatState, _ unanswered: [Unanswered], _ answered: [DraftStore.Change]) {
            let view = state.view
            for (id, text) in view.drafts where text.isCommand && text.count <= smallMax {
                commands[id] = state.addressed(text, in: id).text
            }
            (drafts, purposes) = (view.drafts.mapValues(\.version), view.purposes)
            (attachments, staged, compose) = (view.attachments, view.confirmedStaged, view.compose)
            (posts, unposted) = (view.postVersions, view.unposted)
            unsent = view.unsentOrigin == nil ? nil : view.unsent
            changes = unanswered.map(\.clientID) + answered.map { "answered \($0.clientID)" }
        }
    }

    typealias Unanswered = (request: ClientRequest, clientID: String)
    /// A request of an earlier run, with the parts of its message that are not in the request.
    typealias RepeatedRequest = (request: ClientRequest, clientID: String, parts: DraftParts?)

    /// - Parameter store: The store; nil keeps the drafts only for this run.
    init(_ store: DraftStore?) {
        self.store = store
        let found = store?.load()
        for draft in found?.drafts ?? [] { kept[draft.place.id] = draft }
        earlier = found?.changes ?? []
    }

    /// True if drafts are stored for the next run of the client.
    var outliveTheClient: Bool { store != nil && problem == nil }

    /// Puts the message without a conversation into its composer, and the people of a new conversation on their sheet.
    /// Call it before the first key.
    func restoreNewMessage(into state: inout ChatState) {
        guard let draft = kept[""] else { return }
        if !draft.text.isEmpty { state.view.drafts[""] = LineEditor(draft.text) }
        state.view.attachments[""] = draft.attachment
        state.view.compose.people = LineEditor(draft.people ?? "", isOneLine: true)
        state.view.compose.name = LineEditor(draft.groupName ?? "", isOneLine: true)
        state.view.compose.photo = draft.groupPhoto
        state.restore(draft.unposted)
        if let command = draft.command { state.view.put(command: command, over: "") }
    }

    /// Puts the stored drafts into the composers of their conversations. Call it after the list of conversations arrived.
    /// Until a missing conversation returns, the arrow up has the words that were written in it.
    ///
    /// - Parameter position: The position of the log.
    mutating func restore(into state: inout ChatState, at position: Int64 = 0) {
        var titles: [String] = []
        // After a reset it names the lost item of the composer.
        let before = state.view.hint.map { $0.hasSuffix(".") ? String($0.dropLast()) : $0 }
        if let sentence = state.unpostedSentence { state.view.hint = sentence }
        for draft in kept.values.sorted(by: { $0.place.conversation < $1.place.conversation }) {
            let id = draft.place.id
            guard id != "", !restore(draft, into: &state, at: position) else {
                absent.remove(id)
                continue
            }
            absent.insert(id)
            let texts = [draft.text, draft.command ?? ""].filter { !$0.isEmpty }
            guard !texts.isEmpty else { continue }
            for text in texts { state.view.remember(text) }
            titles.append("“\(CleanText.line(draft.place.title))”")
        }
        guard !titles.isEmpty else { return }
        let places = SharingConfirmation.shortList(titles)
        let absence =
            titles.count == 1
            ? "Your text in \(places) is not sent: the conversation is not in your list any more. ↑ restores it"
            : "Your texts in \(places) are not sent: the conversations are not in your list any more. ↑ restores them"
        state.view.hint = [before, absence, state.unpostedSentence].compactMap(\.self).joined(separator: ". ")
    }

    /// True if a conversation with a stored draft returned.
    func hasReturned(in state: ChatState, at position: Int64) -> Bool {
        absent.contains { id in
            id != state.view.unsentOrigin?.conversation && kept[id]?.conversation(in: state, at: position) != nil
        }
    }

    /// Puts the drafts of conversations that returned into their composers.
    mutating func restoreReturned(into state: inout ChatState, at position: Int64) {
        for id in absent where id != state.view.unsentOrigin?.conversation {
            if let draft = kept[id], restore(draft, into: &state, at: position) { absent.remove(id) }
        }
    }

    /// Puts a draft into the composer of its conversation. If the composer has other words or another item, the arrow up
    /// has those of the draft.
    ///
    /// - Returns: False if the conversation is not in the list.
    private mutating func restore(
        _ draft: DraftStore.Draft, into state: inout ChatState, at position: Int64
    ) -> Bool {
        guard let id = draft.conversation(in: state, at: position) else { return false }
        let isSame = id == draft.place.id
        if state.view.drafts[id]?.isEmpty != false {
            if !draft.text.isEmpty { state.view.drafts[id] = LineEditor(draft.text) }
            if let reply = draft.reply { state.view.purposes[id] = .reply(reply) }
            if let edit = draft.edit {
                state.view.purposes[id] = .edit(edit, before: LineEditor(draft.before ?? ""), reply: draft.reply)
            }
        } else if !draft.text.isEmpty {
            state.view.remember(draft.text)
        }
        let item = DraftParts(conversation: id, attachment: draft.attachment, staged: draft.staged)
        let hasAnother = state.view.item(in: id).hasItem && !item.hasSameItem(as: state.view.item(in: id))
        if item.hasItem, hasAnother { state.view.remember(draft.text, parts: item) }
        if !hasAnother { state.view.attachments[id] = draft.attachment }
        if let command = draft.command { state.view.put(command: command, over: id) }
        // The id of an existing document may belong to another one there. A new document can still be created.
        if var staged = draft.staged, !hasAnother, state.view.staged[id] == nil {
            if isSame || staged.isNew {
                staged.conversation = id
                state.view.staged[id] = staged
            } else {
                state.view.hint = "“\(CleanText.line(staged.title))” is not staged any more: stage it again"
            }
        }
        guard !isSame else { return true }
        store?.remove(draft.place.id)
        kept[draft.place.id] = nil
        return true
    }

    /// Returns the requests that earlier runs have no answer to. Call it after the list of conversations arrived.
    ///
    /// - Parameter cursor: The position of the log.
    /// - Returns: `again` has the requests to repeat. `unsent` has the changes with words for the person that are not
    ///   repeated: messages whose conversations are gone, and documents whose app was asked. `lost` is the number of
    ///   other changes whose log is gone. `gone` has the titles of the missing conversations that other changes need.
    mutating func takeChanges(
        _ state: ChatState, at cursor: Int64
    ) -> (again: [RepeatedRequest], unsent: [DraftStore.Change], lost: Int, gone: [String]) {
        var (again, lost, unsent): ([RepeatedRequest], Int, [DraftStore.Change]) = ([], 0, [])
        var gone: [String] = []
        var asked: [DraftStore.Change] = []
        for change in earlier {
            if let request = change.again(in: state, at: cursor) {
                again.append((request, change.clientID, change.parts))
                asked.append(change)
                continue
            }
            if change.words != nil || change.isAnswered { unsent.append(change.givenBack(at: cursor)) }
            guard change.isLostWithItsLog else { continue }
            if let title = change.titleOfMissingConversation(in: state, at: cursor) {
                gone.append(title)
            } else {
                lost += 1
            }
        }
        earlier = []
        // A change that cannot be repeated is reported once.
        if lost > 0 || !gone.isEmpty || !unsent.isEmpty { problem = store?.keepChanges(asked + held) }
        return (again, unsent, lost, gone)
    }

    /// Treats the unanswered changes as those of an earlier run, because the log is another one. Its ids name other
    /// conversations, even if it becomes longer than the first log.
    ///
    /// - Parameter id: The conversation whose draft becomes the New Message.
    mutating func beganAnew(leaving id: ConversationID) {
        for var change in held {
            change.cursor = .max
            earlier.append(change)
        }
        held = []
        for id in kept.keys { kept[id]?.cursor = nil }
        absent.remove(id)
        guard id != "", kept.removeValue(forKey: id) != nil else { return }
        store?.remove(id)
    }

    /// Renames the stored draft of a lost conversation whose id another conversation has now.
    private mutating func setAside(_ draft: DraftStore.Draft) {
        var draft = draft
        let id = draft.place.id
        repeat { draft.place.conversation += "~" } while kept[draft.place.id] != nil
        problem = store?.keep(draft)
        kept[draft.place.id] = draft
        absent.insert(draft.place.id)
        kept[id] = nil
        absent.remove(id)
        store?.remove(id)
    }

    /// Stores the current drafts and changes.
    ///
    /// - Parameters:
    ///   - unanswered: The unanswered changes.
    ///   - parts: The parts of those changes, by client id.
    ///   - answered: The words that the server answered for and has not posted.
    ///   - cursor: The known position of the log.
    ///   - isLast: True if the client ends, so that large texts are stored too.
    mutating func keep(
        _ state: ChatState, unanswered: [Unanswered] = [], parts: [String: DraftParts] = [:],
        answered: [DraftStore.Change] = [], cursor: Int64 = 0, at now: Int64, isLast: Bool = false
    ) {
        var look = Look(at: state, unanswered, answered)
        if look.changes != seen.changes {
            held =
                unanswered.compactMap { request in
                    var change = DraftStore.Change(request, in: state, cursor: cursor)
                    if let parts = parts[request.clientID] { change?.keep(parts) }
                    return change
                }
                + answered.map { change in
                    var change = change
                    if change.cursor == 0 { change.cursor = cursor }
                    return change
                }
            problem = store?.keepChanges(earlier + held)
            seen.changes = look.changes
        }
        let waiting = isLast ? [] : large(in: state, look, at: now)
        for id in waiting { look.drafts[id] = seen.drafts[id] }
        if waiting.contains("") { look.posts = seen.posts }
        guard look != seen || isLast else { return }
        seen = look
        let view = state.view
        let ids = Set(kept.keys).union(view.drafts.keys).union(view.attachments.keys).union(view.staged.keys)
        for id in ids.union([""]) where !waiting.contains(id) {
            let place = id == "" ? DraftStore.Place.newMessage : state.threads[id].map(DraftStore.Place.init)
            guard let place else {
                if kept[id] != nil { absent.insert(id) }
                continue
            }
            var draft = draft(at: place, of: state)
            draft?.cursor = cursor > 0 ? cursor : nil
            if absent.contains(id) {
                // An absent draft waits on the sheet of a lost conversation, or the id is another conversation's.
                guard draft != nil, id != view.unsentOrigin?.conversation else { continue }
                if let old = kept[id] { setAside(old) } else { absent.remove(id) }
            } else if let old = kept[id], id != "", !old.hasKeptItsID(in: state, at: cursor) {
                setAside(old)
            }
            guard draft != kept[id], isLast || !DraftStore.Draft.haveSameContent(draft, kept[id]) else { continue }
            kept[id] = draft
            if let draft { problem = store?.keep(draft) } else { store?.remove(id) }
        }
        keepAbsent(view, sent: unanswered.compactMap(\.request.message?.text), at: cursor)
    }

    /// Stores the draft of a conversation that is gone, and the text that the person types on its sheet. Removes words
    /// that were sent, or that the person continues in another composer.
    private mutating func keepAbsent(_ view: ViewState, sent: [String], at cursor: Int64) {
        let origin = view.unsentOrigin
        let old = origin.flatMap { kept[$0.conversation] }
        if let origin, view.unsent.saysSomething, ![old?.text, old?.command].contains(view.unsent.whole) {
            let place = DraftStore.Place(
                conversation: origin.conversation.rawValue, title: origin.title, members: origin.members)
            var draft = old ?? DraftStore.Draft(place: place, text: "")
            (draft.text, draft.command) = (view.unsent.whole, nil)
            if cursor > 0 { draft.cursor = cursor }
            kept[origin.conversation] = draft
            absent.insert(origin.conversation)
            problem = store?.keep(draft)
        }
        let taken = Set(sent + view.changedLines)
        for id in absent where id != origin?.conversation {
            guard var draft = kept[id], !draft.text.isEmpty, taken.contains(draft.text) else { continue }
            draft.text = ""
            let isEmpty = draft.attachment == nil && draft.staged == nil && draft.command == nil
            kept[id] = isEmpty ? nil : draft
            if isEmpty { store?.remove(id) } else { problem = store?.keep(draft) }
            if isEmpty { absent.remove(id) }
        }
    }

    /// Returns the conversations whose drafts are too large to be stored with every key, and not due yet. So a key in a
    /// text of a megabyte does not wait for the disk. These drafts are stored in a pause between keys.
    private mutating func large(in state: ChatState, _ look: Look, at now: Int64) -> Set<ConversationID> {
        let large = state.view.drafts.filter {
            $0.value.count > Self.smallMax && seen.drafts[$0.key] != $0.value.version
        }
        var versions = large.mapValues(\.version)
        if look.posts != seen.posts, state.view.postCount > Self.smallMax { versions[""] = look.posts.first }
        if versions != looked {
            looked = versions
            firstUnkept = versions.isEmpty ? nil : firstUnkept ?? now
            due = firstUnkept.map { min(now + Self.pause, $0 + Self.latest) }
        }
        if let due, now < due { return Set(versions.keys) }
        (looked, firstUnkept, due) = ([:], nil, nil)
        return []
    }

    private func draft(at place: DraftStore.Place, of state: ChatState) -> DraftStore.Draft? {
        let id = place.id
        let (editor, purpose) = state.view.written(in: id)
        var draft = DraftStore.Draft(place: place, text: state.addressed(editor, in: id).text)
        draft.command = state.view.command(in: id).map { state.addressed($0, in: id).text }
        (draft.attachment, draft.staged) = (state.view.attachments[id], state.view.confirmedStaged[id])
        if let item = state.view.replacedItem(in: id) {
            (draft.attachment, draft.staged) = (item.attachment, item.staged)
        }
        let compose = state.view.compose
        if id == "", compose.saysSomething {
            draft.people = compose.people.text
            (draft.groupName, draft.groupPhoto) = (compose.name.text, compose.photo)
        }
        if id == "" { draft.unposted = state.unposted }
        let hasItem = draft.attachment != nil || draft.staged != nil
        let hasOther = draft.command != nil || draft.people != nil || !draft.unposted.isEmpty
        guard editor.saysSomething || hasItem || hasOther else { return nil }
        switch purpose {
        case .reply(let message)?: draft.reply = message
        case .edit(let message, let before, let reply)?:
            (draft.edit, draft.before, draft.reply) = (message, state.addressed(before, in: id).text, reply)
        case .command?, nil: break
        }
        return draft
    }
}
