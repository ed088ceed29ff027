extension MessageReferences {
    func check(_ fields: JSONFields) throws(InvalidField) {
        if messages.isEmpty { throw fields.invalid("messages", "must name a message") }
    }
}
