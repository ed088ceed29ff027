import ChatProtocol

/// Messages that a defect writes otherwise.
extension [UInt8] {
    /// The number of the request, where it is one with a number.
    var requestID: Int64? {
        guard let text = try? JSONReader.read(self).value else { return nil }
        return text["method"] == nil ? nil : text["id"]?.integerValue
    }

    /// The members of one object in order, to be changed.
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

    /// The same with other params, or another result.
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

    /// The same with another object within its params.
    func editing(_ key: String, _ edit: (inout Members) -> Void) -> [UInt8] {
        editing { outer in
            guard let inner = outer[key]?.objectValue else { return }
            var changed = Members(all: inner.members)
            edit(&changed)
            outer[key] = .object(JSONObject(changed.all))
        }
    }
}
