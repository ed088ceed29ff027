import ChatProtocol

/// The rules for copies. A copy carries the present content of a document and adds no participants.
enum Copying {
    /// Returns the form of a copy; nil if the item has none.
    ///
    /// A file on iCloud Drive always has a form (`sendcopy-drive`). A record needs a file representation
    /// (`sendcopy-cloudkit`). An item that its app holds needs a file or a text (`sendcopy-custom`).
    /// `CollaborationItem.form` adds the text written in a document.
    static func form(
        backend: Share.Backend, representations: [Share.Representation]
    ) -> Share.Representation? {
        if backend == .file || representations.contains(.file) { return .file }
        return backend == .custom && representations.contains(.text) ? .text : nil
    }

    /// The media type of a copied file.
    static let type = "text/plain"
}

/// Sending a copy of a document.
struct CopyDecisions {
    private let draft: Draft

    init(_ draft: Draft) { self.draft = draft }

    /// Sends a copy for `share.send`.
    func sendCopy(_ request: SendShare, of share: Share, by me: Handle, at now: Instant) throws(RPCError)
        -> Answer
    {
        let item = CollaborationItem(of: share, in: draft.state)
        try CollaborationStartDecisions(draft).checkMethod(.copy, of: item)
        return .message(try sendCopy(of: item, saying: request.text, in: request.conversation, by: me, at: now))
    }

    /// Sends a copy: a message with a file, or with the text itself.
    ///
    /// - Throws: `forbidden` to an invited person who has not opened the document, and so has no content to copy.
    func sendCopy(
        of item: CollaborationItem, saying words: String?, in conversation: ConversationID, by me: Handle,
        at now: Instant
    ) throws(RPCError) -> Message {
        if let share = item.share {
            try DocumentRights(draft).checkExists(documentOf: share)
            guard share.folder == nil else {
                throw ShareRefusal(.conflict, "ck-zone-share", "“\(share.title)” is a folder: it has no copy.").error
            }
            guard share.participant(me)?.acceptance == .accepted else {
                throw RPCError(.forbidden, "Open “\(share.title)” first: only an opened document can be copied.")
            }
        }
        let title = item.title ?? ""
        // A document without text is copied as its title.
        let written = item.content ?? item.text ?? ""
        let content = written.isEmpty ? title : written
        let words = words ?? ""
        guard item.form == .file else {
            let text = words.isEmpty ? content : "\(words)\n\(content)"
            try TextChecks(draft.limits).checkText(text)
            let message = try MessageDecisions(draft).compose(text, in: conversation, by: me, at: now)
            MessageDecisions(draft).decidePosting(message, at: now)
            return message
        }
        let bytes = Array(content.utf8)
        guard bytes.count <= draft.limits.attachmentBytes else {
            throw RPCError.tooLarge(
                "The content of “\(title)” has \(bytes.count) bytes", limit: "attachmentBytes",
                draft.limits.attachmentBytes)
        }
        var message = try MessageDecisions(draft).compose(words, in: conversation, by: me, at: now)
        let id = AttachmentID("a", at: MessageDecisions(draft).postingPosition(in: conversation))
        message.attachment = Attachment(
            name: fileName(title), type: Copying.type, size: Int64(bytes.count), digest: Attachment.digest(of: bytes),
            content: id)
        MessageDecisions(draft).decidePosting(message, at: now)
        draft.decide(.attachmentStored(id, message.conversation, content: Base64.encode(bytes)), at: now)
        return message
    }

    /// Returns a file name made of a title. Slashes and control characters become hyphens. The name has at most as many
    /// characters as any name.
    private func fileName(_ title: String) -> String {
        let suffix = ".txt"
        var clean = ""
        for scalar in title.unicodeScalars {
            let isFine = scalar != "/" && scalar.properties.generalCategory != .control
            clean.unicodeScalars.append(isFine ? scalar : "-")
        }
        return clean.prefix(max(1, draft.limits.nameCharacters - suffix.count)) + suffix
    }
}
