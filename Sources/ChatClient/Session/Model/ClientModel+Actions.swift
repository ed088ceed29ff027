import ChatProtocol
import ChatScreens
import ChatTerminal

/// Requests for the person's actions.
extension ClientModel {
    /// Performs the action of a key or a command. The session itself performs sending, redrawing, suspending and
    /// quitting.
    mutating func perform(_ action: ChatAction) {
        forgetFailure()
        switch action {
        case .select(let id): open(id)
        case .request(let request): perform(request)
        case .addMember(let handle, let id):
            // Adding a person to a conversation of two begins a conversation of three.
            if state.threads[id]?.members.count == 2 { state.view.asked = AskedConversation(in: state.view) }
            ask(.member(handle: handle, id, isAdded: true))
        case .removeMember(let handle, let id): ask(.member(handle: handle, id, isAdded: false))
        case .delete(.messages(let ids, _)): ask(.messageDelete(.init(messages: ids.map { MessageID($0) })))
        case .delete(.conversation(let id, _)):
            known[id].isBeingLeft = true
            // A message that arrives before the server has the request must not be deleted unread.
            ask(.conversationDelete(.init(conversation: id, through: known.messages.newest(in: id))))
        case .recover(.messages(let ids, _)): ask(.messageRestore(.init(messages: ids.map { MessageID($0) })))
        case .recover(.conversation(let id, let runs)):
            ask(.conversationRestore(.init(conversation: id, runs: runs)))
        case .erase(.messages(let ids, _)): ask(.messageErase(.init(messages: ids.map { MessageID($0) })))
        case .erase(.conversation(let id, let runs)):
            ask(.conversationErase(.init(conversation: id, runs: runs)))
        case .loadRecentlyDeleted:
            // The sheet counts the remaining days from now.
            askClock()
            ask(.conversationRecentlyDeleted)
        case .loadDeletedMessages(let id):
            // The sheet shows the number of messages.
            perform(.loadRecentlyDeleted)
            ask(.live(.messageRecentlyDeleted(.init(conversation: id))))
        case .react(let id, let reaction): ask(.react(MessageID(id), reaction: reaction))
        case .save(let id, let path): ask(.attachment(MessageID(id), path: path))
        case .openReplies(let id):
            refreshReplies()
            ask(.replies(MessageID(id), isAsked: true))
        case .search(let text): ask(.live(.messageSearch(.init(text: text))))
        case .checkClock: askClock()
        case .markRead(let id, let through):
            let last = through.map { MessageID($0) }
            ask(.conversationMarkRead(.init(conversation: id, through: last)))
        case .markAllRead(let id):
            ask(.conversationMarkRead(.init(conversation: id, through: known.messages.newest(in: id))))
        case .loadOlder(let id):
            guard let oldest = state.threads[id]?.entries.first(where: { !$0.isUnsent }) else {
                state.threads[id]?.isLoadingOlder = false
                return
            }
            ask(.live(.conversationHistory(.init(conversation: id, before: oldest.id))))
        case .createConversation(let handles, let name, let photo):
            state.view.asked = AskedConversation(in: state.view)
            ask(.create(participants: handles, name: name.map(CleanText.withoutBreaks), photo: photo))
        case .openLink(let url, let notice):
            let document = state.collaborationURL(of: url)
            let isDeleted = state.shares[document]?.isDocumentDeleted == true
            if !isDeleted {
                ask(.shareAccept(.url(url)))
                ask(.linkOpen(.init(url: url)))
            }
            let cleared = clearWaiting(about: document)
            for id in cleared { ask(.noticeDismiss(.init(notice: NoticeID(id)))) }
            // The notice of the banner has left the screen already, so that it is not among the cleared ones.
            if let notice, !cleared.contains(notice) { ask(.noticeDismiss(.init(notice: NoticeID(notice)))) }
            if isDeleted, let row = state.shares[document] {
                hint("\(row.quoted) was deleted: there is nothing to open")
            }
        case .loadShelf: ask(.shelf(isAsked: true))
        case .loadAudit(let app): ask(.audit(app: app))
        case .loadSettings:
            ask(.standings)
            ask(.settings(isAsked: true))
        case .addContact(let handle): ask(.contact(handle: handle, isAdded: true))
        case .removeContact(let handle): ask(.contact(handle: handle, isAdded: false))
        case .block(let handle, let isBlocked): ask(.block(handle: handle, isBlocked: isBlocked))
        case .explain(let about): ask(.explain(about: about))
        case .answerNotice(let id, let action):
            closeNotice(id)
            ask(.collaboration(.answer(NoticeID(id), action: action, text: state.noticeText(id))))
        case .stage(let wish):
            state.view.startAwaiting(wish)
            ask(.collaboration(.documents(wish)))
        case .loadOffer(let purpose): lookUp(purpose)
        case .start(let draft):
            echo(draft)
            ask(.collaboration(.start(draft)))
        case .cancelStart(let id): ask(.collaboration(.cancel(StartID(id))))
        case .manage(let row, let deed):
            // Even with a slow server, the person must see that the command was accepted.
            say("\(row.quoted) is being changed")
            ask(.collaboration(.change(row, deed)))
        case .loadCollaborations(let id): ask(.collaboration(.shares(id)))
        case .forward(let id, let conversation):
            ask(.attachment(MessageID(id), path: nil, forward: conversation))
        case .chooseActivity(let chosen): ask(.live(.activityChoose(chosen)))
        case .send, .attach, .checkFile, .listFolder, .writeFile, .runActivity, .readFailure, .keepActivityPreferences,
            .editDraft,
            .copy, .redraw, .suspend, .quit:
            break
        }
    }

    /// Makes a request, and shows at once what the person must not wait for.
    private mutating func perform(_ request: Request) {
        var request = request
        switch request {
        case .conversationMute(let it):
            if let index = state.conversations.firstIndex(where: { $0.id == it.conversation }) {
                state.conversations[index].isMuted = it.muted
            }
        case .conversationLeave(let it): known[it.conversation].isBeingLeft = true
        case .conversationRename(var it):
            it.name = CleanText.withoutBreaks(it.name)
            request = .conversationRename(it)
        case .noticeDismiss(let it): dismissNotice(it.notice.rawValue)
        case .consentAnswer(let it):
            known.consent.answer(it.consent)
            state.consents.removeAll { $0.id == it.consent.rawValue }
        default: break
        }
        ask(request)
        if case .messageEdit = request { echo(.request(request), clientID: "") }
    }

    /// Removes an answered or closed notice from the banner at once. The server's answer updates its entry in the
    /// thread.
    private mutating func closeNotice(_ id: String) {
        for key in state.threads.keys { state.threads[key]?.waiting.removeAll { $0.id == id } }
    }

    /// Closes a notice. Adds a fact if the notice was still in the banner.
    private mutating func dismissNotice(_ id: String) {
        for row in state.conversations {
            guard let thread = state.threads[row.id], let notice = thread.notice(id) else { continue }
            tell(.noticeCleared(notice, conversation: row.title))
        }
        closeNotice(id)
    }

    /// Removes the notices about a document from the banners: a person who opens the document sees what they report.
    ///
    /// - Returns: the ids of the removed notices.
    private mutating func clearWaiting(about url: String) -> [String] {
        var ids: [String] = []
        for row in state.conversations {
            let about = state.threads[row.id]?.waiting.filter { $0.collaborationURL == url && $0.actions.isEmpty } ?? []
            guard !about.isEmpty else { continue }
            state.threads[row.id]?.waiting.removeAll { $0.collaborationURL == url && $0.actions.isEmpty }
            for entry in about { tell(.noticeCleared(entry, conversation: row.title)) }
            ids += about.map(\.id)
        }
        return ids
    }

    /// Loads the newest page of a thread that is opened for the first time.
    mutating func open(_ conversation: ConversationID) {
        guard line.isListed, state.threads[conversation]?.isLoaded == false,
            line.pages.insert(conversation).inserted
        else { return }
        ask(.live(.conversationHistory(.init(conversation: conversation))))
    }

    /// Loads the selected thread again after the connection was lost. Call this after reports were applied.
    mutating func loadSelected() {
        if let id = state.view.selected { open(id) }
    }
}

extension ChatState {
    /// Returns the sentence of a notice that is in a thread or in a banner; empty if there is none.
    func noticeText(_ id: String) -> String {
        for thread in threads.values {
            for case .notice(let notice) in thread.entries.reversed() where notice.id == id { return notice.text }
            if let waiting = thread.waiting.first(where: { $0.id == id }) { return waiting.text }
        }
        return ""
    }
}
