import Synchronization

/// One uniform type: its identifier, its direct supertypes and its tags.
package struct TypeDeclaration: Sendable {
    /// The identifier in reverse domain notation.
    package let identifier: String

    /// The direct supertypes.
    package let supertypes: [String]

    /// The extensions of file names, the preferred one first.
    package var extensions: [String] = []

    /// The MIME types, the preferred one first.
    package var mimeTypes: [String] = []

    /// The name that a person reads.
    package var description: String?
    /// False if an unknown extension or MIME type has produced the type.
    package var isDeclared = true

    /// Creates a declaration without tags.
    package init(identifier: String, supertypes: [String], isDeclared: Bool = true) {
        self.identifier = identifier
        self.supertypes = supertypes
        self.isDeclared = isDeclared
    }
}

/// The uniform types that this process knows: the system's, and those that the app has declared.
package enum TypeTable {
    private static let added = Mutex<[String: TypeDeclaration]>([:])

    /// Returns the declaration of a type, or nil for an unknown identifier. Identifiers ignore case.
    package static func declaration(_ identifier: String) -> TypeDeclaration? {
        let key = identifier.lowercased()
        return SystemTypes.byIdentifier[key] ?? added.withLock { $0[key] }
    }

    /// Declares a type unless the system or the app has declared it already.
    package static func declare(_ declaration: TypeDeclaration) {
        let key = declaration.identifier.lowercased()
        guard SystemTypes.byIdentifier[key] == nil else { return }
        added.withLock { added in
            if added[key]?.isDeclared != true { added[key] = declaration }
        }
    }

    /// Returns all supertypes of a type, without the type itself.
    package static func supertypes(of identifier: String) -> Set<String> {
        var found: Set<String> = []
        var pending = declaration(identifier)?.supertypes ?? []
        while let next = pending.popLast() {
            guard found.insert(next).inserted else { continue }
            pending += declaration(next)?.supertypes ?? []
        }
        return found
    }

    /// Returns true if a type is the other or a subtype of it.
    package static func conforms(_ identifier: String, to other: String) -> Bool {
        let other = other.lowercased()
        return identifier.lowercased() == other || supertypes(of: identifier).contains { $0.lowercased() == other }
    }

    /// Returns the declared types that have an extension, the preferred one first.
    package static func identifiers(extension suffix: String) -> [String] {
        let suffix = suffix.lowercased()
        return identifiers { $0.extensions.firstIndex(of: suffix) }
    }

    /// Returns the declared types that have a MIME type, the preferred one first.
    package static func identifiers(mimeType: String) -> [String] {
        let mimeType = mimeType.lowercased()
        return identifiers { $0.mimeTypes.firstIndex(of: mimeType) }
    }

    /// Returns the preferred type of an extension.
    package static func identifier(extension suffix: String) -> String? {
        identifiers(extension: suffix).first
    }

    private static func identifiers(rank: (TypeDeclaration) -> Int?) -> [String] {
        let own = added.withLock { Array($0.values) }.sorted { $0.identifier < $1.identifier }
        let ranked = (SystemTypes.all + own).enumerated().compactMap { place, declaration in
            rank(declaration).map { (rank: $0, place: place, identifier: declaration.identifier) }
        }
        return ranked.sorted { ($0.rank, $0.place) < ($1.rank, $1.place) }.map(\.identifier)
    }
}
