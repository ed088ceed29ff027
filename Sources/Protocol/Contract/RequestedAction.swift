/// Something that an app has to answer, after `SWAction`: in the form in which the app itself gets it. It has no field
/// for a handle, a name or a conversation (`id-no-handles`, `meta-initiator-private`).
public struct RequestedAction: Sendable, Equatable {
    /// What is known of the collaboration, after `SWCollaborationMetadata` (`meta-fields`).
    public struct Metadata: Sendable, Equatable {
        /// The sending app's own name for its document, on this device: nobody else is ever sent it (`meta-local-id`).
        public var localIdentifier: String?
        /// By which it is known on every device, once it is.
        public var collaborationIdentifier: String?
        /// The title.
        public var title: String
        /// The options as the app registered them.
        public var defaultShareOptions: ShareOptions
        /// The same with what the person chose.
        public var userSelectedShareOptions: ShareOptions

        /// Metadata.
        public init(
            localIdentifier: String?, collaborationIdentifier: String?, title: String,
            defaultShareOptions: ShareOptions, userSelectedShareOptions: ShareOptions
        ) {
            self.localIdentifier = localIdentifier
            self.collaborationIdentifier = collaborationIdentifier
            self.title = title
            self.defaultShareOptions = defaultShareOptions
            self.userSelectedShareOptions = userSelectedShareOptions
        }
    }

    /// Its id, by which it is answered.
    public var id: ActionID
    /// What is asked.
    public var kind: Kind
    /// Until when it can be answered.
    public var dueAt: Instant
    /// What it is about.
    public var metadata: Metadata
    /// Who is to be let in.
    public var added: [PersonIdentity]
    /// Who is to be let in no longer.
    public var removed: [PersonIdentity]

    /// An action.
    public init(
        id: ActionID, kind: Kind, dueAt: Instant, metadata: Metadata, added: [PersonIdentity] = [],
        removed: [PersonIdentity] = []
    ) {
        self.id = id
        self.kind = kind
        self.dueAt = dueAt
        self.metadata = metadata
        self.added = added
        self.removed = removed
    }
}

extension RequestedAction.Metadata: JSONRecord {
    /// Appends `{localIdentifier?, collaborationIdentifier?, title, defaultShareOptions, userSelectedShareOptions}`.
    public func writeMembers(to json: inout JSONWriter) {
        json.member("localIdentifier", localIdentifier)
        json.member("collaborationIdentifier", collaborationIdentifier)
        json.member("title", title)
        json.key("defaultShareOptions")
        defaultShareOptions.writeChoice(to: &json)
        json.key("userSelectedShareOptions")
        userSelectedShareOptions.writeChoice(to: &json)
    }

    /// Reads what ``writeMembers(to:)`` writes, but for the lines of other choices than the one that was made.
    public init(from fields: inout JSONFields) throws(InvalidField) {
        localIdentifier = try fields.readOptional("localIdentifier")
        collaborationIdentifier = try fields.readOptional("collaborationIdentifier")
        title = try fields.read("title")
        defaultShareOptions = try Self.choice("defaultShareOptions", &fields)
        userSelectedShareOptions = try Self.choice("userSelectedShareOptions", &fields)
    }

    private static func choice(_ key: String, _ fields: inout JSONFields) throws(InvalidField) -> ShareOptions {
        var inner = try fields.fields(key)
        var options = try ShareOptions(from: &inner)
        let summary = try inner.string("summary")
        if summary != options.summary { options.summaries = [.init(when: [], summary: summary)] }
        return options
    }
}

extension RequestedAction: JSONRecord {
    /// Appends `{id, kind, dueAt, metadata}`, and for a change of people `{addedIdentities, removedIdentities}`.
    public func writeMembers(to json: inout JSONWriter) {
        json.member("id", id)
        json.member("kind", kind)
        json.member("dueAt", dueAt)
        json.member("metadata", metadata)
        if kind == .updateCollaborationParticipants {
            json.member("addedIdentities", added)
            json.member("removedIdentities", removed)
        }
    }

    /// Reads what ``writeMembers(to:)`` writes.
    public init(from fields: inout JSONFields) throws(InvalidField) {
        id = try fields.read("id")
        kind = try fields.read("kind")
        dueAt = try fields.read("dueAt")
        metadata = try fields.read("metadata")
        added = try fields.readOptional("addedIdentities") ?? []
        removed = try fields.readOptional("removedIdentities") ?? []
    }
}
