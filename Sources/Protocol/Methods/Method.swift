extension Method {
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
