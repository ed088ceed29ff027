import ChatProtocol

/// The end of waiting notices in the banner: by opening, clearing or expiry (`ntc-dismiss`, `center-clear-since`).
struct WaitingNoticeDecisions {
    private let draft: Draft

    init(_ draft: Draft) { self.draft = draft }

    /// Clears the waiting notices of a person about a link, on all their devices. The prompts to an owner are about
    /// people and stay.
    ///
    /// - Returns: the cleared notices.
    @discardableResult
    func clearNotices(about url: String, of person: Handle, at now: Instant) -> [NoticeID] {
        let waiting = (draft.state.people[person]?.waitingNotices ?? [])
            .filter { $0.collaborationURL == url && $0.event.highlight != nil }.map(\.id)
        if !waiting.isEmpty { draft.decide(.noticesCleared(of: person, waiting), at: now) }
        return waiting
    }

    /// Clears the oldest waiting notices of people in a conversation to make room for one more.
    ///
    /// - Parameter grown: the notice that only grows, and needs no room of its own.
    func makeRoom(
        for people: [Handle], in conversation: ConversationID, besides grown: NoticeID?, at now: Instant
    ) {
        for person in people {
            let waiting = (draft.state.people[person]?.waitingNotices ?? []).filter {
                $0.conversation == conversation && $0.id != grown
            }
            let excess = waiting.count + 1 - NoticeRules.waitingMax
            guard excess > 0 else { continue }
            draft.decide(.noticesCleared(of: person, waiting.prefix(excess).map(\.id)), at: now)
        }
    }

    /// Clears the notice that has waited longest, at the end of its waiting time.
    func endNextNotice() {
        guard let wait = draft.removeFirstWait() else { return }
        for person in wait.people {
            // A notice that has grown since waits from its newest event.
            guard
                draft.state.people[person]?.waitingNotices.contains(where: {
                    $0.id == wait.notice && $0.postedAt == wait.postedAt
                }) == true
            else { continue }
            draft.decide(.noticesCleared(of: person, [wait.notice]), at: wait.until)
        }
    }
}
