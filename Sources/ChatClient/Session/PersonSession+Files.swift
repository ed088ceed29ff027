import ChatProtocol
import ChatScreens
import ChatTerminal

/// The files in the composers.
extension PersonSession {
    /// Reads a file that was put into a composer. If it cannot be read, takes it out again and says why.
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

    /// Puts a message whose file could not be read back into its composer, unless something else is there by now.
    func restore(_ path: String, _ text: String, in conversation: String, replyTo: String?) {
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
