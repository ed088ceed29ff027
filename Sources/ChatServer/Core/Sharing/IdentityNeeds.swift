import ChatProtocol

/// The identities that an app receives because of a request, and that are not known yet.
///
/// The engine computes many of them in several turns before the request is decided. The list may have too many or too
/// few: the decision itself computes what is still missing.
struct IdentityNeeds {
    private let draft: Draft

    init(_ draft: Draft) { self.draft = draft }

    /// Returns the missing identities in the open actions of an app that starts.
    func missing(forLoginOf instance: AppInstance) -> [IdentityMemory.Key] {
        let actions = draft.state.collaborating.actions.filter {
            $0.app == instance.app && $0.person == instance.person
        }
        return missing(
            actions.flatMap { action in
                guard let share = action.existing.flatMap({ draft.state.shares[$0]?.share }) ?? action.draft else {
                    return [IdentityMemory.Key]()
                }
                return keys(of: action.added + action.removed, on: share)
            })
    }

    /// Returns the missing identities that a request needs.
    ///
    /// - Parameter isRunning: Returns true if the app runs as its person.
    func missing(
        for request: Request, from principal: Principal, isRunning: (AppInstance) -> Bool
    ) -> [IdentityMemory.Key] {
        guard let me = principal.handle else { return [] }
        switch request {
        case .highlightCenterPostNotice(let request): return missing(named(by: request))
        case .actionFulfill(let request):
            guard case .app(let app, _) = principal else { return [] }
            return missing(invited(by: request, in: app, as: me))
        case .shareSend(let request):
            return missing(
                added(by: draft.state.shares[request.share]?.share, to: request.conversation, me, isRunning))
        case .collaborationStart(let request):
            let share = request.document.flatMap { DocumentViews(draft.state).share(of: $0) }
            return missing(added(by: share, to: request.conversation, me, isRunning))
        case .identityProve(let request):
            let document = DocumentViews(draft.state).document(request.document)
            guard let share = document.flatMap({ DocumentViews(draft.state).share(of: $0.id) }) else { return [] }
            return missing(keys(of: share.participants.map(\.handle), on: share))
        case .shareStop(let reference):
            guard let share = try? ShareDecisions(draft).share(reference, for: me), share.backend == .custom,
                isRunning(AppInstance(app: share.app, person: share.owner))
            else { return [] }
            return missing(keys(of: share.participants.map(\.handle), on: share))
        case .documentEdit(let edit):
            let document = DocumentViews(draft.state).document(edit.document)
            return missing(mentioned(in: edit.text, insteadOf: document?.text, on: document, principal, isRunning))
        case .documentComment(let comment):
            let document = DocumentViews(draft.state).document(comment.document)
            return missing(mentioned(in: comment.text, insteadOf: "", on: document, principal, isRunning))
        default:
            guard let save = request.save else { return [] }
            return missing(changed(by: save, me, isRunning))
        }
    }

    private func missing(_ keys: [IdentityMemory.Key]) -> [IdentityMemory.Key] {
        let identities = draft.state.identities
        return keys.filter { !identities.has($0) }
    }

    private func keys(of people: [Handle], on share: Share) -> [IdentityMemory.Key] {
        people.compactMap { IdentityMemory.Key($0, on: share) }
    }

    /// Returns the people among whom a notice looks for its identity.
    private func named(by request: PostNotice) -> [IdentityMemory.Key] {
        switch request.event {
        case .mention(.identity), .membership(_, .identity): break
        default: return []
        }
        guard let url = try? CanonicalURL(request.url),
            let share = draft.state.shares[DocumentViews(draft.state).shareLink(of: url)]?.share
        else { return [] }
        return keys(of: share.roster, on: share)
    }

    /// Returns the people whom the app lets in after it has created a collaboration.
    private func invited(by request: FulfillAction, in app: AppID, as me: Handle) -> [IdentityMemory.Key] {
        guard let identifier = request.collaborationIdentifier,
            let action = draft.state.collaborating.actions.first(where: { $0.id == request.action }),
            action.app == app, action.person == me, case .start = action.purpose,
            let members = action.conversation.flatMap({ draft.state.conversations[$0]?.order })
        else { return [] }
        let secret = IdentityMemory.secret(for: app, from: draft.secret)
        return members.filter { $0 != me }.map { IdentityMemory.Key($0, in: identifier, secret: secret) }
    }

    /// Returns the people whom the app lets in before the link of a share goes to a conversation.
    private func added(
        by share: Share?, to conversation: ConversationID, _ me: Handle, _ isRunning: (AppInstance) -> Bool
    ) -> [IdentityMemory.Key] {
        guard let share, let conversation = draft.state.conversations[conversation],
            isRunning(AppInstance(app: share.app, person: me))
        else { return [] }
        return keys(
            of: CollaborationStartDecisions(draft).peopleNeedingAccess(by: share, sentTo: conversation), on: share)
    }

    /// Returns the people whom the app lets in or removes because a share is changed.
    private func changed(
        by save: SaveShare, _ me: Handle, _ isRunning: (AppInstance) -> Bool
    ) -> [IdentityMemory.Key] {
        guard let before = try? ShareDecisions(draft).share(save.share, for: me), before.backend == .custom,
            isRunning(AppInstance(app: before.app, person: me))
        else { return [] }
        var share = before
        guard (try? share.apply(save, by: me, participantsMax: draft.limits.shareParticipants)) != nil else {
            return []
        }
        let (added, removed) = AskedChangeDecisions.people(of: share, insteadOf: before)
        return keys(of: added + removed, on: before)
    }

    /// Returns the people whom a change of a document mentions.
    private func mentioned(
        in text: String, insteadOf old: String?, on document: Document?, _ principal: Principal,
        _ isRunning: (AppInstance) -> Bool
    ) -> [IdentityMemory.Key] {
        guard text.utf8.contains(UInt8(ascii: "@")), let document, let old, let me = principal.handle else { return [] }
        let views = DocumentViews(draft.state)
        guard let share = views.share(of: document.id),
            principal.appID != nil
                || views.readers(of: document).contains(where: { isRunning(AppInstance(app: share.app, person: $0)) })
        else { return [] }
        return keys(of: views.mentions(in: text, insteadOf: old, on: document, by: me), on: share)
    }
}
