public import ChatConnection
public import ChatProtocol

/// Somebody in Messages, on one of their devices: what they do, and what they are told.
///
/// Every method of `docs/reference/protocol.md` that a person may call is there by its name: `anna.message.send(…)` is
/// `message.send`. What tests do most has a name of its own here. All throw ``ClientFailure`` where they are refused.
public struct PersonClient: Sendable {
    /// How they are addressed.
    public let handle: Handle
    /// The session.
    public let connection: ClientSession
    /// The app whose documents they share where none is named.
    package var ownApp: AppID?

    // MARK: Conversations and messages

    /// A new conversation with those, or the one that the two already have.
    @discardableResult
    public func createConversation(
        with others: PersonClient..., named name: String? = nil
    ) async throws(ClientFailure) -> Conversation {
        try await conversation.create(participants: others.map(\.handle), name: name).conversation
    }

    /// Says something. With the client id of an earlier attempt it is said once.
    @discardableResult
    public func send(
        _ text: String, to conversation: some Referable<Conversation>,
        replyingTo message: (some Referable<Message>)? = MessageID?.none, clientID: String? = nil
    ) async throws(ClientFailure) -> Message {
        try await self.message.send(
            conversation: conversation.reference, text: text, replyTo: message?.reference, clientID: clientID)
    }

    /// Gives a message another text.
    @discardableResult
    public func edit(_ message: some Referable<Message>, to text: String) async throws(ClientFailure) -> Message {
        try await self.message.edit(message: message.reference, text: text)
    }

    /// Takes a message back.
    @discardableResult
    public func unsend(_ message: some Referable<Message>) async throws(ClientFailure) -> Message {
        try await self.message.unsend(message: message.reference).message
    }

    /// Sets a tapback on a message.
    @discardableResult
    public func react(_ reaction: Reaction, to message: some Referable<Message>) async throws(ClientFailure) -> Message
    {
        try await self.message.react(message: message.reference, reaction: reaction)
    }

    /// Reads a conversation, all of it.
    @discardableResult
    public func read(_ conversation: some Referable<Conversation>) async throws(ClientFailure) -> Conversation {
        try await self.conversation.markRead(conversation: conversation.reference).conversation
    }

    /// The newest entries of a thread, oldest first.
    public func history(
        of conversation: some Referable<Conversation>, limit: Int? = nil
    ) async throws(ClientFailure) -> [ThreadEntry] {
        try await self.conversation.history(conversation: conversation.reference, limit: limit).entries
    }

    /// The texts of a thread's newest messages, oldest first.
    public func texts(in conversation: some Referable<Conversation>) async throws(ClientFailure) -> [String] {
        try await history(of: conversation).compactMap { entry in
            if case .message(let message) = entry { message.text } else { nil }
        }
    }

    // MARK: Links and what surfaces

    /// Pins a link of a conversation.
    @discardableResult
    public func pin(_ url: String, in conversation: some Referable<Conversation>) async throws(ClientFailure) -> Pin {
        try await link.pin(conversation: conversation.reference, url: url)
    }

    /// Lets the links of an app surface by themselves, or no longer.
    @discardableResult
    public func allow(_ app: AppID, _ isAllowed: Bool = true) async throws(ClientFailure) -> Settings {
        var apps = AppSwitches.empty
        apps[app] = isAllowed
        return try await settings.set(sharing: SetSettings.Sharing(apps: apps))
    }

    /// The shelf: what surfaces for them, ranked.
    public func highlights(of app: AppID? = nil) async throws(ClientFailure) -> [PersonHighlight] {
        try await highlight.list(app: app).highlights
    }

    // MARK: Working together

    /// Makes a document of an app one that others are let into, and sends its link.
    ///
    /// - Parameters:
    ///   - url: the app's own link for it; made on its first domain if left out.
    ///   - app: the world's app if left out.
    @discardableResult
    public func share(
        _ title: String, in conversation: some Referable<Conversation>, at url: String? = nil, from app: AppID? = nil
    ) async throws(ClientFailure) -> ShareView {
        guard let app = app ?? ownApp else { throw .misused("Name the app of document “\(title)” is, from: an app.") }
        let made = try await share.create(app: app, title: title, url: url, representations: [])
        guard let share = made.share else { throw .unreadable("share.create returned no share") }
        try await self.share.send(share: share.id, conversation: conversation.reference)
        return try await self.share.get(.id(share.id))
    }

    /// Opens a share: that clears the notices that wait about it.
    @discardableResult
    public func open(_ share: ShareView) async throws(ClientFailure) -> ShareView {
        try await self.share.accept(.url(share.url))
    }

    /// One's own app, which runs as this person: it posts what they did in it.
    ///
    /// - Parameter app: the world's app if left out.
    public func app(_ app: AppID? = nil) async throws(ClientFailure) -> AppClient {
        guard let app = app ?? ownApp else { throw .misused("Give an app: this world has none.") }
        return try await connection.host.app(app, as: handle, in: connection.world)
    }

    /// Another device of theirs.
    public func device(_ name: String) async throws(ClientFailure) -> PersonClient {
        var hello = connection.hello
        hello.device = name
        let session = ClientSession(host: connection.host, hello: hello, name: "\(connection.name)’s \(name)")
        try await session.connect()
        return PersonClient(handle: handle, connection: session, ownApp: ownApp)
    }

    /// Why they were told of something, or were not: a message, notice, highlight or consent by its id, or a link.
    public func explain(_ about: some CustomStringConvertible) async throws(ClientFailure) -> DeliveryExplanation {
        try await delivery.explain(person: handle, about: about.description)
    }

    /// Why they were told of what a wait has returned, or were not.
    public func explain(_ told: some ToldValue) async throws(ClientFailure) -> DeliveryExplanation {
        try await explain(told.explainedSubject())
    }
}
