import ChatProtocol

extension Event.DraftStored {
    func fold(into state: inout CoreState, at place: LogPosition) { state.collaborating.starts[start]?.draft = draft }

    func entryKey(at position: Int64) -> EntryKey? { EntryKey(contentOf: start.rawValue, in: conversation) }
}

extension Event.DraftErased {
    func fold(into state: inout CoreState, at place: LogPosition) {
        state.collaborating.starts[start]?.draft = StoredDraft()
    }

    func entryKey(at position: Int64) -> EntryKey? {
        EntryKey(contentOf: start.rawValue, in: conversation, replaces: true)
    }

    var remainder: (first: Event, rest: Event)? { (.draftErased(self), .draftErased(self)) }
}
