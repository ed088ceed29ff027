public import ChatProtocol

/// What a token lets its bearer be: illegal combinations have no value.
public enum TokenGrant: Sendable, Equatable {
    /// That person, and no other.
    case person(Handle)
    /// That app, as that person, or as anybody.
    case app(AppID, person: Handle?)
    /// A test harness or the inspector, on anyone's behalf.
    case observer

    /// The role that it is for.
    package var role: Role {
        switch self {
        case .person: .person
        case .app: .app
        case .observer: .observer
        }
    }

    /// Whether its bearer may say hello as that.
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
    /// The role and the person, such as “bea” or “the app com.example.notes as bea”.
    public var description: String {
        switch self {
        case .person(let handle): handle.rawValue
        case .app(let app, let person): "the app \(app)" + (person.map { " as \($0)" } ?? "")
        case .observer: "an observer"
        }
    }
}

extension Hello.Identity {
    /// The identity in the words of ``TokenGrant/description``.
    var words: String {
        switch self {
        case .person(let handle, _): "\(TokenGrant.person(handle))"
        case .app(let app, let person): "\(TokenGrant.app(app, person: person))"
        case .observer: "\(TokenGrant.observer)"
        }
    }
}

/// A token as the server keeps it: whom it is for, and the hash of its secret. The secret itself is nowhere.
public struct Token: Sendable, Equatable {
    /// The public name of a token, by which it is listed and revoked: a part of the secret's text.
    public typealias ID = Identifier<Token>

    /// Its name.
    package var id: ID
    /// Whom it is for.
    package var grant: TokenGrant
    /// What its maker wrote beside it.
    package var note: String?
    /// When it was made.
    package var madeAt: Instant
    /// What is hashed in front of the secret: 16 random bytes.
    package var salt: [UInt8]
    /// SHA-256 of the salt and the secret's text.
    package var digest: [UInt8]

    /// A token as it was kept.
    package init(id: ID, grant: TokenGrant, note: String? = nil, madeAt: Instant, salt: [UInt8], digest: [UInt8]) {
        self.id = id
        self.grant = grant
        self.note = note
        self.madeAt = madeAt
        self.salt = salt
        self.digest = digest
    }

    /// A new token for a secret, with bytes that nobody can foresee.
    package init(
        for secret: TokenSecret, grant: TokenGrant, note: String?, madeAt: Instant, of byte: () -> UInt8
    ) {
        let salt = (0..<16).map { _ in byte() }
        self.init(
            id: secret.id, grant: grant, note: note, madeAt: madeAt, salt: salt,
            digest: Self.digest(of: secret.text, salt: salt))
    }

    package static func digest(of secret: String, salt: [UInt8]) -> [UInt8] { SHA256.digest(salt + secret.utf8) }

    /// Whether that is the secret. It takes as long for a wrong one as for the right one.
    func isOpened(by secret: String) -> Bool {
        let other = Self.digest(of: secret, salt: salt)
        guard other.count == digest.count else { return false }
        var difference: UInt8 = 0
        for (left, right) in zip(other, digest) { difference |= left ^ right }
        return difference == 0
    }
}

/// The secret of a token: shown once, to whoever made it, and kept by its bearer.
///
/// `ust_`, the token's id, `_`, and 256 random bits in hexadecimal: scanners for leaked secrets know it by its prefix,
/// and whoever finds one can revoke it by the id in it.
package struct TokenSecret: Sendable, Equatable {
    /// What every secret begins with.
    static let prefix = "ust_"
    /// The longest text that is looked at, in bytes: no secret is longer.
    static let bytesMax = 128

    /// The id of its token.
    package let id: Token.ID
    /// The whole text.
    package let text: String

    /// A new one, of bytes that nobody can foresee.
    package init(of byte: () -> UInt8) {
        func hexadecimal(_ count: Int) -> String { Hexadecimal.text((0..<count).map { _ in byte() }) }
        id = Token.ID(hexadecimal(4))
        text = Self.prefix + id.rawValue + "_" + hexadecimal(32)
    }

    /// The id that a secret's text names; nil if it is none.
    package static func id(in text: String) -> Token.ID? {
        guard text.utf8.count <= bytesMax, text.hasPrefix(prefix) else { return nil }
        let parts = text.dropFirst(prefix.count).split(separator: "_", omittingEmptySubsequences: false)
        return parts.count == 2 ? Token.ID(String(parts[0])) : nil
    }
}
