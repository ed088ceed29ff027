package import ChatProtocol
import Synchronization

/// The identities of people in collaborations that apps have asked for, and the keys that signed recently.
///
/// All of them follow from the secrets of the shares, so the log stores none. They are computed when an app first needs
/// them and never while a share is saved, because the keys of one person take half a millisecond.
package final class IdentityMemory: Sendable {
    /// A person in a collaboration.
    package struct Key: Hashable, Sendable {
        fileprivate let secret: String
        fileprivate let collaborationIdentifier: String
        fileprivate let person: Handle

        /// Creates the key of a person on a share. Returns nil for a share from an older log, whose identities have no
        /// keys.
        init?(_ person: Handle, on share: Share) {
            guard let secret = share.identitySecret else { return nil }
            self.init(person, in: share.collaborationIdentifier, secret: secret)
        }

        init(_ person: Handle, in collaborationIdentifier: String, secret: String) {
            (self.secret, self.collaborationIdentifier, self.person) = (secret, collaborationIdentifier, person)
        }
    }

    private struct Known {
        var identities = RecentValues<Key, PersonIdentity>(capacity: 4_096)
        var keys = RecentValues<Key, PersonKeys>(capacity: 64)
        var computedCount = 0
    }

    private let known = Mutex(Known())

    /// The number of people whose keys were computed so far.
    package var computedCount: Int { known.withLock { $0.computedCount } }

    /// Returns the secret for the shares of an app. Apps have different ones, so that the same collaboration identifier
    /// gives a person another identity in another app.
    static func secret(for app: AppID, from secret: [UInt8]) -> String {
        Hexadecimal.text(HMACSHA256.code(of: Array("identities of \(app)".utf8), key: secret))
    }

    /// Returns the identity of a person for the app of a share; nil if the person was never on the share.
    package func identity(of person: Handle, on share: Share) -> PersonIdentity? {
        guard let number = share.roster.firstIndex(of: person) else { return nil }
        guard let key = Key(person, on: share) else {
            return PersonIdentity(collaborationIdentifier: share.collaborationIdentifier, number: number)
        }
        return identity(key)
    }

    /// Returns the person with that identity who is or was on the share; nil if there is none.
    func person(with identity: PersonIdentity, on share: Share) -> Handle? {
        share.roster.first { self.identity(of: $0, on: share) == identity }
    }

    /// Returns true if the identity needs no computation.
    func has(_ key: Key) -> Bool { known.withLock { $0.identities[key] != nil } }

    /// Returns an identity, and computes it if it is not known.
    @discardableResult
    package func identity(_ key: Key) -> PersonIdentity {
        known.withLock { known in
            if let identity = known.identities[key] { return identity }
            let identity = Self.computed(key, &known).identity
            known.identities[key] = identity
            return identity
        }
    }

    /// Returns the proof of a person's device, with its signature of the data; nil for a slot outside 0 … 7.
    func signedProof(_ key: Key, ofSlot slot: Int, for data: [UInt8]) -> SignedIdentityProof? {
        let keys = known.withLock { known in
            if let keys = known.keys[key] { return keys }
            let keys = Self.computed(key, &known)
            (known.identities[key], known.keys[key]) = (keys.identity, keys)
            return keys
        }
        return keys.signedProof(ofSlot: slot, for: data)
    }

    private static func computed(_ key: Key, _ known: inout Known) -> PersonKeys {
        known.computedCount += 1
        return PersonKeys(
            secret: Hexadecimal.bytes(key.secret) ?? Array(key.secret.utf8), handle: key.person.rawValue,
            collaborationIdentifier: key.collaborationIdentifier)
    }
}

/// The values that were used most recently. It holds at least `capacity` of them, and at most twice as many.
private struct RecentValues<Key: Hashable, Value> {
    private let capacity: Int
    private var newer: [Key: Value] = [:]
    private var older: [Key: Value] = [:]

    init(capacity: Int) { self.capacity = capacity }

    subscript(key: Key) -> Value? {
        mutating get {
            if let value = newer[key] { return value }
            guard let value = older[key] else { return nil }
            self[key] = value
            return value
        }
        set {
            newer[key] = newValue
            if newer.count >= capacity { (older, newer) = (newer, [:]) }
        }
    }
}
