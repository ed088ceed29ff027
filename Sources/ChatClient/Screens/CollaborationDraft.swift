package import ChatProtocol

extension CollaborationDraft {
    /// By which the collaboration is known on every device: nothing yet, for there is none (`meta-create`).
    var collaborationIdentifier: String? { nil }

    /// A draft of what an offer says.
    ///
    /// - Returns: nil where there is no way to hand the item on.
    package init?(
        _ item: Item, offer: CollaborationOffer, for conversation: ConversationID,
        representations: [Share.Representation] = []
    ) {
        guard let method = offer.methods.first else { return nil }
        self.init(
            item: item, offer: offer, options: offer.options, conversation: conversation, method: method,
            representations: representations, text: "")
    }

    /// The title of what is shared.
    var title: String {
        if case .new(let title) = item { title } else { offer.title ?? "" }
    }

    /// Which methods the header offers (`collab-link-copy-choice`).
    package var methods: [SharingMethod] { offer.methods }

    /// The line on the button that opens the options (`perm-summary-button`); nil for a copy, which has none.
    package var summary: String? { method == .collaborate ? options.summary : nil }

    /// Chooses between collaborating and a copy.
    ///
    /// - Returns: whether that is offered.
    @discardableResult
    package mutating func choose(_ method: SharingMethod) -> Bool {
        guard methods.contains(method) else { return false }
        self.method = method
        return true
    }

    /// Chooses an option, or turns it off.
    ///
    /// - Returns: whether there is such an option, and it can be chosen now (`opt-required`).
    @discardableResult
    package mutating func choose(option identifier: String, _ isOn: Bool = true) -> Bool {
        options.choose(identifier, isOn)
    }

    /// What Send says.
    package var start: StartCollaboration {
        var start = StartCollaboration(
            conversation: conversation, mode: method, text: text.isEmpty ? nil : text,
            localIdentifier: localIdentifier)
        switch item {
        case .new(let title):
            (start.app, start.title, start.backend) = (offer.app, title, offer.backend)
            start.representations = representations
            if method == .collaborate { start.options = options.selected }
        case .document(let document): start.document = document
        }
        return start
    }
}

extension CollaborationDraft: Hashable {
    /// By what tells most drafts apart.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(title)
        hasher.combine(conversation)
    }
}
