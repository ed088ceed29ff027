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
