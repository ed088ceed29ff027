public import ChatProtocol

/// The identities that a token permits. Illegal combinations have no value.
public enum TokenGrant: Sendable, Equatable {
    /// This person only.
    case person(Handle)
    /// This app, running as one person; as any person if that is nil.
    case app(AppID, person: Handle?)
    /// A test harness or the inspector, on behalf of any person.
    case observer

    /// The role of every session that logs in with the token.
    package var role: Role {
        switch self {
        case .person: .person
        case .app: .app
        case .observer: .observer
        }
    }

    /// Returns true if the bearer may log in with this identity.
    func admits(_ identity: Hello.Identity) -> Bool {
        switch (self, identity) {
        case (.person(let mine), .person(let handle, _)): mine == handle
        case (.app(let mine, let person), .app(let app, let handle)): mine == app && (person ?? handle) == handle
        case (.observer, .observer): true
        case (.person, _), (.app, _), (.observer, _): false
        }
    }
}

extension TokenGrant: CustomStringConvertible {
    /// The identity in words, such as “bea”, “the app com.example.notes as bea” or “an observer”.
    public var description: String {
        switch self {
        case .person(let handle): handle.rawValue
        case .app(let app, let person): "the app \(app)" + (person.map { " as \($0)" } ?? "")
        case .observer: "an observer"
        }
    }
}

extension Hello.Identity {
    /// The identity in the same words as ``TokenGrant/description``.
    var words: String {
        switch self {
        case .person(let handle, _): "\(TokenGrant.person(handle))"
        case .app(let app, let person): "\(TokenGrant.app(app, person: person))"
        case .observer: "\(TokenGrant.observer)"
        }
    }
}

/// A token as the server stores it: its grant, and the hash of its secret. The secret itself is stored nowhere.
public struct Token: Sendable, Equatable {
    /// The public id of a token, which lists and revokes it. It is a part of the secret's text.
    public typealias ID = Identifier<Token>

    /// The public id.
    package var id: ID
    /// The identities that the token permits.
    package var grant: TokenGrant
    /// The note of the person who created the token.
    package var note: String?
    /// The time of creation.
    package var madeAt: Instant
    /// The salt, which is hashed in front of the secret: 16 random bytes.
    package var salt: [UInt8]
    /// The SHA-256 hash of the salt and the secret's text.
    package var digest: [UInt8]

    /// Creates a token from its stored values.
    package init(id: ID, grant: TokenGrant, note: String? = nil, madeAt: Instant, salt: [UInt8], digest: [UInt8]) {
        self.id = id
        self.grant = grant
        self.note = note
        self.madeAt = madeAt
        self.salt = salt
        self.digest = digest
    }

    /// Creates the token of a new secret, with a salt of unpredictable bytes.
    package init(
        for secret: TokenSecret, grant: TokenGrant, note: String?, madeAt: Instant, of byte: () -> UInt8
    ) {
        let salt = (0..<16).map { _ in byte() }
        self.init(
            id: secret.id, grant: grant, note: note, madeAt: madeAt, salt: salt,
            digest: Self.digest(of: secret.text, salt: salt))
    }

    package static func digest(of secret: String, salt: [UInt8]) -> [UInt8] { SHA256.digest(salt + secret.utf8) }

    /// Returns true if this is the secret. A wrong secret takes as long as the right one.
    func isOpened(by secret: String) -> Bool {
        let other = Self.digest(of: secret, salt: salt)
        guard other.count == digest.count else { return false }
        var difference: UInt8 = 0
        for (left, right) in zip(other, digest) { difference |= left ^ right }
        return difference == 0
    }
}

/// The secret of a token. It is shown once, when the token is created; only its bearer keeps it.
///
/// Its text is `ust_`, the token's id, `_`, and 256 random bits in hexadecimal. Scanners for leaked secrets recognize
/// the prefix, and a person who finds a secret can revoke it by the id in it.
package struct TokenSecret: Sendable, Equatable {
    /// The prefix of every secret.
    static let prefix = "ust_"
    /// The length of the longest text that is checked, in bytes. No secret is longer.
    static let bytesMax = 128

    /// The id of the secret's token.
    package let id: Token.ID
    /// The complete text of the secret.
    package let text: String

    /// Creates a secret from unpredictable bytes.
    package init(of byte: () -> UInt8) {
        func hexadecimal(_ count: Int) -> String { Hexadecimal.text((0..<count).map { _ in byte() }) }
        id = Token.ID(hexadecimal(4))
        text = Self.prefix + id.rawValue + "_" + hexadecimal(32)
    }

    /// Returns the id in the text of a secret; nil if the text is not a secret.
    package static func id(in text: String) -> Token.ID? {
        guard text.utf8.count <= bytesMax, text.hasPrefix(prefix) else { return nil }
        let parts = text.dropFirst(prefix.count).split(separator: "_", omittingEmptySubsequences: false)
        return parts.count == 2 ? Token.ID(String(parts[0])) : nil
    }
}
