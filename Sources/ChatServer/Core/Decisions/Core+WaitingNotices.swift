import ChatProtocol

/// The end of waiting notices in the banner: by opening, clearing or expiry (`ntc-dismiss`, `center-clear-since`).
extension Core {
    /// Clears the waiting notices of a person about a link, on all their devices. The prompts to an owner are about
    /// people and stay.
    ///
    /// - Returns: the cleared notices.
    @discardableResult
    mutating func clearNotices(about url: String, of person: Handle, at now: Instant) -> [NoticeID] {
        let waiting = (state.people[person]?.waitingNotices ?? [])
            .filter { $0.collaborationURL == url && $0.event.highlight != nil }.map(\.id)
        if !waiting.isEmpty { decide(.noticesCleared(of: person, waiting), at: now) }
        return waiting
    }

    /// Clears the oldest waiting notices of people in a conversation to make room for one more.
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

    /// The time at which the next notice stops waiting; nil if none waits.
    var nextNoticeEnd: Instant? { state.waits.first?.until }

    /// Clears the notice that has waited longest, at the end of its waiting time.
    mutating func endNextNotice() {
        guard let wait = state.waits.removeFirst() else { return }
        for person in wait.people {
            // A notice that has grown since waits from its newest event.
            guard
                state.people[person]?.waitingNotices.contains(where: {
                    $0.id == wait.notice && $0.postedAt == wait.postedAt
                }) == true
            else { continue }
            decide(.noticesCleared(of: person, [wait.notice]), at: wait.until)
        }
    }
}
