import ChatProtocol
import ChatTerminal

/// The obstacles to an action, found before the server is asked: the same for keys, commands, menus and scenarios.
extension ChatUpdate {
    /// Returns the reason why the client refuses an action; nil if it is possible.
    package static func obstacle(to action: ChatAction, in state: ChatState) -> SlashCommand.Mistake? {
        switch action {
        case .send(_, let id, nil), .attach(_, _, let id, nil, _): return absence(of: id, state)
        case .send(_, let id, let message?), .attach(_, _, let id, let message?, _):
            return absence(of: id, state) ?? obstacle(to: .reply, message, state)
        case .request(let request): return obstacle(to: request, in: state)
        case .delete(.messages(let ids, let id)):
            return absence(of: id, state)
                ?? ids.lazy.compactMap { message -> SlashCommand.Mistake? in
                    // A message that is not loaded can be deleted as well.
                    state.message(message).flatMap { MessageMenu.obstacle(to: .delete, $0, in: state) }
                }.first
        case .delete(.conversation(let id, _)): return absence(of: id, state)
        case .react(let message, _): return obstacle(to: .tapback, message, state)
        case .save(let message, _): return obstacle(to: .save, message, state)
        case .markRead(let id, _), .markAllRead(let id): return absence(of: id, state)
        case .addMember(let handle, let id):
            return absence(of: id, state) ?? state.threads[id].flatMap { obstacle(toAdding: handle, $0) }
        case .removeMember(let handle, let id):
            return absence(of: id, state) ?? state.threads[id].flatMap { obstacle(toRemoving: handle, $0) }
        case .openLink(let url, _):
            guard let row = state.share(at: url), row.isDocumentDeleted else { return nil }
            return SlashCommand.Mistake(
                text: "\(row.quoted) was deleted: there is nothing to open", reason: .notFound)
        case .manage(let row, let deed):
            guard state.shares[row.url]?.own != nil else {
                return state.lostShares[row.url]?.obstacle
                    ?? SlashCommand.Mistake(text: "\(row.quoted) is not shared with you", reason: .notFound)
            }
            do throws(SlashCommand.Mistake) {
                try check(deed, on: row)
                return nil
            } catch {
                return error
            }
        case .answerNotice(let id, _): return obstacle(toNotice: id, isAnswer: true, state)
        case .stage, .start, .cancelStart, .copy, .openReplies, .search, .checkClock, .select, .loadOlder,
            .createConversation, .loadCollaborations, .loadShelf, .loadSettings, .loadAudit, .addContact,
            .removeContact,
            .block, .explain, .editDraft, .forward, .loadOffer, .writeFile, .runActivity, .chooseActivity, .readFailure,
            .keepActivityPreferences, .checkFile, .listFolder, .recover, .erase, .loadRecentlyDeleted,
            .loadDeletedMessages,
            .redraw, .suspend, .quit:
            return nil
        }
    }

    private static func obstacle(to request: Request, in state: ChatState) -> SlashCommand.Mistake? {
        switch request {
        case .messageEdit(let it): return obstacle(to: .edit, it.message.rawValue, state)
        case .messageUnsend(let it): return obstacle(to: .undoSend, it.message.rawValue, state)
        case .conversationMarkUnread(let it): return absence(of: it.conversation, state)
        case .conversationMute(let it): return absence(of: it.conversation, state)
        case .conversationRename(let it):
            return obstacle(toMarking: it.conversation, state, "Only a group can be renamed")
        case .conversationSetPhoto(let it):
            return obstacle(toMarking: it.conversation, state, "Only a group has a photo")
        case .conversationPin(let it):
            let id = it.conversation
            return absence(of: id, state) ?? (it.pinned ? obstacleToPinning(id, state) : nil)
        case .conversationLeave(let it):
            let id = it.conversation
            return absence(of: id, state) ?? state.threads[id].flatMap(obstacleToLeaving)
        case .linkPin(let it), .linkUnpin(let it):
            let thread = state.threads[it.conversation]
            let isThere = thread.map { thread in
                thread.pins.contains { $0.url == it.url }
                    || thread.newestMessage { $0.cards.contains { $0.url == it.url } } != nil
            }
            guard isThere != true else { return nil }
            return absence(of: it.conversation, state)
                ?? SlashCommand.Mistake(text: "There is no such link in this conversation", reason: .notFound)
        case .settingsSet(let it):
            return it.sharing?.conversations.first { _ in true }.flatMap { absence(of: $0.id, state) }
        case .noticeDismiss(let it): return obstacle(toNotice: it.notice.rawValue, isAnswer: false, state)
        case .consentAnswer(let it):
            guard !state.consents.contains(where: { $0.id == it.consent.rawValue }) else { return nil }
            return SlashCommand.Mistake(text: "No questions are waiting", reason: .notFound)
        default: return nil
        }
    }

    private static func obstacle(
        toNotice id: String, isAnswer: Bool, _ state: ChatState
    ) -> SlashCommand.Mistake? {
        guard !state.threads.values.contains(where: { $0.waiting.contains { $0.id == id } }) else { return nil }
        guard let standing = state.threads.values.lazy.flatMap(\.entries).first(where: { $0.id == id }) else {
            return SlashCommand.Mistake(text: "There is no such notice here", reason: .notFound)
        }
        // An unanswered notice that has left the banner can still be answered in the thread.
        if isAnswer, case .notice(let notice) = standing, !notice.actions.isEmpty { return nil }
        return SlashCommand.Mistake(text: NoticeEntry.nothingIsAsked, reason: .conflict)
    }

    /// Returns the obstacle to a name or a photo, which only a conversation of three or more people has.
    private static func obstacle(
        toMarking conversation: ConversationID, _ state: ChatState, _ reason: String
    ) -> SlashCommand.Mistake? {
        if let absence = absence(of: conversation, state) { return absence }
        guard state.threads[conversation]?.members.count == 2 else { return nil }
        return SlashCommand.Mistake(text: reason, reason: .conflict)
    }

    private static func absence(of conversation: ConversationID, _ state: ChatState) -> SlashCommand.Mistake? {
        guard !state.conversations.contains(where: { $0.id == conversation }) else { return nil }
        return SlashCommand.Mistake(text: "This conversation is not on this client", reason: .notFound)
    }

    private static func obstacle(
        to deed: MessageMenu.Deed, _ id: String, _ state: ChatState
    ) -> SlashCommand.Mistake? {
        guard let message = state.message(id) else {
            return SlashCommand.Mistake(text: "There is no such message here", reason: .notFound)
        }
        return MessageMenu.obstacle(to: deed, message, in: state)
    }

    // MARK: Conversations

    static func obstacle(toAdding handle: String, _ thread: ThreadState) -> SlashCommand.Mistake? {
        guard let member = thread.members.first(where: { $0.handle == handle.lowercased() }) else { return nil }
        return SlashCommand.Mistake(
            text: "\(CleanText.line(member.name)) is already in this conversation", reason: .conflict)
    }

    static func obstacle(toRemoving handle: String, _ thread: ThreadState) -> SlashCommand.Mistake? {
        guard let member = thread.members.first(where: { $0.handle == handle }) else {
            return SlashCommand.Mistake(
                text: "“\(CleanText.line(handle))” is not in this conversation", reason: .notFound)
        }
        if member.isOwn { return SlashCommand.Mistake(text: "To remove yourself, use /leave") }
        guard !thread.canBeLeft else { return nil }
        return SlashCommand.Mistake(
            text: "You can only remove people from groups of four or more; this one has "
                + "\(thread.members.count)", reason: .conflict)
    }

    /// Returns the reason why the person cannot leave a conversation (`msg-leave-four`); nil if they can.
    static func obstacleToLeaving(_ thread: ThreadState) -> SlashCommand.Mistake? {
        guard !thread.canBeLeft else { return nil }
        return SlashCommand.Mistake(
            text: "You can only leave groups of four or more; this one has \(thread.members.count)",
            reason: .conflict)
    }

    /// Returns the reason why a conversation cannot be pinned; nil if it can.
    static func obstacleToPinning(_ id: ConversationID, _ state: ChatState) -> SlashCommand.Mistake? {
        let pinned = state.conversations.filter(\.isPinned)
        let most = state.limits.pinnedConversations
        guard pinned.count >= most, !pinned.contains(where: { $0.id == id }) else { return nil }
        return SlashCommand.Mistake(
            text: "\(most) conversations are at the top, and no more are possible: /untop removes one",
            reason: .tooLarge)
    }

    // MARK: Collaborations

    /// Checks that this person may perform a change of a collaboration. It refuses the changes that the server would
    /// refuse.
    ///
    /// - Throws: A `SlashCommand.Mistake` with the reason of the refusal.
    static func check(_ deed: CollaborationDeed, on row: CollaborationRow) throws(SlashCommand.Mistake) {
        func no(_ text: String, _ reason: RPCError.Reason) -> SlashCommand.Mistake {
            SlashCommand.Mistake(text: text, reason: reason)
        }
        let isManager = row.role == .owner || row.role == .administrator
        switch deed {
        case .leave, .stop, .invite: break
        default:
            guard !row.isDocumentDeleted else {
                throw no("\(row.quoted) was deleted: nothing about its sharing can be changed", .conflict)
            }
        }
        switch deed {
        case .leave:
            guard row.role == .owner else { return }
            throw no("You own \(row.quoted): /stopshare ends it for everyone", .conflict)
        case .stop:
            guard row.role != .owner else { return }
            throw no("Only its owner can stop sharing \(row.quoted): /leaveshare removes you", .forbidden)
        case .access(let access, _):
            try checkOwning(row)
            guard access == row.access else { return }
            throw no(
                access == .public
                    ? "Anyone with the link can open \(row.quoted) already"
                    : "\(row.quoted) is for invited people already", .conflict)
        case .administrator, .inviting: try checkOwning(row)
        case .invite(let handles, let permission, _):
            guard isManager || row.allowsInviting || row.access == .public else {
                throw no("Only the owner and administrators add people to \(row.quoted)", .forbidden)
            }
            guard !row.isDocumentDeleted else {
                throw no("\(row.quoted) was deleted: no one can be added", .conflict)
            }
            guard row.own?.acceptance != .pending else {
                throw no("Open \(row.quoted) first: the invitation is still pending", .forbidden)
            }
            try checkNaming(row)
            guard !handles.contains(where: { $0 == row.own?.handle }) else {
                throw no("You are on \(row.quoted) already", .conflict)
            }
            if let blocked = row.blocked.first(where: { handles.contains($0.handle) }) {
                throw no("\(row.label(blocked)) is blocked: /requests unblocks people", .conflict)
            }
            guard isManager || permission != .readWrite || row.own?.permission != .readOnly else {
                throw no("You can only view \(row.quoted), so people you invite can only view it too", .forbidden)
            }
        case .uninvite(let handles):
            try checkManaging(row)
            try checkNaming(row)
            for person in row.people where handles.contains(person.handle) {
                if person.isOwn, person.role != .owner { throw no("To remove yourself, use /leaveshare", .conflict) }
                if person.role == .owner { throw no("The owner cannot be removed", .conflict) }
            }
        case .accessRequests, .makeLink: try checkAnswering(row)
        case .takeBackLink(let id):
            try checkAnswering(row)
            guard !row.openLinks.contains(where: { $0.id == id }) else { return }
            throw no("This link to \(row.quoted) was opened, or taken back", .notFound)
        case .answer(let answer, let handles):
            try checkAnswering(row)
            for handle in handles {
                let name = row.everyone.first { $0.handle == handle }.map { row.label($0) } ?? CleanText.line(handle)
                let isOn = row.people.contains { $0.handle == handle && $0.role != .owner && !$0.isOwn }
                let isAsking = row.requesters.contains { $0.handle == handle }
                switch answer {
                case .block where isAsking || isOn: break
                case .approve where isAsking, .deny where isAsking: break
                case .unblock where row.blocked.contains { $0.handle == handle }: break
                case .unblock: throw no("\(name) is not blocked on \(row.quoted)", .conflict)
                case .approve, .deny, .block:
                    throw no("\(name) does not ask for access to \(row.quoted)", .conflict)
                }
            }
        case .permission(_, let handle):
            try checkManaging(row)
            if handle != nil { try checkNaming(row) }
        }

        func checkOwning(_ row: CollaborationRow) throws(SlashCommand.Mistake) {
            guard row.role != .owner else { return }
            throw no("Only its owner changes who can open \(row.quoted), who may invite, and roles", .forbidden)
        }
        func checkManaging(_ row: CollaborationRow) throws(SlashCommand.Mistake) {
            guard !isManager else { return }
            throw no(
                "Only its owner and administrators remove people from \(row.quoted) or change permissions",
                .forbidden)
        }
        func checkAnswering(_ row: CollaborationRow) throws(SlashCommand.Mistake) {
            guard isManager else {
                throw no(
                    "Only its owner and administrators answer requests for access to \(row.quoted) or make one-time links",
                    .forbidden)
            }
            guard row.backend != .custom else {
                throw no("\(CleanText.line(row.app)) decides itself who has access to \(row.quoted)", .conflict)
            }
            try checkNaming(row)
        }
        // The people who open a public link are not invited individually.
        func checkNaming(_ row: CollaborationRow) throws(SlashCommand.Mistake) {
            guard row.access == .public else { return }
            let way = row.role == .owner ? "make it private to manage individual people" : "send the link"
            throw no("Anyone with the link can open \(row.quoted): \(way)", .conflict)
        }
    }
}

extension LostCollaboration {
    /// The reason why no action is possible: a conflict if sharing was stopped, or not found in all other cases.
    package var obstacle: SlashCommand.Mistake {
        SlashCommand.Mistake(
            text: sentence, reason: cause == LostShare.Cause.stopped.rawValue ? .conflict : .notFound)
    }
}
