import AppModel
import ChatProtocol
import ChatTerminal

extension CommandTable {
    /// The commands about collaborations: a staged one, or the one of a link.
    static let collaborations: [Command?] = [
        .step(
            "share [{title} [with {app}] [private|public] [read|write] [inviting] [copy] [as (file|text|link)]]",
            "stage a document for collaboration; alone, share the selected or last item", .shared, .isReported,
            from: { action, _ in
                guard case .stage(let wish) = action else { return nil }
                let words =
                    wish.effects.map(\.word) + (wish.isCopy ? ["copy"] : [])
                    + ["as", wish.representations.first.map { $0 == .text ? "text" : "file" } ?? "link"]
                let app = wish.app.map { ["with", $0.rawValue] } ?? []
                return [.text((["\"\(wish.title)\""] + app + words).joined(separator: " "))]
            }
        ) { update, call in
            if call.rest.isEmpty { update.share() } else { try update.stage(SharedWords(call.rest)) }
        },
        .step("option [{number}]", "list or change its options", .program, .isReported) { update, call in
            try update.option(call.number)
        },
        .step(
            "send [{text}]", "send the staged document or file", .shared, .isReported,
            from: { action, _ in
                guard case .start(let draft) = action else { return nil }
                return [draft.text.isEmpty ? nil : .text(draft.text)]
            }
        ) { update, call in try update.sendStaged(saying: call[.text] ?? "") },
        .step(
            "cancel", "discard it, or stop waiting for its app", .program, .isReported,
            from: { action, _ in if case .cancelStart = action { [] } else { nil } }
        ) { update, _ in try update.cancelStaged() },
        .step("people {collaboration}", "participants of the document of link N", .program, .isReported) {
            update, call in try update.showPeople(of: update.collaboration(call.needed(.collaboration)))
        },
        .managing(
            "invite {collaboration} {guests} [read|write] [nolink]", "add people, and send them the link",
            from: { deed in
                guard case .invite(let handles, let permission, let sendsLink) = deed else { return nil }
                return [.list(handles), permission.map(word), sendsLink ? nil : "nolink"]
            }
        ) { update, call, row in
            let guests = call.words(of: .guests)
            guard !guests.contains(where: { ["read", "write", "nolink"].contains($0) }) else { throw call.usage }
            return .invite(try call.handles(guests), permission(call), sendsLink: !call.says("nolink"))
        },
        .managing(
            "uninvite {collaboration} {participants}", "remove people",
            from: { deed in if case .uninvite(let handles) = deed { [.list(handles)] } else { nil } }
        ) { update, call, row in
            var handles: [String] = []
            for word in call.words(of: .participants) {
                let handle = try update.person(word, on: row).handle
                if !handles.contains(handle) { handles.append(handle) }
            }
            return .uninvite(handles)
        },
        .managing(
            "access {collaboration} public|private [{participants}]",
            "open it to everyone with the link, or not; with private, these people are invited again",
            from: { deed in
                guard case .access(let access, let again) = deed else { return nil }
                return [.text(access.rawValue), again.isEmpty ? nil : .list(again)]
            }
        ) { update, call, row in
            let access: Share.Access = call.says("public") ? .public : .private
            let words = call.words(of: .participants)
            guard access == .private || words.isEmpty else { throw call.usage }
            try ChatUpdate.check(.access(access, again: []), on: row)
            var again: [String] = []
            for word in words {
                again.append(try SlashCommand.handle((try? update.person(word, on: row))?.handle ?? word))
            }
            return .access(access, again: again)
        },
        .managing(
            "permission {collaboration} read|write [{participant}]", "everyone's permission, or a person's",
            from: { deed in
                guard case .permission(let permission, let handle) = deed else { return nil }
                return [word(permission), handle.map(CommandValue.text)]
            }
        ) { update, call, row in
            let handle = try call[.participant].map { try update.person($0, on: row).handle }
            return .permission(call.says("read") ? .readOnly : .readWrite, handle: handle)
        },
        .managing(
            "admin {collaboration} {participant} [off]", "make a person an administrator, or not",
            from: { deed in
                guard case .administrator(let handle, let isOne) = deed else { return nil }
                return [.text(handle), isOne ? nil : "off"]
            }
        ) { update, call, row in
            .administrator(try update.person(call.needed(.participant), on: row).handle, !call.says("off"))
        },
        .managing(
            "inviting {collaboration} on|off", "let participants add people",
            from: { deed in if case .inviting(let isOn) = deed { [isOn ? "on" : "off"] } else { nil } }
        ) { _, call, _ in .inviting(call.says("on")) },
        .managing(
            "requests {collaboration} on|off|approve|deny|block|unblock [{requesters}]",
            "let people ask for access, or answer those who ask",
            from: { deed in
                switch deed {
                case .accessRequests(let isOn): [isOn ? "on" : "off", nil]
                case .answer(let answer, let handles): [.text(answer.rawValue), .list(handles)]
                default: nil
                }
            }
        ) { update, call, row in
            let words = call.words(of: .requesters)
            guard let answer = AccessAnswer.allCases.first(where: { call.says($0.rawValue) }) else {
                guard words.isEmpty else { throw call.usage }
                return .accessRequests(call.says("on"))
            }
            guard !words.isEmpty else { throw call.usage }
            return .answer(answer, try words.map { try update.person($0, on: row, isOutside: true).handle })
        },
        .managing(
            "onetime {collaboration} [read|write|off]",
            "make a link that admits the first who opens it, or take the newest back",
            from: { deed in
                switch deed {
                case .makeLink(let permission): [word(permission)]
                // Scenarios take back the newest one.
                case .takeBackLink: ["off"]
                default: nil
                }
            }
        ) { _, call, row in
            guard call.says("off") else { return .makeLink(permission(call) ?? row.permission) }
            guard let newest = row.openLinks.last else {
                throw SlashCommand.Mistake(text: "\(row.quoted) has no unopened one-time link")
            }
            return .takeBackLink(newest.id)
        },
        .managing(
            "leaveshare {collaboration}", "leave it", from: { if case .leave = $0 { [] } else { nil } }
        ) { _, _, _ in .leave },
        .managing(
            "stopshare {collaboration}", "stop sharing it for everyone",
            from: { if case .stop = $0 { [] } else { nil } }
        ) { _, _, _ in .stop },
        .step(
            "ask {link}", "ask for access to its document", .numbered, .isReported,
            from: { action, _ in
                guard case .request(.shareRequestAccess(let it)) = action else { return nil }
                return [.text(it.url)]
            }
        ) { update, call in
            update.emit(.request(.shareRequestAccess(.init(url: try update.link(call.needed(.link))))))
        },
        .step("copylink {collaboration}", "copy its link", .numbered, .isReported) { update, call in
            try update.copyLink(of: update.collaboration(call.needed(.collaboration)))
        },
    ]

    private static func permission(_ call: CommandCall) -> Share.Permission? {
        call.says("read") ? .readOnly : call.says("write") ? .readWrite : nil
    }

    private static func word(_ permission: Share.Permission) -> CommandValue {
        permission == .readOnly ? "read" : "write"
    }
}

extension Command {
    /// Returns a command for a change of the collaboration of a link, which asks for confirmation if that is required;
    /// nil if the form is no pattern.
    ///
    /// - Parameter values: Returns the values after the link.
    fileprivate static func managing(
        _ form: String, _ summary: String,
        from values: @escaping @Sendable (CollaborationDeed) -> [CommandValue?]?,
        deed: @escaping @Sendable (ChatUpdate, CommandCall, CollaborationRow) throws -> CollaborationDeed
    ) -> Command? {
        step(
            form, summary, .numbered, .isReported,
            from: { action, _ in
                guard case .manage(let row, let deed) = action else { return nil }
                return values(deed).map { [.text(row.url)] + $0 }
            }
        ) { update, call in
            let row = try update.collaboration(call.needed(.collaboration))
            try update.manage(try deed(update, call, row), row)
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
