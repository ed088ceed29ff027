public import ChatConnection
public import ChatProtocol

/// The client of a person in Messages, on one of their devices.
///
/// It has every method of `docs/reference/protocol.md` that a person may call: `anna.message.send(…)` calls
/// `message.send`. The methods here are shorter forms for tests. All methods throw ``ClientFailure`` if the server
/// refuses the request.
public struct PersonClient: Sendable {
    /// The person's handle.
    public let handle: Handle
    /// The session.
    public let connection: ClientSession
    /// The default app of the documents that the person shares.
    package var ownApp: AppID?

    // MARK: Conversations and messages

    /// Creates a conversation. With one other person, it returns their existing conversation if there is one.
    @discardableResult
    public func createConversation(
        with others: PersonClient..., named name: String? = nil
    ) async throws(ClientFailure) -> Conversation {
        try await conversation.create(participants: others.map(\.handle), name: name).conversation
    }

    /// Sends a message. A retry with the client id of an earlier attempt does not send it twice.
    @discardableResult
    public func send(
        _ text: String, to conversation: some Referable<Conversation>,
        replyingTo message: (some Referable<Message>)? = MessageID?.none, clientID: String? = nil
    ) async throws(ClientFailure) -> Message {
        try await self.message.send(
            conversation: conversation.reference, text: text, replyTo: message?.reference, clientID: clientID)
    }

    /// Edits the text of a message.
    @discardableResult
    public func edit(_ message: some Referable<Message>, to text: String) async throws(ClientFailure) -> Message {
        try await self.message.edit(message: message.reference, text: text)
    }

    /// Unsends a message.
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

    /// Marks a whole conversation as read.
    @discardableResult
    public func read(_ conversation: some Referable<Conversation>) async throws(ClientFailure) -> Conversation {
        try await self.conversation.markRead(conversation: conversation.reference).conversation
    }

    /// Returns the newest entries of a thread, oldest first.
    public func history(
        of conversation: some Referable<Conversation>, limit: Int? = nil
    ) async throws(ClientFailure) -> [ThreadEntry] {
        try await self.conversation.history(conversation: conversation.reference, limit: limit).entries
    }

    /// Returns the texts of a thread's newest messages, oldest first.
    public func texts(in conversation: some Referable<Conversation>) async throws(ClientFailure) -> [String] {
        try await history(of: conversation).compactMap { entry in
            if case .message(let message) = entry { message.text } else { nil }
        }
    }

    // MARK: Links and highlights

    /// Pins a link in a conversation.
    @discardableResult
    public func pin(_ url: String, in conversation: some Referable<Conversation>) async throws(ClientFailure) -> Pin {
        try await link.pin(conversation: conversation.reference, url: url)
    }

    /// Allows or forbids the automatic sharing of an app's links.
    @discardableResult
    public func allow(_ app: AppID, _ isAllowed: Bool = true) async throws(ClientFailure) -> Settings {
        var apps = AppSwitches.empty
        apps[app] = isAllowed
        return try await settings.set(sharing: SetSettings.Sharing(apps: apps))
    }

    /// Returns the shelf, ranked: the highlights of one app or of all.
    public func highlights(of app: AppID? = nil) async throws(ClientFailure) -> [PersonHighlight] {
        try await highlight.list(app: app).highlights
    }

    // MARK: Collaboration

    /// Shares a document of an app and sends its link to a conversation.
    ///
    /// - Parameters:
    ///   - url: The app's link to the document; by default one on the app's first domain.
    ///   - app: The app; by default the app of the world.
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

    /// Opens a share, which clears the pending notices about it.
    @discardableResult
    public func open(_ share: ShareView) async throws(ClientFailure) -> ShareView {
        try await self.share.accept(.url(share.url))
    }

    /// Connects a client of an app that runs as this person and posts the person's events.
    ///
    /// - Parameter app: The app; by default the app of the world.
    public func app(_ app: AppID? = nil) async throws(ClientFailure) -> AppClient {
        guard let app = app ?? ownApp else { throw .misused("Give an app: this world has none.") }
        return try await connection.host.app(app, as: handle, in: connection.world)
    }

    /// Connects a client on another device of the person.
    public func device(_ name: String) async throws(ClientFailure) -> PersonClient {
        var hello = connection.hello
        hello.device = name
        let session = ClientSession(host: connection.host, hello: hello, name: "\(connection.name)’s \(name)")
        try await session.connect()
        return PersonClient(handle: handle, connection: session, ownApp: ownApp)
    }

    /// Returns the reasons why the person did or did not receive a message, notice, highlight or consent, given by its
    /// id or link.
    public func explain(_ about: some CustomStringConvertible) async throws(ClientFailure) -> DeliveryExplanation {
        try await delivery.explain(person: handle, about: about.description)
    }

    /// Returns the reasons why the person did or did not receive the subject of a notification that a wait has
    /// returned.
    public func explain(_ told: some ToldValue) async throws(ClientFailure) -> DeliveryExplanation {
        try await explain(told.explainedSubject())
    }
}
