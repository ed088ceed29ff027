import ChatProtocol

/// Questions for consent, their answers, and the audit of both.
struct ConsentDecisions {
    private let draft: Draft

    init(_ draft: Draft) { self.draft = draft }

    /// Begins the consent flow for a pinned link, because a pin signals importance (`pin-signal`, `auto-offer`).
    func offer(
        for app: AppID?, to me: Handle, pinned url: CanonicalURL, in conversation: ConversationID, at now: Instant
    ) {
        guard let app, let person = draft.state.people[me], draft.state.directory.isSharedWithYouApp(app) else {
            return
        }
        let objection = draft.consentPolicy.objection(
            to: person.consents[app], everywhere: person.everywhere.isOn, now: max(now, draft.state.lastAt))
        guard objection == nil else { return }
        let id = ConsentID("q", at: draft.nextPosition)
        draft.decide(
            .consentOffered(to: me, ConsentRequest(id: id, app: app, conversation: conversation, url: url.text)),
            at: now)
    }

    func answer(_ request: AnswerConsent, by me: Handle, at now: Instant) throws(RPCError) -> Answer {
        guard let asked = draft.state.people[me]?.consents.question(request.consent) else {
            let why =
                SettingHistory(draft.state).endOfQuestion(request.consent, to: me).map {
                    "this question is no longer open: \($0)"
                }
                ?? "there is no such open question"
            throw RPCError(.notFound, "consent: \(why).", .field("consent"))
        }
        let enabled = request.answer == .allow ? [asked.app] : []
        draft.decide(.consentAnswered(by: me, asked, request.answer), at: now)
        ShelfDecisions(draft).decideChanges(enablementOf: enabled, of: me, at: now)
        return .settings(Settings(of: me, in: draft.state))
    }

    /// Returns the audit of a person's switches (`consent-levels`): each stored change with its cause.
    ///
    /// - Throws: `not_found` if the world does not know the person.
    func audit(_ request: AuditSettings, of person: Handle) throws(RPCError) -> Answer {
        guard draft.state.people[person] != nil else {
            throw RPCError(.notFound, "person: this world has no person \(person).", .field("person"))
        }
        let changes = SettingHistory(draft.state).changes(of: person, app: request.app)
        // An answer above the limit of unsent bytes would end the session, so that a page has at most half of that
        // limit.
        var bytesLeft = draft.limits.unsentBytes / 2
        let page = changes.suffix(request.limit ?? draft.limits.pageEntries).reversed().prefix { change in
            bytesLeft -= JSONWriter.bytes(of: change).count
            return bytesLeft >= 0
        }
        return .settingChanges(page.reversed(), more: changes.count > page.count)
    }
}
