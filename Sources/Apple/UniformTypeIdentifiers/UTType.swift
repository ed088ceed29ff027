@_exported public import UnderstudyFoundation

/// A class of tags, such as file extensions.
public struct UTTagClass: RawRepresentable, Hashable, Sendable {
    /// The stored value.
    public let rawValue: String

    /// Creates a value of its stored form.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The extensions of file names.
    public static let filenameExtension = UTTagClass(rawValue: "public.filename-extension")

    /// The MIME types.
    public static let mimeType = UTTagClass(rawValue: "public.mime-type")
}

/// A uniform type: the kind of a file, of data or of a link.
public struct UTType: Hashable, Sendable {
    /// The identifier in reverse domain notation.
    public let identifier: String

    /// Creates the type of an identifier; nil if neither the system nor the app declares it.
    public init?(_ identifier: String) {
        guard let declaration = TypeTable.declaration(identifier) else { return nil }
        self.identifier = declaration.identifier
    }

    /// Creates a type that the app owns, and declares it as the app's `Info.plist` would.
    public init(exportedAs identifier: String, conformingTo parentType: UTType? = nil) {
        self.init(declaring: identifier, parentType)
    }

    /// Creates a type that another app owns, and declares it as the app's `Info.plist` would.
    public init(importedAs identifier: String, conformingTo parentType: UTType? = nil) {
        self.init(declaring: identifier, parentType)
    }

    /// Creates the preferred type of an extension. An unknown extension makes a dynamic type.
    public init?(filenameExtension: String, conformingTo supertype: UTType = .data) {
        self.init(tag: filenameExtension, tagClass: .filenameExtension, conformingTo: supertype)
    }

    /// Creates the preferred type of a MIME type. An unknown MIME type makes a dynamic type.
    public init?(mimeType: String, conformingTo supertype: UTType = .data) {
        self.init(tag: mimeType, tagClass: .mimeType, conformingTo: supertype)
    }

    /// Creates the preferred type of a tag. An unknown tag makes a dynamic type.
    public init?(tag: String, tagClass: UTTagClass, conformingTo supertype: UTType?) {
        guard !tag.isEmpty else { return nil }
        if let declared = UTType.types(tag: tag, tagClass: tagClass, conformingTo: supertype).first {
            self = declared
            return
        }
        let seed = "\(tagClass.rawValue)=\(tag.lowercased())=\(supertype?.identifier ?? "")"
        let digits = seed.utf8.map { String($0, radix: 16) }.joined()
        var declaration = TypeDeclaration(
            identifier: "dyn.\(digits)", supertypes: [(supertype ?? .data).identifier], isDeclared: false)
        if tagClass == .filenameExtension { declaration.extensions = [tag.lowercased()] }
        if tagClass == .mimeType { declaration.mimeTypes = [tag.lowercased()] }
        TypeTable.declare(declaration)
        identifier = declaration.identifier
    }

    /// Returns the declared types of a tag, the preferred one first.
    public static func types(tag: String, tagClass: UTTagClass, conformingTo supertype: UTType?) -> [UTType] {
        let identifiers =
            switch tagClass {
            case .filenameExtension: TypeTable.identifiers(extension: tag)
            case .mimeType: TypeTable.identifiers(mimeType: tag)
            default: [String]()
            }
        return identifiers.compactMap { UTType($0) }
            .filter { type in !type.isDynamic && (supertype.map { type.conforms(to: $0) } ?? true) }
    }

    private init(declaring identifier: String, _ parentType: UTType?) {
        TypeTable.declare(
            TypeDeclaration(identifier: identifier, supertypes: [(parentType ?? .data).identifier]))
        self.identifier = TypeTable.declaration(identifier)?.identifier ?? identifier
    }

    /// The extension that a file of the type should have.
    public var preferredFilenameExtension: String? { declaration?.extensions.first }

    /// The MIME type that data of the type should have.
    public var preferredMIMEType: String? { declaration?.mimeTypes.first }

    /// The name of the type as a person reads it.
    public var localizedDescription: String? { declaration?.description }

    /// The version of the declaration; always nil here.
    public var version: Int? { nil }

    /// The page that describes the type; always nil here.
    public var referenceURL: URL? { nil }

    /// True if an unknown tag has made the type.
    public var isDynamic: Bool { identifier.hasPrefix("dyn.") }

    /// True if the system or the app declares the type.
    public var isDeclared: Bool { declaration?.isDeclared ?? false }

    /// True if the type is in the public domain.
    public var isPublic: Bool { identifier.hasPrefix("public.") }

    /// All tags of the type.
    public var tags: [UTTagClass: [String]] {
        let tags: [UTTagClass: [String]] = [
            .filenameExtension: declaration?.extensions ?? [], .mimeType: declaration?.mimeTypes ?? [],
        ]
        return tags.filter { !$0.value.isEmpty }
    }

    /// The types that this type conforms to, directly or not.
    public var supertypes: Set<UTType> {
        Set(TypeTable.supertypes(of: identifier).compactMap { UTType($0) })
    }

    /// Returns true if the type is the other or a subtype of it.
    public func conforms(to type: UTType) -> Bool {
        TypeTable.conforms(identifier, to: type.identifier)
    }

    /// Returns true if the type conforms to the other and is not the same.
    public func isSubtype(of type: UTType) -> Bool {
        self != type && conforms(to: type)
    }

    /// Returns true if the other conforms to the type and is not the same.
    public func isSupertype(of type: UTType) -> Bool {
        type.isSubtype(of: self)
    }

    private var declaration: TypeDeclaration? { TypeTable.declaration(identifier) }

    /// Creates a type of the system's table.
    init(system identifier: String) {
        self.identifier = identifier
    }
}

extension UTType: CustomStringConvertible, CustomDebugStringConvertible {
    /// The identifier.
    public var description: String { identifier }

    /// The identifier and the kind of declaration.
    public var debugDescription: String {
        "<UTType \(identifier) (\(isDynamic ? "dynamic" : isDeclared ? "declared" : "not declared"))>"
    }
}

extension UTType: Codable {
    /// Decodes an identifier. An unknown one stays as it is, because another app may declare the type.
    public init(from decoder: any Decoder) throws {
        identifier = try decoder.singleValueContainer().decode(String.self)
    }

    /// Encodes the identifier.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(identifier)
    }
}

extension NSItemProvider {
    /// The types of the representations, in the order of their registration.
    public var registeredContentTypes: [UTType] {
        registeredTypeIdentifiers.map { UTType($0) ?? UTType(importedAs: $0) }
    }

    /// Returns the types of the representations that conform to a type.
    public func registeredContentTypes(conformingTo contentType: UTType) -> [UTType] {
        registeredContentTypes.filter { $0.conforms(to: contentType) }
    }

    /// Registers a representation by data, which the handler loads when a receiver asks for it.
    public func registerDataRepresentation(
        for contentType: UTType, visibility: NSItemProviderRepresentationVisibility = .all,
        loadHandler: @escaping @Sendable (@escaping @Sendable (Data?, (any Error)?) -> Void) -> Progress?
    ) {
        registerDataRepresentation(
            forTypeIdentifier: contentType.identifier, visibility: visibility, loadHandler: loadHandler)
    }

    /// Registers a representation by a file, which the handler names when a receiver asks for it.
    public func registerFileRepresentation(
        for contentType: UTType, visibility: NSItemProviderRepresentationVisibility = .all, openInPlace: Bool = false,
        loadHandler: @escaping @Sendable (@escaping @Sendable (URL?, Bool, (any Error)?) -> Void) -> Progress?
    ) {
        registerFileRepresentation(
            forTypeIdentifier: contentType.identifier, fileOptions: openInPlace ? .openInPlace : [],
            visibility: visibility, loadHandler: loadHandler)
    }

    /// Loads the data of the first representation that conforms to the type.
    @discardableResult
    public func loadDataRepresentation(
        for contentType: UTType, completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
    ) -> Progress {
        loadDataRepresentation(forTypeIdentifier: contentType.identifier, completionHandler: completionHandler)
    }
}

extension URL {
    /// Returns the URL with a component and the preferred extension of a type, unless the name has one already.
    public func appendingPathComponent(_ partialName: String, conformingTo contentType: UTType) -> URL {
        let url = appendingPathComponent(partialName)
        let suffixes = contentType.tags[.filenameExtension] ?? []
        return suffixes.contains(url.pathExtension.lowercased()) ? url : url.appendingPathExtension(for: contentType)
    }

    /// Returns the URL with the preferred extension of a type, or unchanged if the type has none.
    public func appendingPathExtension(for contentType: UTType) -> URL {
        contentType.preferredFilenameExtension.map(appendingPathExtension) ?? self
    }
}
