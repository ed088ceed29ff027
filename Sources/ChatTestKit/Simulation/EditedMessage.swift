import ChatProtocol

/// Changes that defects make to messages.
extension [UInt8] {
    /// The integer id of the request; nil for any other message.
    var requestID: Int64? {
        guard let text = try? JSONReader.read(self).value else { return nil }
        return text["method"] == nil ? nil : text["id"]?.integerValue
    }

    /// The members of one object in order, for editing.
    struct Members {
        fileprivate(set) var all: [JSONObject.Member]

        subscript(key: String) -> JSONValue? {
            get { all.first { $0.key == key }?.value }
            set {
                all.removeAll { $0.key == key }
                if let newValue { all.append(.init(key: key, value: newValue)) }
            }
        }
    }

    /// Returns the message with changed params or a changed result.
    func editing(_ edit: (inout Members) -> Void) -> [UInt8] {
        guard let text = try? JSONReader.read(self).value, let object = text.objectValue else { return self }
        var members = Members(all: object.members)
        for key in ["params", "result"] {
            guard let inner = members[key]?.objectValue else { continue }
            var changed = Members(all: inner.members)
            edit(&changed)
            members[key] = .object(JSONObject(changed.all))
        }
        return JSONWriter.bytes(of: JSONValue.object(JSONObject(members.all)))
    }

    /// Returns the message with a change to one object within its params or its result.
    func editing(_ key: String, _ edit: (inout Members) -> Void) -> [UInt8] {
        editing { outer in
            guard let inner = outer[key]?.objectValue else { return }
            var changed = Members(all: inner.members)
            edit(&changed)
            outer[key] = .object(JSONObject(changed.all))
        }
    }
}
