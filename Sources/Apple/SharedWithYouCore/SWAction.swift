import AppModel
package import ChatProtocol
public import Foundation
import UnderstudyRuntime

/// An action that the system requests of an app, and that the app fulfills or fails before its deadline
/// (`act-contract`). An app may do so later, and from any task.
///
/// It is safe to send: the model's action is only used with the lock of the app held, and the rest never changes.
open class SWAction: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
    /// The identifier of the action.
    public let uuid: UUID
    fileprivate let action: Action?
    fileprivate let app: RunningApp?

    fileprivate init(_ action: Action, of app: RunningApp) {
        // The server's identifiers are short texts. Each gives the same UUID on every device.
        let name = "\(app.binding.world) \(action.uuid)"
        uuid = UUID(bytes: SHA256.digest(Array(name.utf8)))
        (self.action, self.app) = (action, app)
    }

    /// Decodes the identifier. The decoded action is complete: the server answers only the app that it requested.
    public required init?(coder: NSCoder) {
        let text = coder.decodeText("uuid")
        guard let uuid = UUID(uuidString: text) else { return nil }
        (self.uuid, action, app) = (uuid, nil, nil)
    }

    /// True if the action needs no answer any more: it was answered, or its deadline has passed.
    open var isComplete: Bool { app?.withModel { _ in action?.isComplete } ?? true }

    /// Reports that the action is done.
    open func fulfill() { app?.withModel { _ in action?.fulfill() } }

    /// Reports that the action cannot be done.
    open func fail() { app?.withModel { _ in action?.fail() } }

    open class var supportsSecureCoding: Bool { true }

    open func encode(with coder: NSCoder) { coder.encode(uuid.uuidString as NSString, forKey: "uuid") }

    open func copy(with zone: NSZone? = nil) -> Any { self }

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? SWAction else { return false }
        return type(of: self) == type(of: other) && uuid == other.uuid
    }

    open override var hash: Int { uuid.hashValue }
}

/// The start of a collaboration: the app creates a link, and an identifier that is the same on every device
/// (`act-start`).
///
/// It is safe to send: its own members never change, and each caller gets a copy of the metadata.
open class SWStartCollaborationAction: SWAction, @unchecked Sendable {
    /// The document and its options.
    open var collaborationMetadata: SWCollaborationMetadata { metadata.duplicate }
    private let metadata: SWCollaborationMetadata

    init(_ action: StartCollaborationAction, of app: RunningApp) {
        metadata = SWCollaborationMetadata(action.collaborationMetadata)
        super.init(action, of: app)
    }

    /// Decodes an archived value; nil if a required member is missing.
    public required init?(coder: NSCoder) {
        guard let metadata = coder.decodeObject(of: SWCollaborationMetadata.self, forKey: "metadata") else {
            return nil
        }
        self.metadata = metadata
        super.init(coder: coder)
    }

    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(metadata, forKey: "metadata")
    }

    /// Reports that the collaboration exists.
    ///
    /// - Parameters:
    ///   - url: A universal link of the app.
    ///   - collaborationIdentifier: The identifier of the collaboration on every device.
    open func fulfill(using url: URL, collaborationIdentifier: SWCollaborationIdentifier) {
        app?.withModel { _ in
            (action as? StartCollaborationAction)?.fulfill(
                using: url.absoluteString, collaborationIdentifier: collaborationIdentifier.rawValue)
        }
    }
}

/// A change of the participants of a collaboration: the app gives and takes access, by identities alone
/// (`act-participants`).
///
/// It is safe to send: its own members never change, and each caller gets a copy of the metadata.
open class SWUpdateCollaborationParticipantsAction: SWAction, @unchecked Sendable {
    /// The collaboration.
    open var collaborationMetadata: SWCollaborationMetadata { metadata.duplicate }
    /// The people who get access.
    open var addedIdentities: [SWPerson.Identity] { added }
    /// The people who lose access (`act-remove`).
    open var removedIdentities: [SWPerson.Identity] { removed }

    private let metadata: SWCollaborationMetadata
    private let added: [SWPerson.Identity]
    private let removed: [SWPerson.Identity]

    init(_ action: UpdateCollaborationParticipantsAction, of app: RunningApp) {
        metadata = SWCollaborationMetadata(action.collaborationMetadata)
        added = action.addedIdentities.map(SWPerson.Identity.init)
        removed = action.removedIdentities.map(SWPerson.Identity.init)
        super.init(action, of: app)
    }

    /// Decodes an archived value; nil if a required member is missing.
    public required init?(coder: NSCoder) {
        let classes = [NSArray.self, SWPerson.Identity.self]
        guard let metadata = coder.decodeObject(of: SWCollaborationMetadata.self, forKey: "metadata"),
            let added = coder.decodeObject(of: classes, forKey: "added") as? [SWPerson.Identity],
            let removed = coder.decodeObject(of: classes, forKey: "removed") as? [SWPerson.Identity]
        else { return nil }
        (self.metadata, self.added, self.removed) = (metadata, added, removed)
        super.init(coder: coder)
    }

    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(metadata, forKey: "metadata")
        coder.encode(added as NSArray, forKey: "added")
        coder.encode(removed as NSArray, forKey: "removed")
    }
}

extension SWPerson.Identity {
    /// Creates the identity that the server sent.
    convenience init(_ identity: PersonIdentity) {
        self.init(rootHash: Data(Hexadecimal.bytes(identity.rootHash) ?? Array(identity.rootHash.utf8)))
    }

    /// The identity as the server knows it.
    package var personIdentity: PersonIdentity { PersonIdentity(rootHash: Hexadecimal.text(Array(rootHash))) }
}

extension UUID {
    /// Creates a UUID from the first 16 bytes of a hash, marked as of version 8 (RFC 9562, section 5.8).
    fileprivate init(bytes: [UInt8]) {
        var bytes = bytes
        bytes[6] = bytes[6] & 0x0F | 0x80
        bytes[8] = bytes[8] & 0x3F | 0x80
        self = NSUUID(uuidBytes: bytes) as UUID
    }
}
