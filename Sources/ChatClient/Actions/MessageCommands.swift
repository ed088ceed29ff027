import ChatProtocol
import ChatTerminal

extension CommandTable {
    /// The commands about one message. `#N` selects it; without a number it is the selected message, or the newest one
    /// that fits.
    static let messages: [Command?] = [
        .step(
            "reply [{message}] {text}", "answer a message", .shared,
            from: { action, state in
                guard case .send(let text, _, let message?) = action else { return nil }
                return [number(of: message, in: state), .text(text)]
            }
        ) { update, call in
            let text = try call.needed(.text)
            // A number without a text would be sent as the text.
            guard call.message != nil || text.wholeMatch(of: /#\d+/) == nil else { throw call.usage }
            let message = try update.message(call.message, to: .reply, else: nothingFromOthers) {
                $0.isThere && !$0.isOwn
            }
            try update.reply(to: message, text)
        },
        .step(
            "edit [{message}] [{text}]", "your own message, within 15 minutes", .shared,
            from: { action, state in
                guard case .request(.messageEdit(let it)) = action else { return nil }
                return [number(of: it.message.rawValue, in: state), .text(it.text)]
            }
        ) { update, call in
            let message = try update.message(call.message, to: .edit, else: nothingOwn) {
                $0.isThereOrPending && $0.isOwn && $0.attachment == nil
            }
            update.edit(message, call[.text])
        },
        .onMessage(
            "unsend [{message}]", "your own message, within 2 minutes", .undoSend, .shared, else: nothingOwn,
            from: { action, state in
                guard case .request(.messageUnsend(let it)) = action else { return nil }
                return [number(of: it.message.rawValue, in: state)]
            }, where: { $0.isThereOrPending && $0.isOwn }),
        .step(
            "delete [conversation|{message}]", "delete a message or the conversation on your devices", .shared,
            from: { action, state in
                switch action {
                case .delete(.messages(let ids, _)): ids.first.map { [number(of: $0, in: state)] }
                case .delete(.conversation): ["conversation"]
                default: nil
                }
            }
        ) { update, call in
            if call.says("conversation") { return update.ask(ChatUpdate.deleting(try update.openThread)) }
            let message = try update.message(call.message, to: .delete, else: "There is no message here") {
                $0.delivery == .sent
            }
            update.perform(.delete, on: message)
        },
        .step(
            "react [{message}] {tapback}", "heart, or any emoji or its :name:; the same again removes it", .shared,
            from: { action, state in
                guard case .react(let message, let reaction) = action else { return nil }
                return [number(of: message, in: state), .text(reaction)]
            }
        ) { update, call in
            let text = try call.needed(.tapback)
            guard let reaction = Tapback.reaction(text) else {
                throw SlashCommand.Mistake(
                    text: "“\(CleanText.line(text))” is not a tapback. There are "
                        + "\(Tapback.words.joined(separator: ", ")), and any emoji or its :name:")
            }
            let message = try update.message(call.message, to: .tapback, else: nothingFromOthers) {
                $0.isThere && !$0.isOwn
            }
            update.emit(.react(message: message.id, reaction: reaction))
        },
        .onMessage(
            "tapbacks [{message}]", "the tapbacks of a message", .tapbacks, else: "No message here has a tapback",
            where: { $0.isThere && !$0.reactions.isEmpty }),
        .onMessage(
            "thread [{message}]", "only its replies", .openReplies, else: "There are no replies here",
            from: { action, state in
                guard case .openReplies(let message) = action else { return nil }
                return [number(of: message, in: state)]
            }, where: { $0.replies > 0 || $0.thread != nil }),
        .onMessage(
            "versions [{message}]", "show or hide its earlier texts", .versions, else: "No message here was edited",
            where: { $0.isThere && !$0.versions.isEmpty }),
        .step(
            "save [{message}] [{file}]", "save a document to a file", .shows,
            from: { action, state in
                guard case .save(let message, let path) = action else { return nil }
                return [number(of: message, in: state), path.map(CommandValue.text)]
            }
        ) { update, call in
            let message = try update.message(call.message, to: .save, else: "No documents in this conversation") {
                $0.isThere && $0.attachment != nil
            }
            var path: String?
            if let file = call[.file] { path = try TypedPath(whole: file).path }
            update.emit(.save(message: message.id, path: path))
        },
    ]

    private static let nothingFromOthers = "No messages from others; #N selects a message"
    private static let nothingOwn = "You have no message here"

    /// Returns the number of a message as a command writes it. A message that is not there has a number that none has.
    private static func number(of message: String, in state: ChatState) -> CommandValue {
        let entry = state.threads.values.lazy.compactMap { $0.message(message) }.first
        return .text("#\(entry?.number ?? 1_000_000)")
    }
}
