import ChatProtocol
import ChatScreens
import ChatTerminal

/// What is written in the composers, in step with what the next run of the client will find.
struct KeptDrafts {
    private let store: DraftStore?
    /// What the store has, by the conversation's id there.
    private var kept: [String: DraftStore.Draft] = [:]
    /// The composers as they were looked at last.
    private var seen: (drafts: [String: LineEditor.Version], purposes: [String: DraftPurpose]) = ([:], [:])
    /// The messages on their way as they were looked at last.
    private var sending: [DraftStore.Sending] = []
    /// Since when something large is not kept.
    private var firstUnkept: Int64?
    private var looked: [String: LineEditor.Version] = [:]
    /// When what was not kept for being large has to be; nil while all is.
    private(set) var due: Int64?
    /// Why drafts cannot be kept; nil while they can.
    private(set) var problem: String?

    /// Up to how many characters in all composers are kept with every key.
    private static let smallMax = 50_000
    /// After how many milliseconds without a key larger ones are kept, and when at the latest.
    private static let pause: Int64 = 500
    private static let latest: Int64 = 10_000

    /// - Parameter store: where they lie; nil keeps them for this run alone.
    init(_ store: DraftStore?) {
        self.store = store
        for draft in store?.load() ?? [] { kept[draft.conversation] = draft }
    }

    /// Whether what is written outlives the client.
    var outliveTheClient: Bool { store != nil && problem == nil }

    /// Puts what was kept into the composers of the conversations that it was written in. To be called when the list of
    /// them came.
    ///
    /// - Returns: the messages that were on their way.
    mutating func restore(into state: inout ChatState) -> [DraftStore.Sending] {
        var unanswered: [DraftStore.Sending] = []
        for draft in kept.values.sorted(by: { $0.conversation < $1.conversation }) {
            guard let id = conversation(of: draft, in: state) else { continue }
            for var sent in draft.sending {
                if id != draft.conversation { sent.message.replyTo = nil }
                sent.message.conversation = ConversationID(id)
                unanswered.append(sent)
            }
            guard state.view.drafts[id]?.isEmpty != false, !draft.text.isEmpty else { continue }
            state.view.drafts[id] = LineEditor(draft.text)
            if let reply = draft.reply { state.view.purposes[id] = .reply(reply) }
            if let edit = draft.edit { state.view.purposes[id] = .edit(edit, before: LineEditor(draft.before ?? "")) }
            guard id != draft.conversation else { continue }
            store?.remove(draft.conversation)
            kept[draft.conversation] = nil
        }
        return unanswered
    }

    /// Where a draft belongs: a server that forgot everything may call another conversation by its id.
    private func conversation(of draft: DraftStore.Draft, in state: ChatState) -> String? {
        func isSame(_ thread: ThreadState, _ isEither: Bool) -> Bool {
            let members = thread.members.map(\.handle).sorted()
            return isEither
                ? thread.title == draft.title || members == draft.members
                : thread.title == draft.title && members == draft.members
        }
        if let thread = state.threads[draft.conversation], isSame(thread, true) { return draft.conversation }
        return state.threads.values.filter { isSame($0, false) }.map(\.conversation).min()
    }

    /// Keeps what is written now.
    ///
    /// - Parameters:
    ///   - sending: the messages on their way.
    ///   - isLast: whether there will be no other time.
    mutating func keep(
        _ state: ChatState, sending: [DraftStore.Sending] = [], at now: Int64, isLast: Bool = false
    ) {
        let drafts = state.view.drafts
        let isNew =
            Self.differ(drafts, seen.drafts) || state.view.purposes != seen.purposes || sending != self.sending
            || due != nil
        guard isNew || isLast else { return }
        // A key in a text of a megabyte does not wait for a megabyte to be written: that is for when no key comes.
        if !isLast, drafts.values.reduce(0, { $0 + $1.count }) > Self.smallMax {
            if Self.differ(drafts, looked) {
                looked = drafts.mapValues(\.version)
                due = min(now + Self.pause, (firstUnkept ?? now) + Self.latest)
                firstUnkept = firstUnkept ?? now
            }
            if let due, now < due { return }
        }
        (seen, firstUnkept, due) = ((drafts.mapValues(\.version), state.view.purposes), nil, nil)
        self.sending = sending
        let written = state.threads.values.compactMap { draft(in: $0, of: state) }
        // Another client of this person may have put its own in the place of what this one kept.
        for draft in written where isLast || kept[draft.conversation] != draft { put(draft) }
        for id in kept.keys where state.threads[id] != nil && !written.contains(where: { $0.conversation == id }) {
            kept[id] = nil
            store?.remove(id)
        }
    }

    private static func differ(_ drafts: [String: LineEditor], _ versions: [String: LineEditor.Version]) -> Bool {
        drafts.count != versions.count || drafts.contains { versions[$0] !== $1.version }
    }

    private mutating func put(_ draft: DraftStore.Draft) {
        kept[draft.conversation] = draft
        problem = store.flatMap { $0.keep(draft) }
    }

    private func draft(in thread: ThreadState, of state: ChatState) -> DraftStore.Draft? {
        let id = thread.conversation
        var purpose = state.view.purposes[id]
        var editor = state.view.drafts[id] ?? LineEditor()
        // A command is begun again sooner than it is missed.
        if case .command(let before, let then)? = purpose { (editor, purpose) = (before, then) }
        // Nor does a line of before take the place of what was being written.
        if let recalled = state.view.recalls[id], recalled.before.saysSomething { editor = recalled.before }
        let sending = sending.filter { $0.message.conversation.rawValue == id }
        guard editor.saysSomething || !sending.isEmpty else { return nil }
        var draft = DraftStore.Draft(
            conversation: id, title: thread.title, members: thread.members.map(\.handle).sorted(), text: editor.text)
        draft.sending = sending
        switch purpose {
        case .reply(let message)?: draft.reply = message
        case .edit(let message, let before)?: (draft.edit, draft.before) = (message, before.text)
        case .command?, nil: break
        }
        return draft
    }
}
