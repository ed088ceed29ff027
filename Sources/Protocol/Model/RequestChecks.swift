// The checks of requests that the types of their members cannot express.

extension AddContacts {
    mutating func check(_ fields: JSONFields) throws(InvalidField) {
        if !fields.has("handles") {
            guard let handle else { throw fields.invalid("handle", "is missing: it must be a handle") }
            (self.handle, handles) = (nil, [handle])
        } else if handle != nil {
            throw fields.invalid("handle", "cannot be combined with handles: give one of them")
        }
        guard !handles.isEmpty else { throw fields.invalid("handles", "must name a person") }
    }
}

extension SetConversationPhoto {
    func check(_ fields: JSONFields) throws(InvalidField) {
        if let photo, Reaction.emoji(photo) == nil { throw fields.invalid("photo", "must be one emoji") }
    }
}

extension PinConversation {
    func check(_ fields: JSONFields) throws(InvalidField) {
        if place != nil, !pinned { throw fields.invalid("place", "belongs to pinned: true") }
    }
}

extension MessageReferences {
    func check(_ fields: JSONFields) throws(InvalidField) {
        if messages.isEmpty { throw fields.invalid("messages", "must name a message") }
    }
}

extension StartCollaboration {
    func check(_ fields: JSONFields) throws(InvalidField) {
        guard document == nil || content == nil else {
            throw fields.invalid("content", "is only for a new document, and document names one that exists")
        }
        guard document == nil else { return }
        guard app != nil else { throw fields.invalid("app", "is missing: give app and title, or document") }
        guard title != nil else { throw fields.invalid("title", "is missing: give app and title, or document") }
    }
}

extension PublishSite {
    /// Refuses a request without `association`. Null means that the domain serves no file, so an omission must not mean
    /// the same.
    func check(_ fields: JSONFields) throws(InvalidField) {
        guard !fields.isMissing("association") else {
            throw fields.invalid(
                "association", "is missing: it must be an object, or null for a domain that serves nothing")
        }
        if let association, association.objectValue == nil {
            throw fields.invalid("association", "must be an object, or null for a domain that serves nothing")
        }
    }
}

extension SetSettings {
    func check(_ fields: JSONFields) throws(InvalidField) {
        guard isEmpty else { return }
        throw fields.invalid("automaticSharing", "is missing, and so are readReceipts and mentionAlerts")
    }

    /// True if the request changes nothing.
    public var isEmpty: Bool { self == SetSettings() }
}
