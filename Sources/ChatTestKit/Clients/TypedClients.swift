public import ChatConnection
public import ChatProtocol

/// The client of a person in Messages, on one of their devices.
///
/// It has every method of `docs/reference/protocol.md` that a person may call: `anna.message.send(…)` calls
/// `message.send`. The methods here are shorter forms for tests. All methods throw ``ClientFailure`` if the server
/// refuses the request.
///
/// ```swift
/// let message = try await anna.send("Hi", to: trip)
/// try await bea.react(.classic(.heart), to: message)
/// let group = try await anna.conversation.rename(conversation: trip.id, name: "Lake").conversation
/// #expect(group.participants.contains(bea.handle))
/// ```
public struct PersonClient: Sendable {
    /// The person's handle.
    public let handle: Handle
    /// The session.
    public let connection: ClientSession
    /// The default app of the documents that the person shares.
    package var ownApp: AppID?

    // MARK: Conversations and messages

    /// Creates a conversation. With one other person, it returns their existing conversation if there is one.
    ///
    /// ```swift
    /// let pair = try await anna.createConversation(with: bea)
    /// let group = try await anna.createConversation(with: bea, carl, named: "Lake")
    /// #expect(pair.participants.count == 2 && group.name == "Lake")
    /// ```
    @discardableResult
    public func createConversation(
        with others: PersonClient..., named name: String? = nil
    ) async throws(ClientFailure) -> Conversation {
        try await conversation.create(participants: others.map(\.handle), name: name).conversation
    }

    /// Sends a message. A retry with the client id of an earlier attempt does not send it twice.
    ///
    /// ```swift
    /// let question = try await anna.send("Who drives?", to: trip)
    /// try await bea.send("Me", to: trip, replyingTo: question)
    /// #expect(try await anna.texts(in: trip) == ["Who drives?", "Me"])
    /// #expect(try await anna.history(of: trip, limit: 1).count == 1)
    /// ```
    @discardableResult
    public func send(
        _ text: String, to conversation: some Referable<Conversation>,
        replyingTo message: (some Referable<Message>)? = MessageID?.none, clientID: String? = nil
    ) async throws(ClientFailure) -> Message {
        try await self.message.send(
            conversation: conversation.reference, text: text, replyTo: message?.reference, clientID: clientID)
    }

    /// Edits the text of a message.
    ///
    /// ```swift
    /// let message = try await anna.send("See you at 8", to: trip)
    /// #expect(try await anna.edit(message, to: "See you at 9").text == "See you at 9")
    /// ```
    @discardableResult
    public func edit(_ message: some Referable<Message>, to text: String) async throws(ClientFailure) -> Message {
        try await self.message.edit(message: message.reference, text: text)
    }

    /// Unsends a message.
    ///
    /// ```swift
    /// let message = try await anna.send("Oops", to: trip)
    /// try await anna.unsend(message)
    /// #expect(try await bea.wait(for: .messageChanged).change == .unsent)
    /// ```
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
    ///
    /// ```swift
    /// try await anna.send("Hi", to: trip)
    /// #expect(try await bea.read(trip).unread == 0)
    /// ```
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
    ///
    /// ```swift
    /// try await anna.send("https://notes.example/d/1", to: trip)
    /// try await bea.pin("https://notes.example/d/1", in: trip)
    /// #expect(try await bea.highlights(of: world.app).map(\.pinned) == [true])
    /// ```
    @discardableResult
    public func pin(_ url: String, in conversation: some Referable<Conversation>) async throws(ClientFailure) -> Pin {
        try await link.pin(conversation: conversation.reference, url: url)
    }

    /// Allows or forbids the automatic sharing of an app's links.
    ///
    /// ```swift
    /// try await anna.send("https://notes.example/d/1", to: trip)
    /// try await bea.allow(world.app, false)
    /// #expect(try await bea.highlights().isEmpty)
    /// ```
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
    /// ```swift
    /// let budget = try await anna.share("Budget", in: trip)
    /// #expect(try await bea.open(budget).title == "Budget")
    /// ```
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
    /// ```swift
    /// let theirs = try await bea.app()
    /// #expect(theirs.person == bea.handle)
    /// ```
    ///
    /// - Parameter app: The app; by default the app of the world.
    public func app(_ app: AppID? = nil) async throws(ClientFailure) -> AppClient {
        guard let app = app ?? ownApp else { throw .misused("Give an app: this world has none.") }
        return try await connection.host.app(app, as: handle, in: connection.world)
    }

    /// Connects a client on another device of the person.
    ///
    /// ```swift
    /// let tablet = try await anna.device("iPad")
    /// try await anna.send("Hi", to: trip)
    /// #expect(try await tablet.wait(for: .messagePosted).text == "Hi")
    /// ```
    public func device(_ name: String) async throws(ClientFailure) -> PersonClient {
        var hello = connection.hello
        hello.device = name
        let session = ClientSession(host: connection.host, hello: hello, name: "\(connection.name)’s \(name)")
        try await session.connect()
        return PersonClient(handle: handle, connection: session, ownApp: ownApp)
    }

    /// Returns the reasons why the person did or did not receive a message, notice, highlight or consent, given by its
    /// id or link.
    ///
    /// ```swift
    /// try await notes.post(.mention(of: bea), about: plan)
    /// let notice = try await bea.wait(for: .noticePosted)
    /// #expect(try await carl.explain(notice.id).rules == ["ev-mention-private"])
    /// #expect(try await bea.explain(notice).delivered)
    /// ```
    public func explain(_ about: some CustomStringConvertible) async throws(ClientFailure) -> DeliveryExplanation {
        try await delivery.explain(person: handle, about: about.description)
    }

    /// Returns the reasons why the person did or did not receive the subject of a notification that a wait has
    /// returned.
    public func explain(_ told: some ToldValue) async throws(ClientFailure) -> DeliveryExplanation {
        try await explain(told.explainedSubject())
    }
}

/// The client of an app that runs as a person. It receives the highlights of the app, and never the name of a person, a
/// conversation or the text of a message.
///
/// It has every method of `docs/reference/protocol.md` that an app may call, such as
/// `notes.highlightCenter.postNotice(…)`.
///
/// ```swift
/// try await notes.post(.edit, about: plan)
/// let theirs = try await bea.app()
/// #expect(theirs.id == world.app && theirs.person == bea.handle)
/// #expect(try await theirs.highlights().map(\.url) == [plan.url])
/// #expect(try await theirs.clearNotices(about: plan).count == 1)
/// ```
public struct AppClient: Sendable {
    /// The app's bundle id.
    public let id: AppID
    /// The person as whom the app runs.
    public let person: Handle
    /// The session.
    public let connection: ClientSession

    /// Posts an event of the person in a shared document.
    ///
    /// - Returns: The notices for the event, one for each conversation.
    @discardableResult
    public func post(_ event: PostNotice.Event, about share: ShareView) async throws(ClientFailure) -> [NoticeID] {
        try await highlightCenter.postNotice(url: share.url, event: event)
    }

    /// Clears the notices about a document that the person has seen in the app.
    ///
    /// - Returns: The cleared notices.
    @discardableResult
    public func clearNotices(about share: ShareView) async throws(ClientFailure) -> [NoticeID] {
        try await highlightCenter.clearNotices(url: share.url)
    }

    /// Returns the app's highlights for its person, ranked.
    public func highlights() async throws(ClientFailure) -> [AppHighlight] { try await highlight.list().highlights }
}

extension PostNotice.Event {
    /// A person edited the content.
    ///
    /// ```swift
    /// try await notes.post(.edit, about: plan)
    /// try await notes.post(.comment, about: plan)
    /// try await notes.post(.mention(of: bea), about: plan)
    /// try await notes.post(.added(dan), about: plan)
    /// try await anna.share.removeParticipant(share: .id(plan.id), people: .one(dan.handle))
    /// try await notes.post(.removed(dan), about: plan)
    /// try await notes.post(.rename(to: "Lake plan"), about: plan)
    /// #expect(try await bea.received(.noticePosted).contains { $0.text == "Anna mentioned you in “Trip plan”" })
    /// ```
    public static var edit: Self { .change(.edit) }
    /// A person commented.
    public static var comment: Self { .change(.comment) }

    /// A person was mentioned.
    public static func mention(of person: PersonClient) -> Self { .mention(.handle(person.handle)) }

    /// A person joined the collaboration.
    public static func added(_ person: PersonClient) -> Self {
        .membership(.addedCollaborator, .handle(person.handle))
    }

    /// A person left the collaboration, or was removed.
    public static func removed(_ person: PersonClient) -> Self {
        .membership(.removedCollaborator, .handle(person.handle))
    }

    /// A person renamed the document.
    public static func rename(to title: String) -> Self { .persistence(.renamed(to: title)) }
}

extension DeliveryExplanation {
    /// The ids of the rules of the decision, in the order in which the server applied them.
    ///
    /// ```swift
    /// let id = try #require(try await notes.post(.mention(of: bea), about: plan).first)
    /// #expect(try await carl.explain(id).rules == ["ev-mention-private"])
    /// ```
    public var rules: [String] { reasons.map(\.rule) }
}

/// A reference to a conversation or a message: the value itself, or its id.
///
/// ```swift
/// let message = try await anna.send("Hi", to: trip)
/// try await bea.react(.classic(.heart), to: message.id)
/// try await bea.send("Hello", to: trip.id)
/// ```
public protocol Referable<Entity>: Sendable {
    /// The type of the referenced value.
    associatedtype Entity

    /// The id of the referenced value.
    var reference: Identifier<Entity> { get }
}

extension Identifier: Referable {
    /// The id itself.
    public var reference: Identifier<Entity> { self }
}

extension Conversation: Referable {
    /// The id of the conversation.
    public var reference: ConversationID { id }
}

extension Message: Referable {
    /// The id of the message.
    public var reference: MessageID { id }
}

extension ShareView {
    /// The id of the share.
    ///
    /// ```swift
    /// let budget = try await anna.share("Budget", in: trip)
    /// #expect(budget.title == "Budget" && budget.participants.first?.handle == anna.handle)
    /// #expect(try await bea.share.get(.id(budget.id)).url == budget.url)
    /// ```
    public var id: ShareID { share.id }
    /// The title of the share.
    public var title: String { share.title }
    /// The link of the share.
    public var url: String { share.url }
    /// All participants, the owner first.
    public var participants: [Share.Participant] { share.participants }
}
