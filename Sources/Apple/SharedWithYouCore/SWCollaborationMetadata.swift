import AppModel
import ChatProtocol
public import Foundation
@_exported public import UnderstudyFoundation

/// The identifier of a collaboration, which is the same on every device.
public struct SWCollaborationIdentifier: RawRepresentable, Hashable, Sendable {
    /// The text.
    public var rawValue: String

    /// Creates an identifier.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Creates an identifier.
    public init(_ rawValue: String) { self.init(rawValue: rawValue) }
}

/// The sending app's own name for a document on this device (`meta-local-id`).
public struct SWLocalCollaborationIdentifier: RawRepresentable, Hashable, Sendable {
    /// The text.
    public var rawValue: String

    /// Creates an identifier.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Creates an identifier.
    public init(_ rawValue: String) { self.init(rawValue: rawValue) }
}

/// The type identifier under which a pasteboard or an item provider holds the options of a collaboration.
public let UTCollaborationOptionsTypeIdentifier = "com.apple.shared-with-you.collaboration-options"

/// A collaboration before it has a link, and when it starts (`meta-create`, `meta-fields`).
open class SWCollaborationMetadata: NSObject, NSSecureCoding, NSCopying {
    /// The identifier on every device; empty for a draft.
    public let collaborationIdentifier: SWCollaborationIdentifier
    /// The sending app's own name for the document; empty on the other devices.
    public let localIdentifier: SWLocalCollaborationIdentifier
    /// The title of the document.
    open var title: String?
    /// The sender's account. Only the sender's own draft has it (`meta-initiator-private`).
    open var initiatorHandle: String?
    /// The sender's name. Only the sender's own draft has it.
    open var initiatorNameComponents: PersonNameComponents?
    /// The options as the app offers them.
    open var defaultShareOptions: SWCollaborationShareOptions? {
        didSet { defaultShareOptions = defaultShareOptions?.copy() as? SWCollaborationShareOptions }
    }
    /// The options with the choices of the person.
    open var userSelectedShareOptions: SWCollaborationShareOptions? {
        didSet { userSelectedShareOptions = userSelectedShareOptions?.copy() as? SWCollaborationShareOptions }
    }

    /// Creates the metadata of a draft.
    public convenience init(localIdentifier: SWLocalCollaborationIdentifier) {
        self.init(SWCollaborationIdentifier(""), localIdentifier)
    }

    /// Creates the metadata of a collaboration that exists.
    public convenience init(collaborationIdentifier: SWCollaborationIdentifier) {
        self.init(collaborationIdentifier, SWLocalCollaborationIdentifier(""))
    }

    private init(_ identifier: SWCollaborationIdentifier, _ local: SWLocalCollaborationIdentifier) {
        collaborationIdentifier = identifier
        localIdentifier = local
    }

    /// Creates the metadata of an action.
    convenience init(_ metadata: CollaborationMetadata) {
        self.init(
            SWCollaborationIdentifier(metadata.collaborationIdentifier ?? ""),
            SWLocalCollaborationIdentifier(metadata.localIdentifier ?? ""))
        title = metadata.title
        defaultShareOptions = metadata.defaultShareOptions.map(SWCollaborationShareOptions.init)
        userSelectedShareOptions = metadata.userSelectedShareOptions.map(SWCollaborationShareOptions.init)
    }

    /// Decodes an archived value; nil if a required member is missing.
    public required init?(coder: NSCoder) {
        collaborationIdentifier = SWCollaborationIdentifier(coder.decodeText("collaborationIdentifier"))
        localIdentifier = SWLocalCollaborationIdentifier(coder.decodeText("localIdentifier"))
        title = coder.decodeObject(of: NSString.self, forKey: "title") as String?
        initiatorHandle = coder.decodeObject(of: NSString.self, forKey: "initiatorHandle") as String?
        if let data = coder.decodeObject(of: NSData.self, forKey: "initiatorNameComponents") as Data? {
            initiatorNameComponents = try? JSONDecoder().decode(PersonNameComponents.self, from: data)
        }
        defaultShareOptions = coder.decodeObject(of: SWCollaborationShareOptions.self, forKey: "defaultShareOptions")
        userSelectedShareOptions = coder.decodeObject(
            of: SWCollaborationShareOptions.self, forKey: "userSelectedShareOptions")
    }

    open class var supportsSecureCoding: Bool { true }

    open func encode(with coder: NSCoder) {
        coder.encode(collaborationIdentifier.rawValue as NSString, forKey: "collaborationIdentifier")
        coder.encode(localIdentifier.rawValue as NSString, forKey: "localIdentifier")
        coder.encode(title as NSString?, forKey: "title")
        coder.encode(initiatorHandle as NSString?, forKey: "initiatorHandle")
        // Foundation on Linux cannot archive the components themselves.
        let components = initiatorNameComponents.flatMap { try? JSONEncoder().encode($0) }
        coder.encode(components as NSData?, forKey: "initiatorNameComponents")
        coder.encode(defaultShareOptions, forKey: "defaultShareOptions")
        coder.encode(userSelectedShareOptions, forKey: "userSelectedShareOptions")
    }

    open func copy(with zone: NSZone? = nil) -> Any { duplicate }

    /// A copy with its own options.
    var duplicate: SWCollaborationMetadata {
        let copy = SWCollaborationMetadata(collaborationIdentifier, localIdentifier)
        (copy.title, copy.initiatorHandle) = (title, initiatorHandle)
        copy.initiatorNameComponents = initiatorNameComponents
        copy.defaultShareOptions = defaultShareOptions
        copy.userSelectedShareOptions = userSelectedShareOptions
        return copy
    }

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? SWCollaborationMetadata else { return false }
        return collaborationIdentifier == other.collaborationIdentifier && localIdentifier == other.localIdentifier
            && title == other.title && initiatorHandle == other.initiatorHandle
            && initiatorNameComponents == other.initiatorNameComponents
            && defaultShareOptions == other.defaultShareOptions
            && userSelectedShareOptions == other.userSelectedShareOptions
    }

    open override var hash: Int {
        var hasher = Hasher()
        hasher.combine(collaborationIdentifier)
        hasher.combine(localIdentifier)
        return hasher.finalize()
    }
}

extension SWCollaborationShareOptions {
    /// Creates the options of an action.
    fileprivate convenience init(_ options: CollaborationShareOptions) {
        self.init(optionsGroups: options.optionsGroups.map(SWCollaborationOptionsGroup.of), summary: options.summary)
    }
}

extension SWCollaborationOptionsGroup {
    fileprivate static func of(_ group: CollaborationOptionsGroup) -> SWCollaborationOptionsGroup {
        let options = group.options.map {
            SWCollaborationOption(
                title: $0.title, identifier: $0.identifier, subtitle: $0.subtitle, selected: $0.isSelected,
                requiredOptionsIdentifiers: $0.requiredOptionsIdentifiers)
        }
        let made =
            group is CollaborationOptionsPickerGroup
            ? SWCollaborationOptionsPickerGroup(identifier: group.identifier, options: options)
            : SWCollaborationOptionsGroup(identifier: group.identifier, options: options)
        (made.title, made.footer) = (group.title, group.footer)
        return made
    }
}

/// A pasteboard, a drag or a share sheet passes the metadata as a keyed archive.
extension SWCollaborationMetadata: NSItemProviderReading, NSItemProviderWriting {
    /// The type identifier of the archive.
    package static let typeIdentifier = "com.apple.SharedWithYou.CollaborationMetadata"

    /// The type of the archive.
    public static var readableTypeIdentifiersForItemProvider: [String] { [typeIdentifier] }

    /// The type of the archive.
    public static var writableTypeIdentifiersForItemProvider: [String] { [typeIdentifier] }

    /// Decodes the archive.
    ///
    /// - Throws: The error of the archive if the data is not one of this class.
    public static func object(withItemProviderData data: Data, typeIdentifier: String) throws -> Self {
        let object = try NSKeyedUnarchiver.unarchivedObject(ofClass: Self.self, from: data)
        guard let object else { throw CocoaError(.coderReadCorrupt) }
        return object
    }

    /// Archives the metadata.
    public func loadData(
        withTypeIdentifier typeIdentifier: String,
        forItemProviderCompletionHandler completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
    ) -> Progress? {
        do {
            completionHandler(try NSKeyedArchiver.archivedData(withRootObject: self, requiringSecureCoding: true), nil)
        } catch {
            completionHandler(nil, error)
        }
        return nil
    }
}
