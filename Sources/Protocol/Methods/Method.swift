/// Every method of the contract that this server has.
public enum Method: String, CaseIterable, Sendable {
    case sessionHello = "session.hello"
    case sessionPing = "session.ping"
    case sessionFence = "session.fence"
    case conversationCreate = "conversation.create"
    case conversationList = "conversation.list"
    case conversationHistory = "conversation.history"
    case conversationAddParticipant = "conversation.addParticipant"
    case conversationRemoveParticipant = "conversation.removeParticipant"
    case conversationLeave = "conversation.leave"
    case conversationRename = "conversation.rename"
    case conversationSetPhoto = "conversation.setPhoto"
    case conversationMarkRead = "conversation.markRead"
    case conversationMarkUnread = "conversation.markUnread"
    case conversationMute = "conversation.mute"
    case conversationPin = "conversation.pin"
    case conversationTyping = "conversation.typing"
    case messageSend = "message.send"
    case messageEdit = "message.edit"
    case messageUnsend = "message.unsend"
    case messageReact = "message.react"
    case messageSearch = "message.search"
    case messageThread = "message.thread"
    case messageAttachment = "message.attachment"
    case linkPin = "link.pin"
    case linkUnpin = "link.unpin"
    case linkOpen = "link.open"
    case linkExplain = "link.explain"
    case contactAdd = "contact.add"
    case contactRemove = "contact.remove"
    case contactList = "contact.list"
    case settingsGet = "settings.get"
    case settingsSet = "settings.set"
    case settingsAudit = "settings.audit"
    case consentAnswer = "consent.answer"
    case contactBlock = "contact.block"
    case contactUnblock = "contact.unblock"
    case highlightList = "highlight.list"
    case highlightHide = "highlight.hide"
    case highlightRestore = "highlight.restore"
    case highlightDisplay = "highlight.display"
    case getHighlight = "highlightCenter.getHighlight"
    case getCollaborationHighlight = "highlightCenter.getCollaborationHighlight"
    case collaborationHighlight = "highlightCenter.collaborationHighlight"
    case attributionAttach = "attribution.attach"
    case attributionShow = "attribution.show"
    case postNotice = "highlightCenter.postNotice"
    case clearNotices = "highlightCenter.clearNotices"
    case noticeDismiss = "notice.dismiss"
    case noticeAnswer = "notice.answer"
    case shareCreate = "share.create"
    case shareSend = "share.send"
    case shareGet = "share.get"
    case shareAccept = "share.accept"
    case shareList = "share.list"
    case shareSave = "share.save"
    case shareAddParticipant = "share.addParticipant"
    case shareRemoveParticipant = "share.removeParticipant"
    case shareSetPermission = "share.setPermission"
    case shareSetRole = "share.setRole"
    case shareSetInviting = "share.setInviting"
    case shareSetAccess = "share.setAccess"
    case shareLeave = "share.leave"
    case shareStop = "share.stop"
    case collaborationOffer = "collaboration.offer"
    case collaborationStart = "collaboration.start"
    case collaborationCancel = "collaboration.cancel"
    case collaborationList = "collaboration.list"
    case actionFulfill = "action.fulfill"
    case actionFail = "action.fail"
    case appRegister = "app.register"
    case appGet = "app.get"
    case sitePublish = "site.publish"
    case clockNow = "clock.now"
    case clockAdvance = "clock.advance"
    case worldCreate = "world.create"
    case worldReset = "world.reset"
    case worldDelete = "world.delete"
    case worldList = "world.list"
    case faultInject = "fault.inject"
    case faultList = "fault.list"
    case faultClear = "fault.clear"
    case deliveryExplain = "delivery.explain"
    case documentCreate = "document.create"
    case documentList = "document.list"
    case documentGet = "document.get"
    case documentOpen = "document.open"
    case documentClose = "document.close"
    case documentEdit = "document.edit"
    case documentComment = "document.comment"
    case documentRename = "document.rename"
    case documentMove = "document.move"
    case documentDelete = "document.delete"

    /// Who may call it: the one place where the roles' rights stand.
    public var roles: [Role] {
        switch self {
        case .sessionHello, .sessionPing, .sessionFence, .clockNow, .appGet: Role.allCases
        case .conversationCreate, .conversationAddParticipant, .conversationRemoveParticipant, .conversationLeave,
            .conversationRename, .conversationSetPhoto, .conversationMarkRead, .conversationMarkUnread,
            .conversationMute, .conversationPin,
            .conversationTyping, .messageSend, .messageEdit, .messageUnsend, .messageReact, .linkPin, .linkUnpin,
            .linkOpen, .settingsGet, .settingsSet, .consentAnswer, .noticeDismiss, .shareCreate,
            .shareSend, .shareGet, .shareAccept, .highlightHide, .highlightRestore, .attributionShow,
            .shareList, .shareSave, .shareAddParticipant, .shareRemoveParticipant, .shareSetPermission,
            .shareSetRole, .shareSetInviting, .shareSetAccess, .shareLeave, .shareStop, .noticeAnswer:
            [.person]
        case .conversationList, .conversationHistory, .messageSearch, .messageThread, .messageAttachment:
            [.person, .observer]
        case .highlightList: [.person, .app]
        case .postNotice, .clearNotices, .highlightDisplay, .getHighlight, .getCollaborationHighlight,
            .collaborationHighlight, .attributionAttach:
            [.app]
        case .contactAdd, .contactRemove, .contactBlock, .contactUnblock, .contactList, .settingsAudit,
            .deliveryExplain, .linkExplain:
            [.person, .observer]
        case .appRegister, .sitePublish, .clockAdvance, .worldCreate, .worldReset, .worldDelete, .worldList,
            .faultInject,
            .faultList, .faultClear:
            [.observer]
        case .collaborationOffer, .collaborationStart, .collaborationCancel, .collaborationList: [.person]
        case .actionFulfill, .actionFail: [.app]
        case .documentCreate, .documentList, .documentGet, .documentOpen, .documentClose, .documentEdit,
            .documentComment, .documentRename, .documentMove, .documentDelete:
            [.person, .app]
        }
    }

    /// Whether it changes anything that is stored, so that a retry must be known by its `clientID`.
    public var changesTheLog: Bool {
        switch self {
        case .conversationCreate, .conversationAddParticipant, .conversationRemoveParticipant, .conversationLeave,
            .conversationRename, .conversationSetPhoto, .conversationMarkRead, .conversationMarkUnread,
            .conversationMute, .conversationPin,
            .messageSend, .messageEdit, .messageUnsend, .messageReact, .linkPin, .linkUnpin, .contactAdd,
            .contactRemove, .settingsSet, .consentAnswer, .postNotice, .clearNotices, .noticeDismiss, .shareCreate,
            .shareSend, .shareAccept, .appRegister, .highlightHide, .highlightRestore, .highlightDisplay,
            .contactBlock, .contactUnblock, .sitePublish, .linkOpen, .shareSave, .shareAddParticipant,
            .shareRemoveParticipant, .shareSetPermission,
            .shareSetRole, .shareSetInviting, .shareSetAccess, .shareLeave, .shareStop, .noticeAnswer:
            true
        case .collaborationStart, .collaborationCancel, .actionFulfill, .actionFail: true
        case .collaborationOffer, .collaborationList: false
        case .sessionHello, .sessionPing, .sessionFence, .conversationList, .conversationHistory, .messageSearch,
            .messageThread, .messageAttachment, .contactList,
            .settingsGet, .settingsAudit, .highlightList, .getHighlight, .getCollaborationHighlight,
            .collaborationHighlight,
            .attributionAttach, .attributionShow, .shareGet, .clockNow, .clockAdvance, .worldCreate, .worldReset,
            .worldDelete, .worldList, .faultInject, .faultList, .faultClear, .conversationTyping, .deliveryExplain,
            .linkExplain, .appGet, .shareList:
            false
        case .documentCreate, .documentOpen, .documentEdit, .documentComment, .documentRename, .documentMove,
            .documentDelete:
            true
        case .documentList, .documentGet, .documentClose: false
        }
    }
}
