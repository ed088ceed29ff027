import ChatProtocol

/// Copies: the content of a document goes out as what it is now, and nobody is on any share for it.
enum Copying {
    /// The form in which something is copied; nil if it has none: a file on iCloud Drive always has (`sendcopy-drive`),
    /// a record has one only with a file beside it (`sendcopy-cloudkit`), what an app holds itself with a file or a text
    /// (`sendcopy-custom`). For the text that people wrote in a document see `Core.Item.form`.
    static func form(
        backend: Share.Backend, representations: [Share.Representation]
    ) -> Share.Representation? {
        if backend == .file || representations.contains(.file) { return .file }
        return backend == .custom && representations.contains(.text) ? .text : nil
    }

    /// The type of a copy that is a file.
    static let type = "text/plain"
}

extension Core {
    /// `share.send` as a copy.
    mutating func sendCopy(_ request: SendShare, of share: Share, by me: Handle, at now: Instant) throws(RPCError)
        -> Answer
    {
        let item = item(of: share)
        try checkMethod(.copy, of: item)
        return .message(try sendCopy(of: item, saying: request.text, in: request.conversation, by: me, at: now))
    }

    /// Sends a copy: a message with a file, or with the very text.
    ///
    /// - Throws: `forbidden` to someone who was invited and has not opened the document, who has nothing to copy yet.
    mutating func sendCopy(
        of item: Item, saying said: String?, in conversation: ConversationID, by me: Handle, at now: Instant
    ) throws(RPCError) -> Message {
        if let share = item.share {
            try checkExists(documentOf: share)
            guard share.participant(me)?.acceptance == .accepted else {
                throw RPCError(.forbidden, "Open “\(share.title)” first: only an opened document can be copied.")
            }
        }
        let title = item.title ?? ""
        // What has no text yet says what it is called.
        let written = item.content ?? item.text ?? ""
        let content = written.isEmpty ? title : written
        let said = said ?? ""
        guard item.form == .file else {
            let text = said.isEmpty ? content : "\(said)\n\(content)"
            try checkText(text)
            let message = try compose(text, in: conversation, by: me, at: now)
            decidePosting(message, at: now)
            return message
        }
        let bytes = Array(content.utf8)
        guard bytes.count <= limits.attachmentBytes else {
            throw RPCError.tooLarge(
                "The content of “\(title)” has \(bytes.count) bytes", limit: "attachmentBytes", limits.attachmentBytes)
        }
        var message = try compose(said, in: conversation, by: me, at: now)
        let id = AttachmentID("a", at: postingPosition(in: conversation))
        message.attachment = Attachment(
            name: fileName(title), type: Copying.type, size: Int64(bytes.count), digest: Attachment.digest(of: bytes),
            content: id)
        decidePosting(message, at: now)
        decide(.attachmentStored(id, message.conversation, content: Base64.encode(bytes)), at: now)
        return message
    }

    /// A title as the name of a file: without what would make it another folder's, and not longer than names may be.
    private func fileName(_ title: String) -> String {
        let suffix = ".txt"
        var clean = ""
        for scalar in title.unicodeScalars {
            let isFine = scalar != "/" && scalar.properties.generalCategory != .control
            clean.unicodeScalars.append(isFine ? scalar : "-")
        }
        return clean.prefix(max(1, limits.nameCharacters - suffix.count)) + suffix
    }
}
