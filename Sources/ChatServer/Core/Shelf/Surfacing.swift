import ChatProtocol

/// The decision whether a link surfaces for a person, with the rule and the sharers. Automatic sharing can be off
/// everywhere, for the app or for the conversation (`swy-master-effect`, `consent-levels`, `swy-conv-toggle`). A pin
/// overrides all three (`pin-implied-consent`).
struct Surfacing: Equatable, Sendable {
    /// One sharer of the link, with the conversation.
    struct Sharer: Equatable, Sendable {
        var handle: Handle
        var conversation: ConversationID
        var position: Int64
        var sentAt: Instant
        var message: MessageID
    }

    /// The deciding rule.
    var reason: Reason
    /// True if the link surfaces.
    var isShown: Bool
    /// The pin of the person; nil if they did not pin the link.
    var pin: PersonState.Pinned?
    /// The sharers because of whom the link surfaces, the newest first.
    var sharers: [Sharer]
}

extension CoreState {
    /// Returns the decision for one link and one person. A link that was never shared does not surface.
    func surfacing(of url: CanonicalURL, for person: Handle) -> Surfacing {
        let entry =
            links.number(of: url).map { links[$0] } ?? LinkTable.unknown(url, app: directory.router.app(for: url))
        return surfacing(of: entry, for: person)
    }

    /// Returns the decision for one link and one person.
    func surfacing(of link: Int, for person: Handle) -> Surfacing {
        surfacing(of: links[link], for: person)
    }

    private func surfacing(of link: LinkTable.Entry, for person: Handle) -> Surfacing {
        let state = people[person] ?? PersonState(name: person.defaultName)
        let pin = state.pins[link.url]
        func hidden(_ rule: String, _ text: String) -> Surfacing {
            Surfacing(reason: Reason(rule, text), isShown: false, pin: pin, sharers: [])
        }
        guard let app = link.app else {
            return hidden("surf-universal", "no app is associated with this link")
        }
        guard directory.isSharedWithYouApp(app) else {
            return hidden("adopt-steps", "\(appName(app)) has no entitlement com.apple.developer.shared-with-you")
        }
        func sharers(isDeletedToo: Bool = false) -> [Surfacing.Sharer] {
            self.sharers(
                of: link, in: state.conversations, seenBy: person, blocked: state.blockedSet,
                isDeletedToo: isDeletedToo)
        }
        var all = sharers()
        var others = all.filter { $0.handle != person }
        if let pin {
            // A pin outlives the message, and still shows the sharers of the link.
            if others.isEmpty {
                all = sharers(isDeletedToo: true)
                others = all.filter { $0.handle != person }
            }
            let reason = Reason("pin-implied-consent", "pinned, and a pin is a permission")
            var sharers = others.isEmpty ? all : others
            if sharers.isEmpty { sharers = formerSharer(of: link.url, pinnedIn: pin.conversation, for: person) }
            return Surfacing(reason: reason, isShown: true, pin: pin, sharers: sharers)
        }
        if others.isEmpty, sharers(isDeletedToo: true).contains(where: { $0.handle != person }) {
            return hidden("swy-delete", "\(state.name) deleted the message with this link")
        }
        guard !all.isEmpty else { return hidden("surf-links", "no one shared this link with \(state.name)") }
        guard !others.isEmpty else { return hidden("swy-sent-by-me", "only \(state.name) shared this link") }
        if state.hiddenHighlights.contains(link.id) {
            return hidden("attr-remove", "\(state.name) removed it from Shared with You")
        }
        var objection: Reason?
        let surfacing = others.filter { sharer in
            let found = self.objection(to: sharer, of: app, for: state, person)
            objection = objection ?? found
            return found == nil
        }
        if let objection, surfacing.isEmpty {
            return Surfacing(reason: objection, isShown: false, pin: nil, sharers: [])
        }
        let reason = Reason("auto-on", "automatic sharing is on for \(appName(app))")
        return Surfacing(reason: reason, isShown: true, pin: nil, sharers: surfacing)
    }

    /// Returns the sharers in the reader's conversations, the newest first. Only the newest message of each
    /// conversation counts. The reader's own message counts only if no other person shared the link there
    /// (`dedupe-same-thread`). A message of a blocked person never hides another one. Messages from before the reader
    /// joined are ignored, even if a later edit adds the link (`grp-add`).
    private func sharers(
        of link: LinkTable.Entry, in conversations: [ConversationID], seenBy person: Handle, blocked: Set<Handle>,
        isDeletedToo: Bool
    ) -> [Surfacing.Sharer] {
        // Links in few conversations and people with few conversations are both common, so the shorter list is
        // searched.
        let places = link.conversations.count <= conversations.count ? link.conversations : conversations
        var found: [Surfacing.Sharer] = []
        for id in places {
            guard let links = self.conversations[id]?.shared(link.url, to: person, isDeletedToo: isDeletedToo),
                let shared = links.last(where: { $0.sender != person && !blocked.contains($0.sender) })
                    ?? links.last(where: { $0.sender != person }) ?? links.last
            else { continue }
            found.append(
                .init(
                    handle: shared.sender, conversation: id, position: shared.position, sentAt: shared.sentAt,
                    message: shared.message))
        }
        return found.count > 1 ? found.sorted { $0.position > $1.position } : found
    }

    /// Returns the newest sharer in the conversation where a former member pinned the link. Returns an empty array if
    /// they could not read the message, or if it lost the link.
    private func formerSharer(
        of url: CanonicalURL, pinnedIn id: ConversationID, for person: Handle
    ) -> [Surfacing.Sharer] {
        guard let conversation = conversations[id] else { return [] }
        let read = (conversation.links[url] ?? []).filter { conversation.didRead($0, person) }
        guard let shared = read.last(where: { $0.sender != person }) ?? read.last else { return [] }
        return [
            Surfacing.Sharer(
                handle: shared.sender, conversation: id, position: shared.position, sentAt: shared.sentAt,
                message: shared.message)
        ]
    }

    /// Returns the reason why a link of another person does not surface without a pin; nil if there is none.
    private func objection(
        to sharer: Surfacing.Sharer, of app: AppID, for state: PersonState, _ person: Handle
    ) -> Reason? {
        guard let conversation = conversations[sharer.conversation] else { return nil }
        if state.blockedSet.contains(sharer.handle) {
            return Reason("swy-block", "\(state.name) blocked \(name(sharer.handle))")
        }
        if !conversation.order.contains(where: { $0 != person && state.isContact($0) }) {
            return conversation.isOneToOne
                ? Reason("swy-one-to-one-unknown", "\(name(sharer.handle)) is not a contact")
                : Reason("surf-group-contact", "no one in the group is a contact")
        }
        if !state.everywhere.isOn { return Reason("swy-master-effect", "automatic sharing is off everywhere") }
        guard let appSwitch = state.appSwitch(app) else {
            return Reason("auto-on", "automatic sharing was never turned on for \(appName(app))")
        }
        if !appSwitch.isOn { return Reason("consent-levels", "automatic sharing is off for \(appName(app))") }
        let conversationSwitch = state.conversationSwitch(sharer.conversation)
        if !conversationSwitch.isOn {
            return Reason("swy-conv-toggle", "automatic sharing is off for this conversation")
        }
        if sharer.position < max(appSwitch.since, state.everywhere.since, conversationSwitch.since) {
            return Reason("auto-on", "it was shared before automatic sharing was turned on")
        }
        return nil
    }
}
