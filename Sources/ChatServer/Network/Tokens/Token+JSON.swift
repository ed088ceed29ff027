import ChatEngine
import ChatProtocol

/// The stored form of a token: one JSON object.
extension Token {
    /// Appends the members that are not secret.
    func writePublicMembers(to json: inout JSONWriter) {
        json.member("id", id)
        json.member("role", grant.role.rawValue)
        switch grant {
        case .person(let handle): json.member("handle", handle)
        case .app(let app, let person):
            json.member("handle", person)
            json.member("app", app)
        case .observer: break
        }
        json.member("made", madeAt)
        json.member("note", note)
    }

    /// The stored form, with the salt and the hash of the secret.
    var json: [UInt8] {
        JSONWriter.object {
            writePublicMembers(to: &$0)
            $0.member("salt", Hexadecimal.text(salt))
            $0.member("sha256", Hexadecimal.text(digest))
        }
    }

    /// Reads the stored form.
    init(json: [UInt8]) throws(InvalidField) {
        var fields = try JSONFields(strictly: json)
        try self.init(from: &fields)
        try fields.finish()
    }

    init(from fields: inout JSONFields) throws(InvalidField) {
        let grant: TokenGrant
        let role: Role = try fields.read("role")
        switch role {
        case .person: grant = .person(try fields.read("handle"))
        case .app: grant = .app(try fields.read("app"), person: try fields.readOptional("handle"))
        case .observer: grant = .observer
        }
        let made = try fields.string("made")
        guard let madeAt = Instant(made) else { throw fields.invalid("made", "must be a time, and is “\(made)”") }
        guard let salt = Hexadecimal.bytes(try fields.string("salt")), salt.count >= 16 else {
            throw fields.invalid("salt", "must be at least 16 bytes in hexadecimal")
        }
        guard let digest = Hexadecimal.bytes(try fields.string("sha256")), digest.count == 32 else {
            throw fields.invalid("sha256", "must be 32 bytes in hexadecimal")
        }
        self.init(
            id: try fields.read("id"), grant: grant, note: try fields.optionalString("note"), madeAt: madeAt,
            salt: salt, digest: digest)
    }
}

extension JSONFields {
    /// Creates the fields of an object without duplicate keys.
    init(strictly bytes: [UInt8]) throws(InvalidField) {
        let text: (value: JSONValue, duplicateKey: String?)
        do {
            text = try JSONReader.read(bytes)
        } catch {
            throw InvalidField(field: "byte \(error.offset)", problem: "is not JSON: \(error.problem)")
        }
        if let key = text.duplicateKey { throw InvalidField(field: key, problem: "comes twice") }
        try self.init(text.value, path: "")
    }
}
