// Written by script/contract: change the contract instead.

/// The id of a conversation.
public typealias ConversationID = Identifier<Conversation>

/// The id of a message.
public typealias MessageID = Identifier<Message>

/// The id of the content of a message's attachment.
public typealias AttachmentID = Identifier<Attachment>

/// The id of a notice.
public typealias NoticeID = Identifier<Notice>

/// The permanent id of a highlight: one link of one world always has the same id.
public typealias HighlightID = Identifier<PersonHighlight>

/// The token of an attribution. The process that draws for the person exchanges it for the names. The app cannot use it
/// for anything else (`privacy-render`).
public typealias AttributionToken = Identifier<Attribution>

/// The id of a share.
public typealias ShareID = Identifier<Share>

/// The id of a document of the document service.
public typealias DocumentID = Identifier<Document>

/// The id of a comment on a document.
public typealias CommentID = Identifier<Document.Comment>

/// The id of a consent request.
public typealias ConsentID = Identifier<ConsentRequest>

/// The id of a start or change of a collaboration that waits for its app.
public typealias StartID = Identifier<CollaborationStart>

/// The id of an action that an app must answer.
public typealias ActionID = Identifier<RequestedAction>

/// The id of a fault.
public typealias FaultID = Identifier<Fault>

/// The bundle id of an app, such as `com.example.notes`.
public typealias AppID = Identifier<App>

/// The name of a world, which is one isolated simulation.
public typealias WorldName = Identifier<WorldSummary>








