/// A content app inside the simulation: it owns domains and gets the links that they associate with it.
public struct App: Sendable, Equatable {
    /// Its bundle id.
    public var id: AppID
    /// Its name.
    public var name: String
    /// The domains of its entitlement (`ul-entitlement`), in order.
    public var domains: [String]
    /// The association JSON that those domains serve (`ul-file`).
    public var association: JSONValue
    /// The back ends that it can share with, in order; the first is the default.
    public var backends: [Share.Backend]
    /// What else it can do: words such as `sharedWithYou` and `mentions` (`adopt-steps`, `ev-mention-precond`).
    public var capabilities: [Capability]
    /// What it shows for its links; the first that matches a link decides.
    public var previews: [AppPreview]
    /// What the entry that hides one of its highlights is called, if it is not called Remove (`attr-remove-word`).
    public var menuTitleForHideAction: String?
    /// The options of its collaborations; nil for the standard ones.
    public var shareOptions: ShareOptions?
    /// How its documents can be handed on (`sheet-customise-methods`).
    public var sharingMethods: [SharingMethod] = SharingMethod.allCases
    /// What the button is called that manages a shared document (`manage-title`).
    public var manageTitle = App.standardManageTitle

    /// What that button is called where the app says nothing.
    public static let standardManageTitle = "Manage Shared File"

    /// The most domains of one app: each is asked about for every link.
    public static let domainsMax = 100

    /// Something that an app declares it can do.
    public enum Capability: String, CaseIterable, Sendable {
        /// It has a Shared with You shelf.
        case sharedWithYou
        /// Its documents know mentions.
        case mentions
    }

    /// An app as it was registered.
    public init(
        id: AppID, name: String, domains: [String], association: JSONValue, backends: [Share.Backend],
        capabilities: [Capability], previews: [AppPreview] = [], menuTitleForHideAction: String? = nil
    ) {
        self.id = id
        self.name = name
        self.domains = domains
        self.association = association
        self.backends = backends
        self.capabilities = capabilities
        self.previews = previews
        self.menuTitleForHideAction = menuTitleForHideAction
    }

    /// The association that gives this app every path of its domains.
    public static func everyPath(for app: AppID) -> JSONValue {
        ["applinks": ["details": [["appIDs": [.string("UNDERSTUDY.\(app)")], "components": [["/": "*"]]]]]]
    }
}

extension App: JSONWritable {
    /// Appends the object of `app.register`.
    public func write(to json: inout JSONWriter) { write(to: &json, showsAssociation: true) }

    /// Appends the object of `app.get`.
    ///
    /// - Parameter showsAssociation: false for a person, to whom the website's side says nothing.
    func write(to json: inout JSONWriter, showsAssociation: Bool) {
        json.object {
            $0.member("id", id)
            $0.member("name", name)
            $0.member("domains", domains)
            if showsAssociation { $0.member("association", association) }
            $0.member("backends", backends.map(\.rawValue))
            $0.member("capabilities", capabilities.map(\.rawValue))
            if !previews.isEmpty { $0.member("previews", previews) }
            $0.member("menuTitleForHideAction", menuTitleForHideAction)
            $0.member("shareOptions", shareOptions)
            $0.member("sharingMethods", sharingMethods.map(\.rawValue))
            $0.member("manageTitle", manageTitle)
        }
    }

    /// Reads what ``write(to:)`` writes.
    public init(from fields: inout JSONFields) throws(InvalidField) {
        id = try fields.id("id")
        name = try fields.string("name")
        domains = try fields.strings("domains")
        association = fields.value("association") ?? .null
        backends = try fields.words("backends") ?? []
        capabilities = try fields.words("capabilities") ?? []
        previews = try fields.previews()
        menuTitleForHideAction = try fields.optionalString("menuTitleForHideAction")
        shareOptions = try fields.optionalShareOptions("shareOptions")
        sharingMethods = try fields.words("sharingMethods") ?? SharingMethod.allCases
        manageTitle = try fields.optionalString("manageTitle") ?? Self.standardManageTitle
    }
}

extension JSONFields {
    /// The previews of an app; none if they are left out.
    ///
    /// - Parameter isClosed: whether a member that a preview does not have is refused, as in a request.
    mutating func previews(isClosed: Bool = false) throws(InvalidField) -> [AppPreview] {
        guard value("previews") != nil else { return [] }
        return try list("previews") { fields throws(InvalidField) in
            let preview = try AppPreview(from: &fields)
            if isClosed { try fields.finish() }
            return preview
        }
    }

    /// An array of words of an enumeration, or nil if it is missing.
    public mutating func words<Word: RawRepresentable & CaseIterable>(
        _ key: String
    ) throws(InvalidField) -> [Word]? where Word.RawValue == String {
        guard let texts = try optionalStrings(key) else { return nil }
        var words: [Word] = []
        for (index, text) in texts.enumerated() {
            guard let word = Word(rawValue: text) else {
                throw invalid(
                    "\(key)[\(index)]", "must be one of: \(Word.allCases.map(\.rawValue).joined(separator: ", "))")
            }
            words.append(word)
        }
        return words
    }
}
