import ChatProtocol
import ChatScreens
import ChatTerminal

/// The files in the composers.
extension PersonSession {
    /// Reads a file that was attached in a composer. If it cannot be read, removes it from the composer and reports the
    /// reason.
    ///
    /// - Returns: true if the file is a text, which an app may open.
    func isText(_ path: String, attachedIn conversation: String) -> Bool {
        let limits = model.state.limits
        do throws(DocumentFiles.Problem) {
            return files.text(of: try files.read(path, limits.attachmentBytes), limits) != nil
        } catch {
            let why = "Not attached: \(error)"
            updateState { state in
                _ = ChatUpdate.run(on: &state) { $0.refuse(file: path, in: conversation, why) }
            }
            tell(.hint(why))
            return false
        }
    }

    /// Sends a file with a text. If the file cannot be read, reports the reason and restores the text.
    ///
    /// - Parameter line: the command that names the file; nil if the file was in the composer.
    func attach(_ path: String, _ text: String, to conversation: String, replyTo: String?, by line: String?) {
        do throws(DocumentFiles.Problem) {
            let file = try files.read(path, model.state.limits.attachmentBytes)
            let item = DraftParts(conversation: conversation, attachment: path)
            send(text, to: ConversationID(conversation), replyTo: replyTo.map { MessageID($0) }, file: file, from: item)
        } catch {
            var why = "Not sent: \(error)"
            if let line {
                let file = try? TypedPath(String(line.dropFirst("/attach ".count)))
                if file?.isQuoted != true, !files.hasFile(path) { why += ". Quote a path with spaces" }
                putBack(line, in: conversation, replyTo: replyTo, why)
            } else {
                restore(path, text, in: conversation, replyTo: replyTo)
            }
            updateState { $0.view.hint = why }
            tell(.hint(why))
        }
    }

    /// Restores a command whose file could not be read to the composer, so that the person can correct it. Nothing
    /// stays attached.
    private func putBack(_ command: String, in conversation: String, replyTo: String?, _ why: String) {
        updateState { state in
            if let replyTo, state.view.replies == nil { state.view.purposes[conversation] = .reply(replyTo) }
            state.view.putBack(command: command, in: conversation, why)
        }
    }

    /// Restores a message whose file could not be read to its composer, unless the composer has a text or a file by
    /// now.
    private func restore(_ path: String, _ text: String, in conversation: String, replyTo: String?) {
        updateState { state in
            guard state.view.drafts[conversation]?.isEmpty != false, state.view.attachments[conversation] == nil else {
                return
            }
            state.view.drafts[conversation] = LineEditor(text)
            state.view.attachments[conversation] = path
            if let replyTo, state.view.replies == nil { state.view.purposes[conversation] = .reply(replyTo) }
        }
    }
}
