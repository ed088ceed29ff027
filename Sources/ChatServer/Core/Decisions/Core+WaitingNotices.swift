import ChatProtocol

/// How long notices wait in the banner, and how many (decisions table, "clearing" and "expiry").
extension Core {
    /// Clears what waits for somebody about a link, on all their devices. The owner's prompts are about people, and
    /// stay.
    @discardableResult
    mutating func clearNotices(about url: String, of person: Handle, at now: Instant) -> [NoticeID] {
        let waiting = (state.people[person]?.waitingNotices ?? [])
            .filter { $0.collaborationURL == url && $0.event.highlight != nil }.map(\.id)
        if !waiting.isEmpty { decide(.noticesCleared(of: person, waiting), at: now) }
        return waiting
    }

    /// Makes room for one more notice in a conversation for those who are told of it: the oldest waits no longer.
    ///
    /// - Parameter grown: the notice that only grows, and needs no room of its own.
    mutating func makeRoom(
        for people: [Handle], in conversation: ConversationID, besides grown: NoticeID?, at now: Instant
    ) {
        for person in people {
            let waiting = (state.people[person]?.waitingNotices ?? []).filter {
                $0.conversation == conversation && $0.id != grown
            }
            let excess = waiting.count + 1 - NoticeRules.waitingMax
            guard excess > 0 else { continue }
            decide(.noticesCleared(of: person, waiting.prefix(excess).map(\.id)), at: now)
        }
    }

    /// When the next notice has waited long enough; nil if none waits.
    var nextNoticeEnd: Instant? { state.waits.first?.until }

    /// Ends the waiting of the notice that has waited longest, at its own moment.
    mutating func endNextNotice() {
        guard let wait = state.waits.removeFirst() else { return }
        for person in wait.people {
            // A notice that has grown since waits from its newest event on.
            guard
                state.people[person]?.waitingNotices.contains(where: {
                    $0.id == wait.notice && $0.postedAt == wait.postedAt
                }) == true
            else { continue }
            decide(.noticesCleared(of: person, [wait.notice]), at: wait.until)
        }
    }
}
