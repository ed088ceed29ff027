import AppModel
import ChatProtocol
import ChatScreens
import ChatSession

/// The lines by which the line-by-line client performs the actions of a scenario.
extension ChatAction {
    /// Returns the lines, the last of which performs the action; nil if no line does.
    ///
    /// - Parameters:
    ///   - reads: True if the person opens and so reads the conversation of the action.
    ///   - mustChoose: True if a text is sent only after a line has chosen its conversation.
    func lines(in state: ChatState, reads: Bool, mustChoose: Bool) -> [String]? {
        switch self {
        case .markRead(let id, nil), .select(let id): return ["/to \(id)"]
        case .recover(let what), .erase(let what):
            var lines = ["/deleted"]
            if case .messages = what { lines.append("/deleted \(what.conversation)") }
            return lines + [line(in: state)].compactMap(\.self)
        case .loadDeletedMessages(let id): return ["/deleted", "/deleted \(id)"]
        default: break
        }
        guard let line = line(in: state) else { return nil }
        var way: [String] = []
        if let id = conversation(in: state), mustChoose || state.view.selected != id || reads && state.view.opened != id
        {
            way = [(reads ? "/to " : "/peek ") + id]
        }
        // A file without a text is sent only with the next line.
        if case .attach(_, "", _, nil, _) = self { return way + LinearClient.lines(of: line) + ["/send"] }
        return way + LinearClient.lines(of: line)
    }

    /// False for a text of only white space. No line can express it, so the session performs the action itself.
    var saysSomething: Bool {
        switch self {
        case .send(let text, _, _), .edit(_, let text): text.contains { !$0.isWhitespace }
        default: true
        }
    }

    /// Returns the conversation in which the action takes place.
    private func conversation(in state: ChatState) -> String? {
        func holder(of message: String) -> String? {
            state.threads.values.first { $0.message(message) != nil }?.conversation
        }
        switch self {
        case .send(_, let id, _), .attach(_, _, let id, _, _), .markRead(let id, _), .markUnread(let id),
            .mute(let id, _),
            .pinConversation(let id, _, _), .leave(let id), .addMember(_, let id), .removeMember(_, let id),
            .rename(let id, _), .setPhoto(let id, _), .loadOlder(let id), .pin(_, let id), .unpin(_, let id),
            .setConversation(let id, _), .select(let id), .loadCollaborations(let id),
            .setReadReceipts(_, let id?):
            return id
        case .delete(let what): return what.conversation
        case .edit(let message, _), .unsend(let message), .react(let message, _), .save(let message, _),
            .openReplies(let message):
            return holder(of: message)
        case .start(let draft): return draft.conversation.rawValue
        case .stage(let wish): return wish.conversation
        case .cancelStart(let id): return state.starts.first { $0.id == id }?.conversation
        case .answerNotice(let id, _), .dismissNotice(let id):
            return state.threads.values.first { $0.entries.contains { $0.id == id } }?.conversation
        default: return nil
        }
    }

    private func line(in state: ChatState) -> String? {
        func number(_ message: String) -> String {
            let entry = state.threads.values.lazy.compactMap { $0.message(message) }.first
            return entry?.number.map { "#\($0) " } ?? "#1000000 "
        }
        func word(_ isOn: Bool) -> String { isOn ? "on" : "off" }
        switch self {
        case .send(let text, _, nil): return text.hasPrefix("/") ? "/" + text : text
        case .send(let text, _, let message?): return "/reply \(number(message))\(text)"
        case .attach(let path, let text, _, nil, _): return "/attach \"\(path)\"" + (text.isEmpty ? "" : " " + text)
        case .edit(let message, let text): return "/edit \(number(message))\(text)"
        case .unsend(let message): return "/unsend \(number(message))"
        case .delete(.messages(let ids, _)): return ids.first.map { "/delete \(number($0))" }
        case .delete(.conversation): return "/delete conversation"
        case .recover(let what): return "/recover \(named(what, in: state))"
        case .erase(let what): return "/erase \(named(what, in: state))"
        case .loadRecentlyDeleted: return "/deleted"
        case .react(let message, let reaction): return "/react \(number(message))\(reaction)"
        case .save(let message, let path): return "/save \(number(message))\(path ?? "")"
        case .openReplies(let message): return "/thread \(number(message))"
        case .search(let text): return "/search \(text)"
        case .markUnread: return "/unread"
        case .mute(_, let isMuted): return isMuted ? "/mute" : "/unmute"
        case .pinConversation(_, true, let place): return "/top" + (place.map { " \($0)" } ?? "")
        case .pinConversation: return "/untop"
        case .leave: return "/leave"
        case .addMember(let handle, _): return "/add \(handle)"
        case .removeMember(let handle, _): return "/remove \(handle)"
        case .rename(_, let name): return "/rename \(name)"
        case .setPhoto(_, let photo): return "/photo \(photo ?? "")"
        case .createConversation(let handles, let name, nil):
            return (["/new"] + handles).joined(separator: " ") + (name.map { " as \($0)" } ?? "")
        case .pin(let url, _): return "/pin \(url)"
        case .unpin(let url, _): return "/unpin \(url)"
        case .openLink(let url, nil): return "/open \(url)"
        case .answerNotice, .dismissNotice, .openLink: return noticeLine(in: state)
        case .stage(let wish):
            let words =
                wish.effects.map(\.word) + (wish.isCopy ? ["copy"] : [])
                + ["as", wish.representations.first.map { $0 == .text ? "text" : "file" } ?? "link"]
            return (["/share", "\"\(wish.title)\"", "with", wish.app] + words).joined(separator: " ")
        case .cancelStart: return "/cancel"
        case .start(let draft): return "/send \(draft.text)"
        case .manage(let row, let deed): return deed.line(of: row.url)
        case .answerConsent(_, .allow): return "/allow"
        case .answerConsent(_, .notNow): return "/notnow"
        case .answerConsent(_, .never): return "/never"
        case .setEverywhere(let isOn): return "/auto \(word(isOn))"
        case .setApp(let id, let isOn):
            return "/auto \(word(isOn)) \(state.settings.apps.first { $0.id == id }?.title ?? id)"
        case .setConversation(_, let isOn): return "/links \(word(isOn))"
        case .setReadReceipts(let isOn, let id): return "/receipts \(word(isOn))" + (id == nil ? "" : " here")
        case .setMentionAlerts(let isOn): return "/mentions \(word(isOn))"
        case .loadShelf: return "/shelf"
        case .hideHighlight(let id):
            return "/hide \(state.shelf.first { $0.id == id }?.url ?? id)"
        case .restoreHighlight: return "/unhide"
        case .loadSettings: return "/settings"
        case .loadAudit(nil): return "/audit"
        case .loadOlder: return "/older"
        case .loadCollaborations: return "/details"
        case .addContact(let handle): return "/contact add \(handle)"
        case .removeContact(let handle): return "/contact remove \(handle)"
        case .block(let handle, let isBlocked): return "/contact \(isBlocked ? "block" : "unblock") \(handle)"
        case .explain(let about): return "/explain \(about)"
        default: return nil
        }
    }

    /// Returns the words for an item in Recently Deleted.
    private func named(_ what: Deletable, in state: ChatState) -> String {
        guard case .messages(let ids, let conversation) = what else { return what.conversation }
        let message = state.recentlyDeleted.messages[conversation]?.first { $0.id == ids.first }
        return "\(conversation) #\(message?.number ?? 1_000_000)"
    }

    /// Returns the line for a notice, which is named by its number among the waiting notices.
    private func noticeLine(in state: ChatState) -> String? {
        switch self {
        case .answerNotice(let id, let action):
            let entry = state.threads.values.lazy.flatMap(\.entries).first { $0.id == id }
            guard case .notice(let notice)? = entry else { return "/answer \(action)" }
            return "/answer \(notice.actions.first { $0.id == action }?.title.lowercased() ?? action)"
        case .dismissNotice(let id):
            let thread = state.threads.values.first { $0.waiting.contains { $0.id == id } }
            let place = thread?.listedNotices.firstIndex { $0.id == id }
            return "/dismiss \((place ?? 999) + 1)"
        case .openLink(_, let id?):
            let thread = state.threads.values.first { $0.waiting.contains { $0.id == id } }
            let place = thread?.listedNotices.firstIndex { $0.id == id }
            return "/notices \((place ?? 999) + 1)"
        default: return nil
        }
    }
}

extension CollaborationDeed {
    fileprivate func line(of url: String) -> String {
        func word(_ permission: Share.Permission) -> String { permission == .readOnly ? "read" : "write" }
        switch self {
        case .invite(let handles, let permission, let sendsLink):
            let words = (permission.map { [word($0)] } ?? []) + (sendsLink ? [] : ["nolink"])
            return (["/invite", url] + handles + words).joined(separator: " ")
        case .uninvite(let handles): return (["/uninvite", url] + handles).joined(separator: " ")
        case .access(let access, let again): return (["/access", url, access.rawValue] + again).joined(separator: " ")
        case .permission(let permission, let handle):
            return "/permission \(url) \(word(permission))" + (handle.map { " \($0)" } ?? "")
        case .administrator(let handle, let isOne): return "/admin \(url) \(handle)" + (isOne ? "" : " off")
        case .inviting(let isOn): return "/inviting \(url) \(isOn ? "on" : "off")"
        case .leave: return "/leaveshare \(url)"
        case .stop: return "/stopshare \(url)"
        }
    }
}

extension ShareOptions.Effect {
    /// The word for the effect in `/share`.
    fileprivate var word: String {
        switch self {
        case .private: "private"
        case .public: "public"
        case .readOnly: "read"
        case .readWrite: "write"
        case .inviting: "inviting"
        }
    }
}
