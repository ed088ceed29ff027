/// A request whose params were read: what the core is asked to do.
///
/// The requests about the session itself (`session.*`, `clock.*`, `world.*`, `fault.*`) and about what is never kept
/// (`conversation.typing`, `document.close`) are not here: they are about the server around the core.
public enum Request: Sendable, Equatable {
    case createConversation(CreateConversation)
    case listConversations
    case history(ConversationHistory)
    case addParticipant(ChangeParticipant)
    case removeParticipant(ChangeParticipant)
    case leave(ConversationID)
    case rename(RenameConversation)
    case setPhoto(SetConversationPhoto)
    case markRead(MarkRead)
    case markUnread(ConversationID)
    case mute(MuteConversation)
    case pinConversation(PinConversation)
    case send(SendMessage)
    case edit(EditMessage)
    case unsend(MessageID)
    case react(ReactToMessage)
    case search(SearchMessages)
    case replyThread(ReplyThread)
    case attachment(of: MessageID)
    case pin(LinkReference)
    case unpin(LinkReference)
    case openLink(url: String)
    case explainLink(url: String)
    case addContact(AddContacts)
    case removeContact(ContactChange)
    case listContacts(person: Handle?)
    case blockPerson(ContactChange)
    case unblockPerson(ContactChange)
    case getSettings
    case setSettings(SetSettings)
    case auditSettings(AuditSettings)
    case answerConsent(AnswerConsent)
    case listHighlights(ListHighlights)
    case hideHighlight(HighlightID)
    case restoreHighlight(HighlightID)
    case displayHighlight(DisplayHighlight)
    case findHighlight(FindHighlight)
    case postNotice(PostNotice)
    case clearNotices(url: String)
    case dismissNotice(NoticeID)
    case createShare(CreateShare)
    case sendShare(SendShare)
    case getShare(ShareReference)
    case acceptShare(ShareReference)
    case saveShare(SaveShare)
    case leaveShare(ShareReference)
    case stopShare(ShareReference)
    case listShares(conversation: ConversationID?)
    case answerNotice(AnswerNotice)
    case offerCollaboration(OfferCollaboration)
    case startCollaboration(StartCollaboration)
    case cancelCollaboration(StartID)
    case listCollaborations
    case fulfillAction(FulfillAction)
    case failAction(FailAction)
    case registerApp(RegisterApp)
    case getApp(AppID?)
    case publishSite(PublishSite)
    case explain(ExplainDelivery)
    case document(DocumentRequest)

    /// Reads the params of a method.
    ///
    /// - Parameters:
    ///   - caller: the person whom the session speaks for.
    /// - Returns: nil for a method that is about the server around the core.
    /// - Throws: ``InvalidField`` for the first member that is missing, wrong, or not of this method.
    public init?(
        _ method: Method, from fields: inout JSONFields, caller: Handle?, limits: Limits
    ) throws(InvalidField) {
        switch method {
        case .sessionHello, .sessionPing, .sessionFence, .clockNow, .clockAdvance, .worldCreate, .worldReset,
            .worldDelete, .worldList, .faultInject, .faultList, .faultClear, .conversationTyping,
            .attributionAttach, .attributionShow, .documentClose:
            return nil
        case .conversationCreate: self = .createConversation(try CreateConversation(from: &fields))
        case .conversationList: self = .listConversations
        case .conversationHistory: self = .history(try ConversationHistory(from: &fields))
        case .conversationMarkRead: self = .markRead(try MarkRead(from: &fields))
        case .conversationAddParticipant: self = .addParticipant(try ChangeParticipant(from: &fields))
        case .conversationRemoveParticipant: self = .removeParticipant(try ChangeParticipant(from: &fields))
        case .conversationLeave: self = .leave(try fields.read("conversation"))
        case .conversationRename: self = .rename(try RenameConversation(from: &fields))
        case .conversationSetPhoto: self = .setPhoto(try SetConversationPhoto(from: &fields))
        case .conversationMarkUnread: self = .markUnread(try fields.read("conversation"))
        case .conversationMute: self = .mute(try MuteConversation(from: &fields))
        case .conversationPin: self = .pinConversation(try PinConversation(from: &fields))
        case .messageSend: self = .send(try SendMessage(from: &fields))
        case .messageEdit: self = .edit(try EditMessage(from: &fields))
        case .messageUnsend: self = .unsend(try fields.read("message"))
        case .messageReact: self = .react(try ReactToMessage(from: &fields))
        case .messageSearch: self = .search(try SearchMessages(from: &fields))
        case .messageThread: self = .replyThread(try ReplyThread(from: &fields))
        case .messageAttachment: self = .attachment(of: try fields.read("message"))
        case .linkPin: self = .pin(try LinkReference(from: &fields))
        case .linkUnpin: self = .unpin(try LinkReference(from: &fields))
        case .linkOpen: self = .openLink(url: try fields.read("url"))
        case .linkExplain: self = .explainLink(url: try fields.read("url"))
        case .contactAdd: self = .addContact(try AddContacts(from: &fields))
        case .contactRemove: self = .removeContact(try ContactChange(from: &fields))
        case .contactList: self = .listContacts(person: try fields.readOptional("person"))
        case .settingsGet: self = .getSettings
        case .settingsSet: self = .setSettings(try SetSettings(from: &fields))
        case .settingsAudit: self = .auditSettings(try AuditSettings(from: &fields))
        case .consentAnswer: self = .answerConsent(try AnswerConsent(from: &fields))
        case .highlightList: self = .listHighlights(try ListHighlights(from: &fields))
        case .contactBlock: self = .blockPerson(try ContactChange(from: &fields))
        case .contactUnblock: self = .unblockPerson(try ContactChange(from: &fields))
        case .highlightHide: self = .hideHighlight(try fields.read("highlight"))
        case .highlightRestore: self = .restoreHighlight(try fields.read("highlight"))
        case .highlightDisplay: self = .displayHighlight(try DisplayHighlight(from: &fields))
        case .getHighlight: self = .findHighlight(.url(try fields.read("url")))
        case .getCollaborationHighlight: self = .findHighlight(.collaborationAt(url: try fields.read("url")))
        case .collaborationHighlight: self = .findHighlight(.collaboration(try fields.read("collaborationIdentifier")))
        case .postNotice:
            self = .postNotice(try PostNotice(from: &fields))
        case .clearNotices: self = .clearNotices(url: try fields.read("url"))
        case .noticeDismiss: self = .dismissNotice(try fields.read("notice"))
        case .shareCreate: self = .createShare(try CreateShare(from: &fields))
        case .shareSend: self = .sendShare(try SendShare(from: &fields))
        case .shareGet: self = .getShare(try ShareReference(from: &fields))
        case .shareAccept: self = .acceptShare(try ShareReference(from: &fields))
        case .shareSave: self = .saveShare(try SaveShare(from: &fields))
        case .shareAddParticipant: self = .saveShare(SaveShare(try AddShareParticipants(from: &fields)))
        case .shareRemoveParticipant: self = .saveShare(SaveShare(try RemoveShareParticipants(from: &fields)))
        case .shareSetPermission: self = .saveShare(SaveShare(try SetSharePermission(from: &fields)))
        case .shareSetRole: self = .saveShare(SaveShare(try SetShareRole(from: &fields)))
        case .shareSetInviting: self = .saveShare(SaveShare(try SetShareInviting(from: &fields)))
        case .shareSetAccess: self = .saveShare(SaveShare(try SetShareAccess(from: &fields)))
        case .shareLeave: self = .leaveShare(try ShareReference(from: &fields))
        case .shareStop: self = .stopShare(try ShareReference(from: &fields))
        case .shareList: self = .listShares(conversation: try fields.readOptional("conversation"))
        case .noticeAnswer: self = .answerNotice(try AnswerNotice(from: &fields))
        case .collaborationOffer: self = .offerCollaboration(try OfferCollaboration(from: &fields))
        case .collaborationStart: self = .startCollaboration(try StartCollaboration(from: &fields))
        case .collaborationCancel: self = .cancelCollaboration(try fields.read("start"))
        case .collaborationList: self = .listCollaborations
        case .actionFulfill: self = .fulfillAction(try FulfillAction(from: &fields))
        case .actionFail: self = .failAction(try FailAction(from: &fields))
        case .appRegister: self = .registerApp(try RegisterApp(from: &fields))
        case .appGet: self = .getApp(try fields.readOptional("app"))
        case .sitePublish: self = .publishSite(try PublishSite(from: &fields))
        case .deliveryExplain: self = .explain(try ExplainDelivery(from: &fields))
        case .documentCreate: self = .document(.create(try CreateDocument(from: &fields)))
        case .documentList:
            self = .document(
                .list(app: try fields.readOptional("app"), after: try fields.readOptional("after")))
        case .documentGet: self = .document(.get(try DocumentReference(from: &fields)))
        case .documentOpen: self = .document(.open(try DocumentReference(from: &fields)))
        case .documentEdit:
            self = .document(.edit(try DocumentReference(from: &fields), try EditDocument(from: &fields)))
        case .documentComment:
            self = .document(.comment(try DocumentReference(from: &fields), text: try fields.read("text")))
        case .documentRename:
            self = .document(.rename(try DocumentReference(from: &fields), title: try fields.read("title")))
        case .documentMove:
            self = .document(.move(try DocumentReference(from: &fields), folder: try fields.read("folder")))
        case .documentDelete: self = .document(.delete(try DocumentReference(from: &fields)))
        }
    }
}
