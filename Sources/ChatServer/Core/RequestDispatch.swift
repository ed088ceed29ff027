package import ChatProtocol

/// The table from each request to the function that decides it. The caller has checked the role against
/// ``Method/roles``.
struct RequestDispatch {
    private let draft: Draft

    init(_ draft: Draft) { self.draft = draft }

    func answer(
        _ request: Request, from principal: Principal, clientID: String?, prefetched: Prefetched, at now: Instant
    ) throws(RPCError) -> Answer {
        switch request {
        case .conversationCreate(let request):
            try ConversationDecisions(draft).create(request, by: principal.person, at: now)
        case .conversationAddParticipant(let request):
            try ParticipantDecisions(draft).add(request, by: principal.person, at: now)
        case .conversationRemoveParticipant(let request):
            try ParticipantDecisions(draft).remove(request, by: principal.person, at: now)
        case .conversationLeave(let request):
            try ParticipantDecisions(draft).leave(request.conversation, principal.person, at: now)
        case .conversationRename(let request):
            try ConversationMarkDecisions(draft).rename(request, by: principal.person, at: now)
        case .conversationSetPhoto(let request):
            try ConversationMarkDecisions(draft).setPhoto(request, by: principal.person, at: now)
        case .conversationMarkRead(let request):
            try ConversationMarkDecisions(draft).markRead(
                request, by: principal.person, prefetched: prefetched, at: now)
        case .conversationMarkUnread(let request):
            try ConversationMarkDecisions(draft).markUnread(request.conversation, by: principal.person, at: now)
        case .conversationMute(let request):
            try ConversationMarkDecisions(draft).mute(request, by: principal.person, at: now)
        case .conversationPin(let request):
            try ConversationMarkDecisions(draft).pin(request, by: principal.person, at: now)
        case .conversationDelete, .conversationRestore, .conversationErase, .messageDelete, .messageRestore,
            .messageErase:
            try DeletionDecisions(draft).changeDeleted(request, by: principal.person, prefetched: prefetched, at: now)
        case .conversationRecentlyDeleted:
            DeletionDecisions(draft).listRecentlyDeleted(of: try principal.person, at: now)
        case .messageSend(let request):
            try MessageDecisions(draft).send(
                request, by: principal.person, clientID: clientID, prefetched: prefetched, at: now)
        case .messageEdit(let request):
            try MessageChangeDecisions(draft).edit(request, by: principal.person, prefetched: prefetched, at: now)
        case .messageUnsend(let request):
            try MessageChangeDecisions(draft).unsend(
                request.message, by: principal.person, prefetched: prefetched, at: now)
        case .messageReact(let request):
            try MessageChangeDecisions(draft).react(request, by: principal.person, prefetched: prefetched, at: now)
        case .linkPin(let request): try PinDecisions(draft).pin(request, by: principal.person, at: now)
        case .linkUnpin(let request): try PinDecisions(draft).unpin(request, by: principal.person, at: now)
        case .linkOpen(let request): try SiteDecisions(draft).openLink(request.url, by: principal.person, at: now)
        case .linkExplain(let request): try SiteDecisions(draft).explainLink(request.url)
        case .contactAdd(let request):
            try PersonDecisions(draft).add(request, of: owner(request.person, principal), at: now)
        case .contactRemove(let request):
            try PersonDecisions(draft).remove(request, of: owner(request.person, principal), at: now)
        case .contactList(let request): try PersonDecisions(draft).list(of: owner(request.person, principal))
        case .contactBlock(let request):
            try PersonDecisions(draft).block(request, true, of: owner(request.person, principal), at: now)
        case .contactUnblock(let request):
            try PersonDecisions(draft).block(request, false, of: owner(request.person, principal), at: now)
        case .settingsGet: .settings(Settings(of: try principal.person, in: draft.state))
        case .settingsSet(let request): try SettingDecisions(draft).set(request, by: principal.person, at: now)
        case .settingsAudit(let request):
            try ConsentDecisions(draft).audit(request, of: owner(request.person, principal))
        case .consentAnswer(let request):
            try ConsentDecisions(draft).answer(request, by: principal.person, at: now)
        case .highlightList(let request):
            if case .app(let app, let me) = principal {
                try ShelfDecisions(draft).list(request, of: app, for: me)
            } else {
                try ShelfDecisions(draft).list(request, of: owner(request.person, principal))
            }
        case .highlightHide(let request):
            try ShelfDecisions(draft).hide(request.highlight, true, by: principal.person, at: now)
        case .highlightRestore(let request):
            try ShelfDecisions(draft).hide(request.highlight, false, by: principal.person, at: now)
        case .highlightDisplay(let request):
            try ShelfDecisions(draft).display(request, in: principal.app, by: principal.person, at: now)
        case .highlightCenterGetHighlight(let request): try find(.url(request.url), for: principal)
        case .highlightCenterGetCollaborationHighlight(let request):
            try find(.collaborationAt(url: request.url), for: principal)
        case .highlightCenterCollaborationHighlight(let request):
            try find(.collaboration(request.collaborationIdentifier), for: principal)
        case .identitySign(let request):
            try IdentityDecisions(draft).sign(
                request, by: principal.app, as: principal.person, on: prefetched, at: now)
        case .identityProve(let request):
            try IdentityDecisions(draft).prove(
                request, by: principal.app, as: principal.person, prefetched, at: now)
        case .highlightCenterPostNotice(let request):
            try NoticeDecisions(draft).post(request, by: principal.app, as: principal.person, at: now)
        case .highlightCenterClearNotices(let request):
            try NoticeDecisions(draft).clearNotices(of: request.url, by: principal.app, as: principal.person, at: now)
        case .noticeDismiss(let request):
            try NoticeDecisions(draft).dismiss(
                request.notice, by: principal.person, prefetched: prefetched, at: now)
        case .noticeAnswer(let request):
            try GroupPromptDecisions(draft).answer(request, by: principal.person, prefetched: prefetched, at: now)
        case .shareCreate(let request): try ShareDecisions(draft).create(request, by: principal.person, at: now)
        case .shareSend(let request): try ShareDecisions(draft).send(request, by: principal.person, at: now)
        case .shareGet(let reference):
            .share(try ShareDecisions(draft).view(reference, of: principal.person))
        case .shareAccept(let reference):
            try ShareDecisions(draft).accept(reference, by: principal.person, at: now)
        case .shareList(let request):
            try ShareSavingDecisions(draft).list(request, of: owner(request.person, principal))
        case .shareSave(let save): try ShareSavingDecisions(draft).save(save, by: principal.person, at: now)
        case .shareAddParticipant(let request):
            try ShareSavingDecisions(draft).save(SaveShare(request), by: principal.person, at: now)
        case .shareRemoveParticipant(let request):
            try ShareSavingDecisions(draft).save(SaveShare(request), by: principal.person, at: now)
        case .shareSetPermission(let request):
            try ShareSavingDecisions(draft).save(SaveShare(request), by: principal.person, at: now)
        case .shareSetRole(let request):
            try ShareSavingDecisions(draft).save(SaveShare(request), by: principal.person, at: now)
        case .shareSetInviting(let request):
            try ShareSavingDecisions(draft).save(SaveShare(request), by: principal.person, at: now)
        case .shareSetAccess(let request):
            try ShareSavingDecisions(draft).save(SaveShare(request), by: principal.person, at: now)
        case .shareRequestAccess(let request):
            try ShareDecisions(draft).requestAccess(request, by: principal.person, at: now)
        case .shareLeave(let reference):
            try ShareSavingDecisions(draft).leave(reference, by: principal.person, at: now)
        case .shareStop(let reference):
            try ShareSavingDecisions(draft).stop(reference, by: principal.person, at: now)
        case .collaborationOffer(let request):
            try CollaborationStartDecisions(draft).offer(request, to: principal.person)
        case .collaborationStart(let request):
            try CollaborationStartDecisions(draft).start(request, by: principal.person, at: now)
        case .collaborationCancel(let request):
            try CollaborationStartDecisions(draft).cancel(
                request.start, by: principal.person, prefetched: prefetched, at: now)
        case .collaborationList: CollaborationStartDecisions(draft).list(of: try principal.person)
        case .actionFulfill(let request):
            try ActionDecisions(draft).fulfill(
                request, by: principal.app, as: principal.person, prefetched: prefetched, at: now)
        case .actionFail(let request):
            try ActionDecisions(draft).fail(
                request, by: principal.app, as: principal.person, prefetched: prefetched, at: now)
        case .appRegister(let request): try AppDecisions(draft).register(request, at: now)
        case .appGet(let request): try getApp(request.app, for: principal)
        case .activityOffer(let request):
            try ActivityDecisions(draft).offer(request, by: principal.app, as: principal.person, at: now)
        case .sitePublish(let request): try SiteDecisions(draft).publish(request, at: now)
        case .deliveryExplain(let request):
            .explanation(try explain(request, for: principal, prefetched: prefetched, at: now))
        case .documentCreate(let request):
            try DocumentDecisions(draft).create(request, in: principal.appID, by: principal.person, at: now)
        case .documentList(let request):
            try DocumentDecisions(draft).list(
                request, in: principal.appID, for: owner(request.person, principal))
        case .documentGet(let reference):
            try DocumentDecisions(draft).get(
                reference, in: principal.appID, for: reader(of: reference, principal))
        case .documentOpen(let reference):
            try DocumentDecisions(draft).open(reference, in: principal.appID, for: principal.person, at: now)
        case .documentEdit(let request):
            try DocumentDecisions(draft).edit(request, in: principal.appID, by: principal.person, at: now)
        case .documentComment(let request):
            try DocumentDecisions(draft).comment(request, in: principal.appID, by: principal.person, at: now)
        case .documentRename(let request):
            try DocumentDecisions(draft).rename(request, in: principal.appID, by: principal.person, at: now)
        case .documentMove(let request):
            try DocumentDecisions(draft).move(request, in: principal.appID, by: principal.person, at: now)
        case .documentDelete(let reference):
            try DocumentDecisions(draft).delete(reference, in: principal.appID, by: principal.person, at: now)
        }
    }

    /// Returns the person whose contacts, settings, shelf, shares or documents a request is about. An observer names
    /// the person; other callers may name only themselves.
    private func owner(_ person: Handle?, _ principal: Principal) throws(RPCError) -> Handle {
        if case .observer(let me) = principal { return try named(person ?? me) }
        let me = try principal.person
        guard person == nil || person == me else {
            throw RPCError(.forbidden, "person: only an observer may act for someone else.", .field("person"))
        }
        return me
    }

    /// Returns the person as whom a document is read. An observer without a person reads as the document's owner.
    private func reader(of reference: DocumentReference, _ principal: Principal) throws(RPCError) -> Handle {
        guard case .observer(let me) = principal else { return try principal.person }
        return try named(me ?? DocumentViews(draft.state).document(reference)?.owner)
    }

    private func named(_ person: Handle?) throws(RPCError) -> Handle {
        guard let person else {
            throw RPCError.invalid(InvalidField(field: "person", problem: "is missing: the person to act for"))
        }
        return person
    }

    private func find(_ search: FindHighlight, for principal: Principal) throws(RPCError) -> Answer {
        .appHighlight(try ShelfDecisions(draft).find(search, in: principal.app, of: principal.person))
    }

    private func getApp(_ id: AppID?, for principal: Principal) throws(RPCError) -> Answer {
        switch principal {
        case .person: return try AppDecisions(draft).get(id, showsAssociation: false)
        case .observer: return try AppDecisions(draft).get(id, showsAssociation: true)
        case .app(let own, let person):
            guard id == nil || id == own else {
                throw RPCError(.forbidden, "app: an app may ask only about itself.", .field("app"))
            }
            return try AppDecisions(draft).get(own, showsAssociation: true, runningAs: person)
        }
    }

    private func explain(
        _ request: ExplainDelivery, for principal: Principal, prefetched: Prefetched, at now: Instant
    ) throws(RPCError) -> DeliveryExplanation {
        guard principal.role == .observer || request.person == principal.handle else {
            throw RPCError(.forbidden, "You may ask only about yourself.")
        }
        return try Explainer(state: draft.state, policy: draft.consentPolicy).explain(
            request, isObserver: principal.role == .observer, prefetched: prefetched, at: now)
    }
}

extension Principal {
    /// The person who asks, or as whom the asking app runs.
    ///
    /// - Throws: `forbidden` for an observer without a person.
    package var person: Handle {
        get throws(RPCError) {
            guard let handle else { throw RPCError(.forbidden, "This method needs a person: give one.") }
            return handle
        }
    }

    /// The app that asks; nil if the caller is not an app.
    var appID: AppID? {
        if case .app(let id, _) = self { id } else { nil }
    }

    /// The app that asks.
    ///
    /// - Throws: `forbidden` if the caller is not an app.
    var app: AppID {
        get throws(RPCError) {
            guard let id = appID else { throw RPCError(.forbidden, "Only an app may call this method.") }
            return id
        }
    }
}

extension Request {
    /// The change of a share that a request asks for; nil for every other request.
    var save: SaveShare? {
        switch self {
        case .shareSave(let save): save
        case .shareAddParticipant(let request): SaveShare(request)
        case .shareRemoveParticipant(let request): SaveShare(request)
        case .shareSetPermission(let request): SaveShare(request)
        case .shareSetRole(let request): SaveShare(request)
        case .shareSetInviting(let request): SaveShare(request)
        case .shareSetAccess(let request): SaveShare(request)
        default: nil
        }
    }

    /// The id of the entry that the store must read before the request is decided; nil if none is needed.
    package var entry: String? {
        switch self {
        case .conversationMarkRead(let request): request.through?.rawValue
        case .messageSend(let request): request.replyTo?.rawValue
        case .messageEdit(let request): request.message.rawValue
        case .messageUnsend(let request): request.message.rawValue
        case .messageReact(let request): request.message.rawValue
        case .noticeDismiss(let request): request.notice.rawValue
        case .noticeAnswer(let request): request.notice.rawValue
        case .actionFulfill(let request): request.action.rawValue
        case .actionFail(let request): request.action.rawValue
        // The first action of a collaboration has the same position in its id.
        case .collaborationCancel(let request): "x\(request.start.rawValue.dropFirst())"
        default: nil
        }
    }
}

/// The caller of a request.
package enum Principal: Sendable, Equatable {
    /// A person in Messages.
    case person(Handle)
    /// An app that runs as a person.
    case app(AppID, person: Handle)
    /// A test harness, with the person for whom it acts if a request names none.
    case observer(Handle?)

    /// The person of the session; nil for an observer without one.
    package var handle: Handle? {
        switch self {
        case .person(let handle), .app(_, let handle): handle
        case .observer(let handle): handle
        }
    }

    /// The role, which decides the allowed methods.
    package var role: Role {
        switch self {
        case .person: .person
        case .app: .app
        case .observer: .observer
        }
    }
}
