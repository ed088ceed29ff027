import ChatProtocol
import ChatTerminal

extension CommandTable {
    /// The commands about the open conversation, and its links and notices.
    static let conversation: [Command?] = [
        .step(
            "(pin|unpin) {link}", "a link by number, for yourself", .own,
            from: { action, _ in
                switch action {
                case .request(.linkPin(let it)): ["pin", .text(it.url)]
                case .request(.linkUnpin(let it)): ["unpin", .text(it.url)]
                default: nil
                }
            }
        ) { update, call in
            let (id, url) = (try update.openThread.conversation, try update.link(call.needed(.link)))
            update.emit(call.says("pin") ? .pin(url: url, conversation: id) : .unpin(url: url, conversation: id))
        },
        .step(
            "open {link}", "open a link", .numbered,
            from: { action, _ in
                guard case .openLink(let url, nil) = action else { return nil }
                return [.text(url)]
            }
        ) { update, call in
            update.emit(.openLink(url: try update.link(call.needed(.link)), notice: nil))
        },
        .step(
            "notices [{number}]", "list the notices that wait here, or open one", .program, .isReported,
            from: { action, state in
                guard case .openLink(_, let id?) = action else { return nil }
                return [place(ofNotice: id, in: state)]
            }
        ) { update, call in
            guard let number = call.number else { return update.present(.notices) }
            let (notice, id) = try update.waiting(number)
            update.open(notice, in: id)
        },
        .step(
            "dismiss [{number}]", "close a notice", .numbered, .isReported,
            from: { action, state in
                guard case .request(.noticeDismiss(let it)) = action else { return nil }
                return [place(ofNotice: it.notice.rawValue, in: state)]
            }
        ) { update, call in
            let (notice, id) = try update.waiting(call.number ?? 1)
            update.dismiss(notice, in: id)
        },
        .step(
            "answer {answer}", "add, remove or close: answer the newest question", .numbered, .isReported,
            from: { action, state in
                guard case .answerNotice(let id, let action) = action else { return nil }
                let entry = state.threads.values.lazy.flatMap(\.entries).first { $0.id == id }
                guard case .notice(let notice)? = entry else { return [.text(action)] }
                return [.text(notice.actions.first { $0.id == action }?.title.lowercased() ?? action)]
            }
        ) { update, call in try update.answer(call.needed(.answer)) },
        .step(
            "attach [{file} [{text}]]", "attach a file, and send TEXT with it; a path with spaces in quotes", .shared,
            from: { action, _ in
                guard case .attach(let path, let text, _, nil, _) = action else { return nil }
                return [.text("\"\(path)\"" + (text.isEmpty ? "" : " \(text)"))]
            }
        ) { update, call in
            let thread = try update.openThread
            guard !call.rest.isEmpty else { return update.browse("./") }
            update.attach(try TypedPath(call.rest), in: thread.conversation, by: "/attach " + call.rest)
        },
        .step("numbers", "number the messages: #N", .shows) { update, _ in
            let lines = update.numbers()
            update.present(.text(title: "Messages", body: lines.isEmpty ? ["There is no message here."] : lines))
        },
        .step(
            "details", "members, switches, pins", .shows,
            from: { action, _ in if case .loadCollaborations = action { [] } else { nil } }
        ) { update, _ in
            let id = try update.openThread.conversation
            update.present(.details(id))
            update.emit(.loadCollaborations(conversation: id))
        },
        .act(
            "mute|unmute", "hide its alerts, or show them", .own,
            from: { action, _ in
                guard case .request(.conversationMute(let it)) = action else { return nil }
                return [it.muted ? "mute" : "unmute"]
            }
        ) { update, call in
            .mute(conversation: try update.openThread.conversation, isMuted: call.says("mute"))
        },
        .step(
            "unread", "mark it as unread", .own,
            from: { action, _ in if case .request(.conversationMarkUnread) = action { [] } else { nil } }
        ) { update, _ in
            let id = try update.openThread.conversation
            // It stays unread until the person opens it again.
            update.state.view.opened = nil
            update.emit(.markUnread(conversation: id))
        },
        .step("read [all]", "mark it as read, or all conversations", .numbered, .isReported) { update, call in
            let id = call.says("all") ? nil : try update.openThread.conversation
            update.markRead(update.state.conversations.filter { id == nil || $0.id == id })
        },
        .act(
            "top [{number}]", "keep it at the top, at this place", .own,
            from: { action, _ in
                guard case .request(.conversationPin(let it)) = action, it.pinned else { return nil }
                return [it.place.map { .text("\($0)") }]
            }
        ) { update, call in
            guard call.number ?? 1 <= 1_000 else { throw call.usage }
            return .pinConversation(
                id: try update.openThread.conversation, isPinned: true, place: call.number)
        },
        .act(
            "untop", "no longer keep it at the top", .own,
            from: { action, _ in
                guard case .request(.conversationPin(let it)) = action, !it.pinned else { return nil }
                return []
            }
        ) { update, _ in
            .pinConversation(id: try update.openThread.conversation, isPinned: false, place: nil)
        },
        .step(
            "add {handles}", "add people", .shared,
            from: { action, _ in
                guard case .addMember(let handle, _) = action else { return nil }
                return [.list([handle])]
            }
        ) { update, call in
            try update.add(call.handles(call.words(of: .handles).flatMap { $0.split(separator: ",").map(String.init) }))
        },
        .step(
            "remove {member}", "remove a person", .shared,
            from: { action, _ in
                guard case .removeMember(let handle, _) = action else { return nil }
                return [.text(handle)]
            }
        ) { update, call in
            let thread = try update.openThread
            update.ask(ChatUpdate.removing(try update.member(call.needed(.member), of: thread), from: thread))
        },
        .act(
            "rename {name}", "rename the conversation", .shared,
            from: { action, _ in
                guard case .request(.conversationRename(let it)) = action else { return nil }
                return [.text(it.name)]
            }
        ) { update, call in
            .rename(
                conversation: try update.openThread.conversation,
                name: EmojiNames.replaced(in: try call.needed(.name)))
        },
        .step(
            "photo [{emoji}]", "set its photo 🏕, or remove it", .shared,
            from: { action, _ in
                guard case .request(.conversationSetPhoto(let it)) = action else { return nil }
                return [it.photo.map(CommandValue.text)]
            }
        ) { update, call in try update.setPhoto(call[.emoji]) },
        .step(
            "leave", "leave the conversation", .shared,
            from: { action, _ in if case .request(.conversationLeave) = action { [] } else { nil } }
        ) { update, _ in
            let thread = try update.openThread
            if let obstacle = ChatUpdate.obstacleToLeaving(thread) { throw obstacle }
            update.ask(ChatUpdate.leaving(thread))
        },
        .step(
            "links on|off", "show its links in Shared with You", .own, .isReported,
            from: { action, _ in
                guard case .request(.settingsSet(let it)) = action,
                    let switched = it.sharing?.conversations.first(where: { _ in true })
                else { return nil }
                return [switched.isOn ? "on" : "off"]
            }
        ) { update, call in
            let (thread, isOn) = (try update.openThread, call.says("on"))
            update.emit(.setConversation(id: thread.conversation, isOn: isOn))
            update.state.view.hint =
                "Links from “\(CleanText.line(thread.title))” \(isOn ? "show" : "do not show") in Shared with You"
        },
        .step(
            "older", "load earlier messages", .shows,
            from: { action, _ in if case .loadOlder = action { [] } else { nil } }
        ) { update, _ in
            let thread = try update.openThread
            guard thread.hasOlder else { throw SlashCommand.Mistake(text: "No older messages") }
            guard !thread.isLoadingOlder else { return }
            update.state.threads[thread.conversation]?.isLoadingOlder = true
            update.emit(.loadOlder(conversation: thread.conversation))
        },
        .step("date {day}", "go to a day in this conversation, such as 2026-11-20") { update, call in
            guard let day = SlashCommand.day(try call.needed(.day)) else { throw call.usage }
            _ = try update.openThread
            update.open()
            update.leaveReplies()
            update.state.view.target = .firstSince(day - update.state.utcOffset)
        },
    ]

    /// Returns the number of a notice among those that wait in its conversation. A notice that does not wait has a
    /// number that none has.
    private static func place(ofNotice id: String, in state: ChatState) -> CommandValue {
        let thread = state.threads.values.first { $0.waiting.contains { $0.id == id } }
        return .text("\((thread?.listedNotices.firstIndex { $0.id == id } ?? 999) + 1)")
    }
}
