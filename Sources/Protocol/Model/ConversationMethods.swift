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
