// Written by script/contract: change the contract instead.

/// Every method of the contract.
public enum Method: String, CaseIterable, Sendable, JSONWord {
    /// Logs in. It is the first request of a session.
    case sessionHello = "session.hello"
    /// Returns after everything that the server had already sent to this session.
    case sessionPing = "session.ping"
    /// Returns this contract as an OpenRPC document.
    case rpcDiscover = "rpc.discover"
    /// Returns once all earlier accepted events are on the streams of their recipients, except those that catch up. An
    /// app sees nothing in `pending`.
    case sessionFence = "session.fence"
    /// Begins a conversation that includes the caller. For two people it returns their existing conversation.
    case conversationCreate = "conversation.create"
    /// Returns a page of conversations. The pinned ones come first, in their order; the others follow by newest
    /// message. A deleted conversation that came back is ordered by its return, if that is later. `next` is the `after`
    /// of the next page. A conversation that changes between two pages can be on neither; a notification reports it.
    case conversationList = "conversation.list"
    /// Returns a page of a thread: the entries before an id, oldest first; 50 by default.
    case conversationHistory = "conversation.history"
    /// Adds a person, who does not see earlier messages. In a one-to-one conversation, begins a new group of three.
    case conversationAddParticipant = "conversation.addParticipant"
    /// Removes a person from a group of four or more. Every participant can do this.
    case conversationRemoveParticipant = "conversation.removeParticipant"
    /// Leaves a group of four or more. Returns the conversation with `left`.
    case conversationLeave = "conversation.leave"
    /// Renames a conversation.
    case conversationRename = "conversation.rename"
    /// Sets the photo of a group, which is one emoji, or removes it.
    case conversationSetPhoto = "conversation.setPhoto"
    /// Marks a conversation as read, up to a message or completely.
    case conversationMarkRead = "conversation.markRead"
    /// Marks a conversation as unread until the caller reads it or writes in it.
    case conversationMarkUnread = "conversation.markUnread"
    /// Turns Hide Alerts on or off for the caller.
    case conversationMute = "conversation.mute"
    /// Pins a conversation to the top of the caller's list, or unpins it. `place` 1 is the first place; the default is
    /// the last.
    case conversationPin = "conversation.pin"
    /// Deletes a conversation on all devices of the caller. Its messages stay in Recently Deleted for 30 days
    /// (`unread-mark`). The next message brings it back into the list, and so does a notice that mentions or asks the
    /// caller. Its place among the pinned conversations and its notices are removed; pinned links stay.
    case conversationDelete = "conversation.delete"
    /// Recovers messages of a conversation from Recently Deleted: all of them, or those that were listed.
    case conversationRestore = "conversation.restore"
    /// Deletes messages of a conversation from Recently Deleted: all of them, or those that were listed.
    case conversationErase = "conversation.erase"
    /// Returns the conversations with messages in Recently Deleted, newest deletion first, as many as fit.
    case conversationRecentlyDeleted = "conversation.recentlyDeleted"
    /// Reports that the caller types or stopped typing.
    case conversationTyping = "conversation.typing"
    /// Sends a message. `text` is optional with an attachment. The attachment is `{name, type, content}` with base64
    /// content, or `{name, type, size, digest}`.
    case messageSend = "message.send"
    /// Edits the caller's own message: within 15 minutes, at most five times, and not to an empty text.
    case messageEdit = "message.edit"
    /// Unsends the caller's own message within 2 minutes. A note replaces it, and the log erases its content. A pin of
    /// one of its links keeps that address. `warning` and `keptBy` name people whose old device still shows the
    /// message.
    case messageUnsend = "message.unsend"
    /// Deletes messages of one conversation on all devices of the caller (`swy-delete`). They stay in Recently Deleted
    /// for 30 days (`unread-mark`).
    case messageDelete = "message.delete"
    /// Recovers messages from Recently Deleted to their places; `not_found` if one is missing there.
    case messageRestore = "message.restore"
    /// Deletes messages from Recently Deleted; `not_found` if one is missing there.
    case messageErase = "message.erase"
    /// Returns a page of the deleted messages of a conversation: the messages before an id, oldest first; 50 by
    /// default.
    case messageRecentlyDeleted = "message.recentlyDeleted"
    /// Sets or removes the caller's tapback. A second one replaces the first; the same one removes it.
    case messageReact = "message.react"
    /// Finds messages with all of the given words; the last can be a prefix. Words in quotation marks must be adjacent.
    /// Messages with a pinned link come first, then the newest; 50 by default.
    case messageSearch = "message.search"
    /// Returns the replies of the thread of a message, from its beginning; 50 by default.
    case messageThread = "message.thread"
    /// Returns the attachment of a message with its content.
    case messageAttachment = "message.attachment"
    /// Pins a link for the caller, who can have 5,000 pins.
    case linkPin = "link.pin"
    /// Unpins a link.
    case linkUnpin = "link.unpin"
    /// Opens a link. Its app receives `userActivity` in every session that runs as the caller, or at its next start. If
    /// the answer has no `app`, the link opens in the browser.
    case linkOpen = "link.open"
    /// Returns the app that opens a link, with every step of the decision, the deciding one last.
    case linkExplain = "link.explain"
    /// Adds contacts to a person. An observer names the person.
    case contactAdd = "contact.add"
    /// Removes a contact of a person.
    case contactRemove = "contact.remove"
    /// Returns the contacts of a person and the people they blocked.
    case contactList = "contact.list"
    /// Returns the caller's settings.
    case settingsGet = "settings.get"
    /// Changes the given settings of the caller.
    case settingsSet = "settings.set"
    /// Returns the changes of a person's switches, oldest first, with their causes; the newest 200 by default.
    case settingsAudit = "settings.audit"
    /// Answers a consent request. The first answer from any device counts.
    case consentAnswer = "consent.answer"
    /// Keeps the links of a person off the caller's shelf (`swy-block`). Messages between the two still arrive.
    case contactBlock = "contact.block"
    /// Unblocks a person.
    case contactUnblock = "contact.unblock"
    /// Returns the shelf of a person, or the highlights of an app, in ranked order. A person can ask for one app.
    case highlightList = "highlight.list"
    /// Removes a link from the caller's shelf until it is restored or pinned (`attr-remove`). It also unpins the link.
    case highlightHide = "highlight.hide"
    /// Undoes `highlight.hide`.
    case highlightRestore = "highlight.restore"
    /// Reports that an app shows a highlight. The ranking uses it (`rank-app-feedback`).
    case highlightDisplay = "highlight.display"
    /// Returns the highlight of a link. Errors carry `data.code`: 1 internal, 2 invalid URL, 3 access denied
    /// (`center-errors`).
    case highlightCenterGetHighlight = "highlightCenter.getHighlight"
    /// Returns the highlight of a link to a collaboration, for every person on it, even if their shelf does not list
    /// it.
    case highlightCenterGetCollaborationHighlight = "highlightCenter.getCollaborationHighlight"
    /// Returns the highlight of a collaboration, by its identifier.
    case highlightCenterCollaborationHighlight = "highlightCenter.collaborationHighlight"
    /// Returns an opaque token for the attribution of a highlight. `context` then never changes, and counts as
    /// `highlight.display` (`attr-context-when`). A world keeps the newest 10,000 tokens. It takes no `clientID`.
    case attributionAttach = "attribution.attach"
    /// Returns the people who shared a highlight, newest first, for a token of an app of this person; `not_found` after
    /// the highlight left the list.
    case attributionShow = "attribution.show"
    /// Signs data with the key that this device of the app's person has in a collaboration, and returns the proof that
    /// the key belongs to the person's identity. Eight devices of a person have keys; a ninth is `forbidden`.
    case identitySign = "identity.sign"
    /// Returns a challenge of the app's own server: 32 bytes, for one proof of this person within a minute. Only for an
    /// app with `proofs`.
    case identityChallenge = "identity.challenge"
    /// Shows a proof to the app's own server, which then opens the document to the person. Each step that fails has its
    /// own reason. The challenge is used up in any case.
    case identityProve = "identity.prove"
    /// Posts an event of the app's person. `identity`, a `rootHash`, can replace the handle of a mention or a
    /// membership event.
    case highlightCenterPostNotice = "highlightCenter.postNotice"
    /// Clears the notices about a link after the person saw it in the app.
    case highlightCenterClearNotices = "highlightCenter.clearNotices"
    /// Removes a notice from the banner.
    case noticeDismiss = "notice.dismiss"
    /// Answers a question to the owner with the id of one of its `actions`. An added person without the link receives
    /// it. Fails with `conflict` if the question was answered or closed, or if the person has left or returned.
    case noticeAnswer = "notice.answer"
    /// Shares a document in one save: the caller's document at that link or with that title, or a new one. The default
    /// back end is the app's first, and the default link is on its first domain. If the answer has a `start`, the app
    /// must answer first.
    case shareCreate = "share.create"
    /// Sends the link of a share to a conversation. With `people`, fails with `conflict` if the conversation has other
    /// people. A copy is an attachment `TITLE.txt` or a text, and adds no one to the share.
    case shareSend = "share.send"
    /// Returns a share as the caller sees it, with the conversations that have its link.
    case shareGet = "share.get"
    /// Opens a share and clears its notices. Fails with `conflict` if its document was deleted.
    case shareAccept = "share.accept"
    /// Asks the owner and the administrators of a private share for access, once until they answer. A share that allows
    /// no requests, and one that blocks the caller, are `not_found` like a missing one.
    case shareRequestAccess = "share.requestAccess"
    /// Returns the shares of a person or in a conversation, in order of creation: the newest that fit. Pass the first
    /// one as `before` to get the earlier ones.
    case shareList = "share.list"
    /// Changes a share, all or nothing. `dropped` are the people who lost access because the share became public or
    /// private. `sendLink` sends the link to the invited people, in `conversation`. A share of a deleted document
    /// accepts no new people (`conflict`).
    case shareSave = "share.save"
    /// Invites people. With `sendLink`, also sends them the link.
    case shareAddParticipant = "share.addParticipant"
    /// Removes people from a share.
    case shareRemoveParticipant = "share.removeParticipant"
    /// Sets the permission of some people, or of all who have no permission of their own.
    case shareSetPermission = "share.setPermission"
    /// Makes a person `administrator` or `privateUser`.
    case shareSetRole = "share.setRole"
    /// Allows or forbids participants to add people.
    case shareSetInviting = "share.setInviting"
    /// Makes a share public or private. Public drops the people who have not opened it. Private drops all but the owner
    /// and `handles`, whom it invites again.
    case shareSetAccess = "share.setAccess"
    /// Leaves a share.
    case shareLeave = "share.leave"
    /// Stops sharing with everyone.
    case shareStop = "share.stop"
    /// Returns the content of the share sheet for an item, with the default options. Creates nothing.
    case collaborationOffer = "collaboration.offer"
    /// Sends a draft: `app` and `title` with optional `content`, or `document`. At most 20 drafts wait for the apps of
    /// one person.
    case collaborationStart = "collaboration.start"
    /// Cancels a start that waits for its app.
    case collaborationCancel = "collaboration.cancel"
    /// Returns the starts and changes that wait for the apps of the caller, oldest first.
    case collaborationList = "collaboration.list"
    /// Fulfils an action. `startCollaboration` needs a `url` that opens in the app, and a new
    /// `collaborationIdentifier`. If the server refuses them, the action stays open.
    case actionFulfill = "action.fulfill"
    /// Fails an action. Refused with `conflict` if the action was answered or has ended.
    case actionFail = "action.fail"
    /// Registers an app with its domains, or replaces it; a world has at most 1,000. Defaults: all back ends, all
    /// capabilities, every path. The first of its 100 `previews` that matches a path decides. `menuTitleForHideAction`
    /// must contain Remove or Hide. `warnings` suggest improvements.
    case appRegister = "app.register"
    /// Returns a registered app. An app sees only itself; a person sees no `association`.
    case appGet = "app.get"
    /// Replaces the app's actions on the share sheet, where it runs as this person (`av-custom-when`).
    case activityOffer = "activity.offer"
    /// Chooses an action of an app, which receives `activity.chosen`. Fails with `not_found` if the app does not offer
    /// it for this item.
    case activityChoose = "activity.choose"
    /// Publishes the association file of a domain or of `*.domain`. Null means that the domain serves no file. A world
    /// has at most 1,000. `warnings` name invalid app ids, which are ignored.
    case sitePublish = "site.publish"
    /// Returns the time of the world.
    case clockNow = "clock.now"
    /// Advances a virtual clock by a time or, with `until`, past all pending work.
    case clockAdvance = "clock.advance"
    /// Creates a world. By default its clock is virtual and starts at 2022-09-12T09:00:00.000Z. `seed` (0) seeds its
    /// faults.
    case worldCreate = "world.create"
    /// Empties a world.
    case worldReset = "world.reset"
    /// Deletes a world.
    case worldDelete = "world.delete"
    /// Returns the worlds of a server, by name.
    case worldList = "world.list"
    /// Injects a fault into the delivery of notifications.
    case faultInject = "fault.inject"
    /// Returns the faults of a world, oldest first.
    case faultList = "fault.list"
    /// Removes a fault, or all of them.
    case faultClear = "fault.clear"
    /// Explains if and why a message, notice, highlight, question or link reached a person.
    case deliveryExplain = "delivery.explain"
    /// Returns a page of the events of a world, oldest first; 50 by default. The next page begins `after` the `cursor`
    /// and `number` of this one.
    case journalList = "journal.list"
    /// Compares the number of matching journal entries with an expectation. Returns the verdict with matches, near
    /// misses and rules.
    case journalVerify = "journal.verify"
    /// Returns the people of a world, by handle, with their number of streams; 200 by default.
    case personList = "person.list"
    /// Creates a document that only its owner sees. A person names the app. The default link is on the app's first
    /// domain.
    case documentCreate = "document.create"
    /// Returns the documents that the caller can read, last changed first, without `text` and `comments`. `after` is
    /// the last document of the previous page.
    case documentList = "document.list"
    /// Returns a document. An observer without `person` sees it as its owner does.
    case documentGet = "document.get"
    /// Opens a document until `document.close` or the end of the session. It accepts the share and clears its notices.
    case documentOpen = "document.open"
    /// Closes a document.
    case documentClose = "document.close"
    /// Replaces the text. If it changed after `revision`, fails with `conflict` and the current document in
    /// `data.document`.
    case documentEdit = "document.edit"
    /// Comments on a document; read permission is enough.
    case documentComment = "document.comment"
    /// Renames a document and its share.
    case documentRename = "document.rename"
    /// Moves a document to a folder.
    case documentMove = "document.move"
    /// Deletes a document. Its share stays with `documentDeleted`, and its link becomes free when it is no longer
    /// shared.
    case documentDelete = "document.delete"

    /// Returns the method with a name on the wire; nil if there is none.
    public init?(rawValue: String) {
        switch rawValue.utf8.count {
            case 7:
            switch rawValue {
                case "app.get": self = .appGet
                default: return nil
            }
            case 8:
            switch rawValue {
                case "link.pin": self = .linkPin
                default: return nil
            }
            case 9:
            switch rawValue {
                case "link.open": self = .linkOpen
                case "share.get": self = .shareGet
                case "clock.now": self = .clockNow
                default: return nil
            }
            case 10:
            switch rawValue {
                case "link.unpin": self = .linkUnpin
                case "share.send": self = .shareSend
                case "share.list": self = .shareList
                case "share.save": self = .shareSave
                case "share.stop": self = .shareStop
                case "world.list": self = .worldList
                case "fault.list": self = .faultList
                default: return nil
            }
            case 11:
            switch rawValue {
                case "contact.add": self = .contactAdd
                case "share.leave": self = .shareLeave
                case "action.fail": self = .actionFail
                case "world.reset": self = .worldReset
                case "fault.clear": self = .faultClear
                case "person.list": self = .personList
                default: return nil
            }
            case 12:
            switch rawValue {
                case "session.ping": self = .sessionPing
                case "rpc.discover": self = .rpcDiscover
                case "message.send": self = .messageSend
                case "message.edit": self = .messageEdit
                case "link.explain": self = .linkExplain
                case "contact.list": self = .contactList
                case "settings.get": self = .settingsGet
                case "settings.set": self = .settingsSet
                case "share.create": self = .shareCreate
                case "share.accept": self = .shareAccept
                case "app.register": self = .appRegister
                case "site.publish": self = .sitePublish
                case "world.create": self = .worldCreate
                case "world.delete": self = .worldDelete
                case "fault.inject": self = .faultInject
                case "journal.list": self = .journalList
                case "document.get": self = .documentGet
                default: return nil
            }
            case 13:
            switch rawValue {
                case "session.hello": self = .sessionHello
                case "session.fence": self = .sessionFence
                case "message.erase": self = .messageErase
                case "message.react": self = .messageReact
                case "contact.block": self = .contactBlock
                case "identity.sign": self = .identitySign
                case "notice.answer": self = .noticeAnswer
                case "share.setRole": self = .shareSetRole
                case "clock.advance": self = .clockAdvance
                case "document.list": self = .documentList
                case "document.open": self = .documentOpen
                case "document.edit": self = .documentEdit
                case "document.move": self = .documentMove
                default: return nil
            }
            case 14:
            switch rawValue {
                case "message.unsend": self = .messageUnsend
                case "message.delete": self = .messageDelete
                case "message.search": self = .messageSearch
                case "message.thread": self = .messageThread
                case "contact.remove": self = .contactRemove
                case "settings.audit": self = .settingsAudit
                case "consent.answer": self = .consentAnswer
                case "highlight.list": self = .highlightList
                case "highlight.hide": self = .highlightHide
                case "identity.prove": self = .identityProve
                case "notice.dismiss": self = .noticeDismiss
                case "action.fulfill": self = .actionFulfill
                case "activity.offer": self = .activityOffer
                case "journal.verify": self = .journalVerify
                case "document.close": self = .documentClose
                default: return nil
            }
            case 15:
            switch rawValue {
                case "message.restore": self = .messageRestore
                case "contact.unblock": self = .contactUnblock
                case "share.setAccess": self = .shareSetAccess
                case "activity.choose": self = .activityChoose
                case "document.create": self = .documentCreate
                case "document.rename": self = .documentRename
                case "document.delete": self = .documentDelete
                default: return nil
            }
            case 16:
            switch rawValue {
                case "conversation.pin": self = .conversationPin
                case "attribution.show": self = .attributionShow
                case "delivery.explain": self = .deliveryExplain
                case "document.comment": self = .documentComment
                default: return nil
            }
            case 17:
            switch rawValue {
                case "conversation.list": self = .conversationList
                case "conversation.mute": self = .conversationMute
                case "highlight.restore": self = .highlightRestore
                case "highlight.display": self = .highlightDisplay
                case "share.setInviting": self = .shareSetInviting
                default: return nil
            }
            case 18:
            switch rawValue {
                case "conversation.leave": self = .conversationLeave
                case "conversation.erase": self = .conversationErase
                case "message.attachment": self = .messageAttachment
                case "attribution.attach": self = .attributionAttach
                case "identity.challenge": self = .identityChallenge
                case "collaboration.list": self = .collaborationList
                default: return nil
            }
            case 19:
            switch rawValue {
                case "conversation.create": self = .conversationCreate
                case "conversation.rename": self = .conversationRename
                case "conversation.delete": self = .conversationDelete
                case "conversation.typing": self = .conversationTyping
                case "share.requestAccess": self = .shareRequestAccess
                case "share.setPermission": self = .shareSetPermission
                case "collaboration.offer": self = .collaborationOffer
                case "collaboration.start": self = .collaborationStart
                default: return nil
            }
            case 20:
            switch rawValue {
                case "conversation.history": self = .conversationHistory
                case "conversation.restore": self = .conversationRestore
                case "share.addParticipant": self = .shareAddParticipant
                case "collaboration.cancel": self = .collaborationCancel
                default: return nil
            }
            case 21:
            switch rawValue {
                case "conversation.setPhoto": self = .conversationSetPhoto
                case "conversation.markRead": self = .conversationMarkRead
                default: return nil
            }
            case 23:
            switch rawValue {
                case "conversation.markUnread": self = .conversationMarkUnread
                case "message.recentlyDeleted": self = .messageRecentlyDeleted
                case "share.removeParticipant": self = .shareRemoveParticipant
                default: return nil
            }
            case 26:
            switch rawValue {
                case "highlightCenter.postNotice": self = .highlightCenterPostNotice
                default: return nil
            }
            case 27:
            switch rawValue {
                case "conversation.addParticipant": self = .conversationAddParticipant
                default: return nil
            }
            case 28:
            switch rawValue {
                case "conversation.recentlyDeleted": self = .conversationRecentlyDeleted
                case "highlightCenter.getHighlight": self = .highlightCenterGetHighlight
                case "highlightCenter.clearNotices": self = .highlightCenterClearNotices
                default: return nil
            }
            case 30:
            switch rawValue {
                case "conversation.removeParticipant": self = .conversationRemoveParticipant
                default: return nil
            }
            case 38:
            switch rawValue {
                case "highlightCenter.collaborationHighlight": self = .highlightCenterCollaborationHighlight
                default: return nil
            }
            case 41:
            switch rawValue {
                case "highlightCenter.getCollaborationHighlight": self = .highlightCenterGetCollaborationHighlight
                default: return nil
            }
            default: return nil
        }
    }

    /// The roles that may call it.
    public var roles: [Role] {
        switch self {
            case .sessionHello: [.person, .app, .observer]
            case .sessionPing: [.person, .app, .observer]
            case .rpcDiscover: [.person, .app, .observer]
            case .sessionFence: [.person, .app, .observer]
            case .conversationCreate: [.person]
            case .conversationList: [.person, .observer]
            case .conversationHistory: [.person, .observer]
            case .conversationAddParticipant: [.person]
            case .conversationRemoveParticipant: [.person]
            case .conversationLeave: [.person]
            case .conversationRename: [.person]
            case .conversationSetPhoto: [.person]
            case .conversationMarkRead: [.person]
            case .conversationMarkUnread: [.person]
            case .conversationMute: [.person]
            case .conversationPin: [.person]
            case .conversationDelete: [.person]
            case .conversationRestore: [.person]
            case .conversationErase: [.person]
            case .conversationRecentlyDeleted: [.person]
            case .conversationTyping: [.person]
            case .messageSend: [.person]
            case .messageEdit: [.person]
            case .messageUnsend: [.person]
            case .messageDelete: [.person]
            case .messageRestore: [.person]
            case .messageErase: [.person]
            case .messageRecentlyDeleted: [.person]
            case .messageReact: [.person]
            case .messageSearch: [.person, .observer]
            case .messageThread: [.person, .observer]
            case .messageAttachment: [.person, .observer]
            case .linkPin: [.person]
            case .linkUnpin: [.person]
            case .linkOpen: [.person]
            case .linkExplain: [.person, .observer]
            case .contactAdd: [.person, .observer]
            case .contactRemove: [.person, .observer]
            case .contactList: [.person, .observer]
            case .settingsGet: [.person]
            case .settingsSet: [.person]
            case .settingsAudit: [.person, .observer]
            case .consentAnswer: [.person]
            case .contactBlock: [.person, .observer]
            case .contactUnblock: [.person, .observer]
            case .highlightList: [.person, .app, .observer]
            case .highlightHide: [.person]
            case .highlightRestore: [.person]
            case .highlightDisplay: [.app]
            case .highlightCenterGetHighlight: [.app]
            case .highlightCenterGetCollaborationHighlight: [.app]
            case .highlightCenterCollaborationHighlight: [.app]
            case .attributionAttach: [.app]
            case .attributionShow: [.person]
            case .identitySign: [.app]
            case .identityChallenge: [.app]
            case .identityProve: [.app]
            case .highlightCenterPostNotice: [.app]
            case .highlightCenterClearNotices: [.app]
            case .noticeDismiss: [.person]
            case .noticeAnswer: [.person]
            case .shareCreate: [.person]
            case .shareSend: [.person]
            case .shareGet: [.person]
            case .shareAccept: [.person]
            case .shareRequestAccess: [.person]
            case .shareList: [.person, .observer]
            case .shareSave: [.person]
            case .shareAddParticipant: [.person]
            case .shareRemoveParticipant: [.person]
            case .shareSetPermission: [.person]
            case .shareSetRole: [.person]
            case .shareSetInviting: [.person]
            case .shareSetAccess: [.person]
            case .shareLeave: [.person]
            case .shareStop: [.person]
            case .collaborationOffer: [.person]
            case .collaborationStart: [.person]
            case .collaborationCancel: [.person]
            case .collaborationList: [.person]
            case .actionFulfill: [.app]
            case .actionFail: [.app]
            case .appRegister: [.observer]
            case .appGet: [.person, .app, .observer]
            case .activityOffer: [.app]
            case .activityChoose: [.person]
            case .sitePublish: [.observer]
            case .clockNow: [.person, .app, .observer]
            case .clockAdvance: [.observer]
            case .worldCreate: [.observer]
            case .worldReset: [.observer]
            case .worldDelete: [.observer]
            case .worldList: [.observer]
            case .faultInject: [.observer]
            case .faultList: [.observer]
            case .faultClear: [.observer]
            case .deliveryExplain: [.person, .observer]
            case .journalList: [.observer]
            case .journalVerify: [.observer]
            case .personList: [.observer]
            case .documentCreate: [.person, .app]
            case .documentList: [.person, .app, .observer]
            case .documentGet: [.person, .app, .observer]
            case .documentOpen: [.person, .app]
            case .documentClose: [.person, .app]
            case .documentEdit: [.person, .app]
            case .documentComment: [.person, .app]
            case .documentRename: [.person, .app]
            case .documentMove: [.person, .app]
            case .documentDelete: [.person, .app]
        }
    }

    /// True if it changes stored state: the server then recognizes a retry by its `clientID`.
    public var changesTheLog: Bool {
        switch self {
            case .sessionHello: false
            case .sessionPing: false
            case .rpcDiscover: false
            case .sessionFence: false
            case .conversationCreate: true
            case .conversationList: false
            case .conversationHistory: false
            case .conversationAddParticipant: true
            case .conversationRemoveParticipant: true
            case .conversationLeave: true
            case .conversationRename: true
            case .conversationSetPhoto: true
            case .conversationMarkRead: true
            case .conversationMarkUnread: true
            case .conversationMute: true
            case .conversationPin: true
            case .conversationDelete: true
            case .conversationRestore: true
            case .conversationErase: true
            case .conversationRecentlyDeleted: false
            case .conversationTyping: false
            case .messageSend: true
            case .messageEdit: true
            case .messageUnsend: true
            case .messageDelete: true
            case .messageRestore: true
            case .messageErase: true
            case .messageRecentlyDeleted: false
            case .messageReact: true
            case .messageSearch: false
            case .messageThread: false
            case .messageAttachment: false
            case .linkPin: true
            case .linkUnpin: true
            case .linkOpen: true
            case .linkExplain: false
            case .contactAdd: true
            case .contactRemove: true
            case .contactList: false
            case .settingsGet: false
            case .settingsSet: true
            case .settingsAudit: false
            case .consentAnswer: true
            case .contactBlock: true
            case .contactUnblock: true
            case .highlightList: false
            case .highlightHide: true
            case .highlightRestore: true
            case .highlightDisplay: true
            case .highlightCenterGetHighlight: false
            case .highlightCenterGetCollaborationHighlight: false
            case .highlightCenterCollaborationHighlight: false
            case .attributionAttach: false
            case .attributionShow: false
            case .identitySign: true
            case .identityChallenge: false
            case .identityProve: true
            case .highlightCenterPostNotice: true
            case .highlightCenterClearNotices: true
            case .noticeDismiss: true
            case .noticeAnswer: true
            case .shareCreate: true
            case .shareSend: true
            case .shareGet: false
            case .shareAccept: true
            case .shareRequestAccess: true
            case .shareList: false
            case .shareSave: true
            case .shareAddParticipant: true
            case .shareRemoveParticipant: true
            case .shareSetPermission: true
            case .shareSetRole: true
            case .shareSetInviting: true
            case .shareSetAccess: true
            case .shareLeave: true
            case .shareStop: true
            case .collaborationOffer: false
            case .collaborationStart: true
            case .collaborationCancel: true
            case .collaborationList: false
            case .actionFulfill: true
            case .actionFail: true
            case .appRegister: true
            case .appGet: false
            case .activityOffer: true
            case .activityChoose: false
            case .sitePublish: true
            case .clockNow: false
            case .clockAdvance: false
            case .worldCreate: false
            case .worldReset: false
            case .worldDelete: false
            case .worldList: false
            case .faultInject: false
            case .faultList: false
            case .faultClear: false
            case .deliveryExplain: false
            case .journalList: false
            case .journalVerify: false
            case .personList: false
            case .documentCreate: true
            case .documentList: false
            case .documentGet: false
            case .documentOpen: true
            case .documentClose: false
            case .documentEdit: true
            case .documentComment: true
            case .documentRename: true
            case .documentMove: true
            case .documentDelete: true
        }
    }
}

/// A request with its params, which the core decides.
public indirect enum Request: Sendable, Equatable, MethodCall {
    /// Begins a conversation that includes the caller. For two people it returns their existing conversation.
    case conversationCreate(CreateConversation)
    /// Adds a person, who does not see earlier messages. In a one-to-one conversation, begins a new group of three.
    case conversationAddParticipant(ChangeParticipant)
    /// Removes a person from a group of four or more. Every participant can do this.
    case conversationRemoveParticipant(ChangeParticipant)
    /// Leaves a group of four or more. Returns the conversation with `left`.
    case conversationLeave(ConversationReference)
    /// Renames a conversation.
    case conversationRename(RenameConversation)
    /// Sets the photo of a group, which is one emoji, or removes it.
    case conversationSetPhoto(SetConversationPhoto)
    /// Marks a conversation as read, up to a message or completely.
    case conversationMarkRead(MarkRead)
    /// Marks a conversation as unread until the caller reads it or writes in it.
    case conversationMarkUnread(ConversationReference)
    /// Turns Hide Alerts on or off for the caller.
    case conversationMute(MuteConversation)
    /// Pins a conversation to the top of the caller's list, or unpins it. `place` 1 is the first place; the default is
    /// the last.
    case conversationPin(PinConversation)
    /// Deletes a conversation on all devices of the caller. Its messages stay in Recently Deleted for 30 days
    /// (`unread-mark`). The next message brings it back into the list, and so does a notice that mentions or asks the
    /// caller. Its place among the pinned conversations and its notices are removed; pinned links stay.
    case conversationDelete(DeleteConversation)
    /// Recovers messages of a conversation from Recently Deleted: all of them, or those that were listed.
    case conversationRestore(EndDeletion)
    /// Deletes messages of a conversation from Recently Deleted: all of them, or those that were listed.
    case conversationErase(EndDeletion)
    /// Returns the conversations with messages in Recently Deleted, newest deletion first, as many as fit.
    case conversationRecentlyDeleted
    /// Sends a message. `text` is optional with an attachment. The attachment is `{name, type, content}` with base64
    /// content, or `{name, type, size, digest}`.
    case messageSend(SendMessage)
    /// Edits the caller's own message: within 15 minutes, at most five times, and not to an empty text.
    case messageEdit(EditMessage)
    /// Unsends the caller's own message within 2 minutes. A note replaces it, and the log erases its content. A pin of
    /// one of its links keeps that address. `warning` and `keptBy` name people whose old device still shows the
    /// message.
    case messageUnsend(MessageReference)
    /// Deletes messages of one conversation on all devices of the caller (`swy-delete`). They stay in Recently Deleted
    /// for 30 days (`unread-mark`).
    case messageDelete(MessageReferences)
    /// Recovers messages from Recently Deleted to their places; `not_found` if one is missing there.
    case messageRestore(MessageReferences)
    /// Deletes messages from Recently Deleted; `not_found` if one is missing there.
    case messageErase(MessageReferences)
    /// Sets or removes the caller's tapback. A second one replaces the first; the same one removes it.
    case messageReact(ReactToMessage)
    /// Pins a link for the caller, who can have 5,000 pins.
    case linkPin(LinkReference)
    /// Unpins a link.
    case linkUnpin(LinkReference)
    /// Opens a link. Its app receives `userActivity` in every session that runs as the caller, or at its next start. If
    /// the answer has no `app`, the link opens in the browser.
    case linkOpen(LinkAddress)
    /// Returns the app that opens a link, with every step of the decision, the deciding one last.
    case linkExplain(LinkAddress)
    /// Adds contacts to a person. An observer names the person.
    case contactAdd(AddContacts)
    /// Removes a contact of a person.
    case contactRemove(ContactChange)
    /// Returns the contacts of a person and the people they blocked.
    case contactList(ListContacts)
    /// Returns the caller's settings.
    case settingsGet
    /// Changes the given settings of the caller.
    case settingsSet(SetSettings)
    /// Returns the changes of a person's switches, oldest first, with their causes; the newest 200 by default.
    case settingsAudit(AuditSettings)
    /// Answers a consent request. The first answer from any device counts.
    case consentAnswer(AnswerConsent)
    /// Keeps the links of a person off the caller's shelf (`swy-block`). Messages between the two still arrive.
    case contactBlock(ContactChange)
    /// Unblocks a person.
    case contactUnblock(ContactChange)
    /// Returns the shelf of a person, or the highlights of an app, in ranked order. A person can ask for one app.
    case highlightList(ListHighlights)
    /// Removes a link from the caller's shelf until it is restored or pinned (`attr-remove`). It also unpins the link.
    case highlightHide(HighlightReference)
    /// Undoes `highlight.hide`.
    case highlightRestore(HighlightReference)
    /// Reports that an app shows a highlight. The ranking uses it (`rank-app-feedback`).
    case highlightDisplay(DisplayHighlight)
    /// Returns the highlight of a link. Errors carry `data.code`: 1 internal, 2 invalid URL, 3 access denied
    /// (`center-errors`).
    case highlightCenterGetHighlight(LinkAddress)
    /// Returns the highlight of a link to a collaboration, for every person on it, even if their shelf does not list
    /// it.
    case highlightCenterGetCollaborationHighlight(LinkAddress)
    /// Returns the highlight of a collaboration, by its identifier.
    case highlightCenterCollaborationHighlight(CollaborationReference)
    /// Signs data with the key that this device of the app's person has in a collaboration, and returns the proof that
    /// the key belongs to the person's identity. Eight devices of a person have keys; a ninth is `forbidden`.
    case identitySign(SignIdentity)
    /// Shows a proof to the app's own server, which then opens the document to the person. Each step that fails has its
    /// own reason. The challenge is used up in any case.
    case identityProve(ProveIdentity)
    /// Posts an event of the app's person. `identity`, a `rootHash`, can replace the handle of a mention or a
    /// membership event.
    case highlightCenterPostNotice(PostNotice)
    /// Clears the notices about a link after the person saw it in the app.
    case highlightCenterClearNotices(LinkAddress)
    /// Removes a notice from the banner.
    case noticeDismiss(NoticeReference)
    /// Answers a question to the owner with the id of one of its `actions`. An added person without the link receives
    /// it. Fails with `conflict` if the question was answered or closed, or if the person has left or returned.
    case noticeAnswer(AnswerNotice)
    /// Shares a document in one save: the caller's document at that link or with that title, or a new one. The default
    /// back end is the app's first, and the default link is on its first domain. If the answer has a `start`, the app
    /// must answer first.
    case shareCreate(CreateShare)
    /// Sends the link of a share to a conversation. With `people`, fails with `conflict` if the conversation has other
    /// people. A copy is an attachment `TITLE.txt` or a text, and adds no one to the share.
    case shareSend(SendShare)
    /// Returns a share as the caller sees it, with the conversations that have its link.
    case shareGet(ShareReference)
    /// Opens a share and clears its notices. Fails with `conflict` if its document was deleted.
    case shareAccept(ShareReference)
    /// Asks the owner and the administrators of a private share for access, once until they answer. A share that allows
    /// no requests, and one that blocks the caller, are `not_found` like a missing one.
    case shareRequestAccess(RequestShareAccess)
    /// Returns the shares of a person or in a conversation, in order of creation: the newest that fit. Pass the first
    /// one as `before` to get the earlier ones.
    case shareList(ListShares)
    /// Changes a share, all or nothing. `dropped` are the people who lost access because the share became public or
    /// private. `sendLink` sends the link to the invited people, in `conversation`. A share of a deleted document
    /// accepts no new people (`conflict`).
    case shareSave(SaveShare)
    /// Invites people. With `sendLink`, also sends them the link.
    case shareAddParticipant(AddShareParticipants)
    /// Removes people from a share.
    case shareRemoveParticipant(RemoveShareParticipants)
    /// Sets the permission of some people, or of all who have no permission of their own.
    case shareSetPermission(SetSharePermission)
    /// Makes a person `administrator` or `privateUser`.
    case shareSetRole(SetShareRole)
    /// Allows or forbids participants to add people.
    case shareSetInviting(SetShareInviting)
    /// Makes a share public or private. Public drops the people who have not opened it. Private drops all but the owner
    /// and `handles`, whom it invites again.
    case shareSetAccess(SetShareAccess)
    /// Leaves a share.
    case shareLeave(ShareReference)
    /// Stops sharing with everyone.
    case shareStop(ShareReference)
    /// Returns the content of the share sheet for an item, with the default options. Creates nothing.
    case collaborationOffer(OfferCollaboration)
    /// Sends a draft: `app` and `title` with optional `content`, or `document`. At most 20 drafts wait for the apps of
    /// one person.
    case collaborationStart(StartCollaboration)
    /// Cancels a start that waits for its app.
    case collaborationCancel(StartReference)
    /// Returns the starts and changes that wait for the apps of the caller, oldest first.
    case collaborationList
    /// Fulfils an action. `startCollaboration` needs a `url` that opens in the app, and a new
    /// `collaborationIdentifier`. If the server refuses them, the action stays open.
    case actionFulfill(FulfillAction)
    /// Fails an action. Refused with `conflict` if the action was answered or has ended.
    case actionFail(FailAction)
    /// Registers an app with its domains, or replaces it; a world has at most 1,000. Defaults: all back ends, all
    /// capabilities, every path. The first of its 100 `previews` that matches a path decides. `menuTitleForHideAction`
    /// must contain Remove or Hide. `warnings` suggest improvements.
    case appRegister(RegisterApp)
    /// Returns a registered app. An app sees only itself; a person sees no `association`.
    case appGet(GetApp)
    /// Replaces the app's actions on the share sheet, where it runs as this person (`av-custom-when`).
    case activityOffer(OfferActivities)
    /// Publishes the association file of a domain or of `*.domain`. Null means that the domain serves no file. A world
    /// has at most 1,000. `warnings` name invalid app ids, which are ignored.
    case sitePublish(PublishSite)
    /// Explains if and why a message, notice, highlight, question or link reached a person.
    case deliveryExplain(ExplainDelivery)
    /// Creates a document that only its owner sees. A person names the app. The default link is on the app's first
    /// domain.
    case documentCreate(CreateDocument)
    /// Returns the documents that the caller can read, last changed first, without `text` and `comments`. `after` is
    /// the last document of the previous page.
    case documentList(ListDocuments)
    /// Returns a document. An observer without `person` sees it as its owner does.
    case documentGet(DocumentReference)
    /// Opens a document until `document.close` or the end of the session. It accepts the share and clears its notices.
    case documentOpen(DocumentReference)
    /// Replaces the text. If it changed after `revision`, fails with `conflict` and the current document in
    /// `data.document`.
    case documentEdit(EditDocument)
    /// Comments on a document; read permission is enough.
    case documentComment(CommentOnDocument)
    /// Renames a document and its share.
    case documentRename(RenameDocument)
    /// Moves a document to a folder.
    case documentMove(MoveDocument)
    /// Deletes a document. Its share stays with `documentDeleted`, and its link becomes free when it is no longer
    /// shared.
    case documentDelete(DocumentReference)

    /// Reads the params of a method; nil for a method that is none of these.
    ///
    /// - Throws: ``InvalidField`` for the first member that is missing or wrong.
    public init?(_ method: Method, from fields: inout JSONFields) throws(InvalidField) {
        switch method {
            case .conversationCreate: self = .conversationCreate(try CreateConversation(from: &fields))
            case .conversationAddParticipant: self = .conversationAddParticipant(try ChangeParticipant(from: &fields))
            case .conversationRemoveParticipant: self = .conversationRemoveParticipant(try ChangeParticipant(from: &fields))
            case .conversationLeave: self = .conversationLeave(try ConversationReference(from: &fields))
            case .conversationRename: self = .conversationRename(try RenameConversation(from: &fields))
            case .conversationSetPhoto: self = .conversationSetPhoto(try SetConversationPhoto(from: &fields))
            case .conversationMarkRead: self = .conversationMarkRead(try MarkRead(from: &fields))
            case .conversationMarkUnread: self = .conversationMarkUnread(try ConversationReference(from: &fields))
            case .conversationMute: self = .conversationMute(try MuteConversation(from: &fields))
            case .conversationPin: self = .conversationPin(try PinConversation(from: &fields))
            case .conversationDelete: self = .conversationDelete(try DeleteConversation(from: &fields))
            case .conversationRestore: self = .conversationRestore(try EndDeletion(from: &fields))
            case .conversationErase: self = .conversationErase(try EndDeletion(from: &fields))
            case .conversationRecentlyDeleted: self = .conversationRecentlyDeleted
            case .messageSend: self = .messageSend(try SendMessage(from: &fields))
            case .messageEdit: self = .messageEdit(try EditMessage(from: &fields))
            case .messageUnsend: self = .messageUnsend(try MessageReference(from: &fields))
            case .messageDelete: self = .messageDelete(try MessageReferences(from: &fields))
            case .messageRestore: self = .messageRestore(try MessageReferences(from: &fields))
            case .messageErase: self = .messageErase(try MessageReferences(from: &fields))
            case .messageReact: self = .messageReact(try ReactToMessage(from: &fields))
            case .linkPin: self = .linkPin(try LinkReference(from: &fields))
            case .linkUnpin: self = .linkUnpin(try LinkReference(from: &fields))
            case .linkOpen: self = .linkOpen(try LinkAddress(from: &fields))
            case .linkExplain: self = .linkExplain(try LinkAddress(from: &fields))
            case .contactAdd: self = .contactAdd(try AddContacts(from: &fields))
            case .contactRemove: self = .contactRemove(try ContactChange(from: &fields))
            case .contactList: self = .contactList(try ListContacts(from: &fields))
            case .settingsGet: self = .settingsGet
            case .settingsSet: self = .settingsSet(try SetSettings(from: &fields))
            case .settingsAudit: self = .settingsAudit(try AuditSettings(from: &fields))
            case .consentAnswer: self = .consentAnswer(try AnswerConsent(from: &fields))
            case .contactBlock: self = .contactBlock(try ContactChange(from: &fields))
            case .contactUnblock: self = .contactUnblock(try ContactChange(from: &fields))
            case .highlightList: self = .highlightList(try ListHighlights(from: &fields))
            case .highlightHide: self = .highlightHide(try HighlightReference(from: &fields))
            case .highlightRestore: self = .highlightRestore(try HighlightReference(from: &fields))
            case .highlightDisplay: self = .highlightDisplay(try DisplayHighlight(from: &fields))
            case .highlightCenterGetHighlight: self = .highlightCenterGetHighlight(try LinkAddress(from: &fields))
            case .highlightCenterGetCollaborationHighlight: self = .highlightCenterGetCollaborationHighlight(try LinkAddress(from: &fields))
            case .highlightCenterCollaborationHighlight: self = .highlightCenterCollaborationHighlight(try CollaborationReference(from: &fields))
            case .identitySign: self = .identitySign(try SignIdentity(from: &fields))
            case .identityProve: self = .identityProve(try ProveIdentity(from: &fields))
            case .highlightCenterPostNotice: self = .highlightCenterPostNotice(try PostNotice(from: &fields))
            case .highlightCenterClearNotices: self = .highlightCenterClearNotices(try LinkAddress(from: &fields))
            case .noticeDismiss: self = .noticeDismiss(try NoticeReference(from: &fields))
            case .noticeAnswer: self = .noticeAnswer(try AnswerNotice(from: &fields))
            case .shareCreate: self = .shareCreate(try CreateShare(from: &fields))
            case .shareSend: self = .shareSend(try SendShare(from: &fields))
            case .shareGet: self = .shareGet(try ShareReference(from: &fields))
            case .shareAccept: self = .shareAccept(try ShareReference(from: &fields))
            case .shareRequestAccess: self = .shareRequestAccess(try RequestShareAccess(from: &fields))
            case .shareList: self = .shareList(try ListShares(from: &fields))
            case .shareSave: self = .shareSave(try SaveShare(from: &fields))
            case .shareAddParticipant: self = .shareAddParticipant(try AddShareParticipants(from: &fields))
            case .shareRemoveParticipant: self = .shareRemoveParticipant(try RemoveShareParticipants(from: &fields))
            case .shareSetPermission: self = .shareSetPermission(try SetSharePermission(from: &fields))
            case .shareSetRole: self = .shareSetRole(try SetShareRole(from: &fields))
            case .shareSetInviting: self = .shareSetInviting(try SetShareInviting(from: &fields))
            case .shareSetAccess: self = .shareSetAccess(try SetShareAccess(from: &fields))
            case .shareLeave: self = .shareLeave(try ShareReference(from: &fields))
            case .shareStop: self = .shareStop(try ShareReference(from: &fields))
            case .collaborationOffer: self = .collaborationOffer(try OfferCollaboration(from: &fields))
            case .collaborationStart: self = .collaborationStart(try StartCollaboration(from: &fields))
            case .collaborationCancel: self = .collaborationCancel(try StartReference(from: &fields))
            case .collaborationList: self = .collaborationList
            case .actionFulfill: self = .actionFulfill(try FulfillAction(from: &fields))
            case .actionFail: self = .actionFail(try FailAction(from: &fields))
            case .appRegister: self = .appRegister(try RegisterApp(from: &fields))
            case .appGet: self = .appGet(try GetApp(from: &fields))
            case .activityOffer: self = .activityOffer(try OfferActivities(from: &fields))
            case .sitePublish: self = .sitePublish(try PublishSite(from: &fields))
            case .deliveryExplain: self = .deliveryExplain(try ExplainDelivery(from: &fields))
            case .documentCreate: self = .documentCreate(try CreateDocument(from: &fields))
            case .documentList: self = .documentList(try ListDocuments(from: &fields))
            case .documentGet: self = .documentGet(try DocumentReference(from: &fields))
            case .documentOpen: self = .documentOpen(try DocumentReference(from: &fields))
            case .documentEdit: self = .documentEdit(try EditDocument(from: &fields))
            case .documentComment: self = .documentComment(try CommentOnDocument(from: &fields))
            case .documentRename: self = .documentRename(try RenameDocument(from: &fields))
            case .documentMove: self = .documentMove(try MoveDocument(from: &fields))
            case .documentDelete: self = .documentDelete(try DocumentReference(from: &fields))
            default: return nil
        }
    }

    /// The method that is called.
    public var method: Method {
        switch self {
            case .conversationCreate: .conversationCreate
            case .conversationAddParticipant: .conversationAddParticipant
            case .conversationRemoveParticipant: .conversationRemoveParticipant
            case .conversationLeave: .conversationLeave
            case .conversationRename: .conversationRename
            case .conversationSetPhoto: .conversationSetPhoto
            case .conversationMarkRead: .conversationMarkRead
            case .conversationMarkUnread: .conversationMarkUnread
            case .conversationMute: .conversationMute
            case .conversationPin: .conversationPin
            case .conversationDelete: .conversationDelete
            case .conversationRestore: .conversationRestore
            case .conversationErase: .conversationErase
            case .conversationRecentlyDeleted: .conversationRecentlyDeleted
            case .messageSend: .messageSend
            case .messageEdit: .messageEdit
            case .messageUnsend: .messageUnsend
            case .messageDelete: .messageDelete
            case .messageRestore: .messageRestore
            case .messageErase: .messageErase
            case .messageReact: .messageReact
            case .linkPin: .linkPin
            case .linkUnpin: .linkUnpin
            case .linkOpen: .linkOpen
            case .linkExplain: .linkExplain
            case .contactAdd: .contactAdd
            case .contactRemove: .contactRemove
            case .contactList: .contactList
            case .settingsGet: .settingsGet
            case .settingsSet: .settingsSet
            case .settingsAudit: .settingsAudit
            case .consentAnswer: .consentAnswer
            case .contactBlock: .contactBlock
            case .contactUnblock: .contactUnblock
            case .highlightList: .highlightList
            case .highlightHide: .highlightHide
            case .highlightRestore: .highlightRestore
            case .highlightDisplay: .highlightDisplay
            case .highlightCenterGetHighlight: .highlightCenterGetHighlight
            case .highlightCenterGetCollaborationHighlight: .highlightCenterGetCollaborationHighlight
            case .highlightCenterCollaborationHighlight: .highlightCenterCollaborationHighlight
            case .identitySign: .identitySign
            case .identityProve: .identityProve
            case .highlightCenterPostNotice: .highlightCenterPostNotice
            case .highlightCenterClearNotices: .highlightCenterClearNotices
            case .noticeDismiss: .noticeDismiss
            case .noticeAnswer: .noticeAnswer
            case .shareCreate: .shareCreate
            case .shareSend: .shareSend
            case .shareGet: .shareGet
            case .shareAccept: .shareAccept
            case .shareRequestAccess: .shareRequestAccess
            case .shareList: .shareList
            case .shareSave: .shareSave
            case .shareAddParticipant: .shareAddParticipant
            case .shareRemoveParticipant: .shareRemoveParticipant
            case .shareSetPermission: .shareSetPermission
            case .shareSetRole: .shareSetRole
            case .shareSetInviting: .shareSetInviting
            case .shareSetAccess: .shareSetAccess
            case .shareLeave: .shareLeave
            case .shareStop: .shareStop
            case .collaborationOffer: .collaborationOffer
            case .collaborationStart: .collaborationStart
            case .collaborationCancel: .collaborationCancel
            case .collaborationList: .collaborationList
            case .actionFulfill: .actionFulfill
            case .actionFail: .actionFail
            case .appRegister: .appRegister
            case .appGet: .appGet
            case .activityOffer: .activityOffer
            case .sitePublish: .sitePublish
            case .deliveryExplain: .deliveryExplain
            case .documentCreate: .documentCreate
            case .documentList: .documentList
            case .documentGet: .documentGet
            case .documentOpen: .documentOpen
            case .documentEdit: .documentEdit
            case .documentComment: .documentComment
            case .documentRename: .documentRename
            case .documentMove: .documentMove
            case .documentDelete: .documentDelete
        }
    }

    /// Appends the params to an object that is begun.
    public func writeMembers(to json: inout JSONWriter) {
        switch self {
            case .conversationCreate(let params): params.writeMembers(to: &json)
            case .conversationAddParticipant(let params): params.writeMembers(to: &json)
            case .conversationRemoveParticipant(let params): params.writeMembers(to: &json)
            case .conversationLeave(let params): params.writeMembers(to: &json)
            case .conversationRename(let params): params.writeMembers(to: &json)
            case .conversationSetPhoto(let params): params.writeMembers(to: &json)
            case .conversationMarkRead(let params): params.writeMembers(to: &json)
            case .conversationMarkUnread(let params): params.writeMembers(to: &json)
            case .conversationMute(let params): params.writeMembers(to: &json)
            case .conversationPin(let params): params.writeMembers(to: &json)
            case .conversationDelete(let params): params.writeMembers(to: &json)
            case .conversationRestore(let params): params.writeMembers(to: &json)
            case .conversationErase(let params): params.writeMembers(to: &json)
            case .conversationRecentlyDeleted: break
            case .messageSend(let params): params.writeMembers(to: &json)
            case .messageEdit(let params): params.writeMembers(to: &json)
            case .messageUnsend(let params): params.writeMembers(to: &json)
            case .messageDelete(let params): params.writeMembers(to: &json)
            case .messageRestore(let params): params.writeMembers(to: &json)
            case .messageErase(let params): params.writeMembers(to: &json)
            case .messageReact(let params): params.writeMembers(to: &json)
            case .linkPin(let params): params.writeMembers(to: &json)
            case .linkUnpin(let params): params.writeMembers(to: &json)
            case .linkOpen(let params): params.writeMembers(to: &json)
            case .linkExplain(let params): params.writeMembers(to: &json)
            case .contactAdd(let params): params.writeMembers(to: &json)
            case .contactRemove(let params): params.writeMembers(to: &json)
            case .contactList(let params): params.writeMembers(to: &json)
            case .settingsGet: break
            case .settingsSet(let params): params.writeMembers(to: &json)
            case .settingsAudit(let params): params.writeMembers(to: &json)
            case .consentAnswer(let params): params.writeMembers(to: &json)
            case .contactBlock(let params): params.writeMembers(to: &json)
            case .contactUnblock(let params): params.writeMembers(to: &json)
            case .highlightList(let params): params.writeMembers(to: &json)
            case .highlightHide(let params): params.writeMembers(to: &json)
            case .highlightRestore(let params): params.writeMembers(to: &json)
            case .highlightDisplay(let params): params.writeMembers(to: &json)
            case .highlightCenterGetHighlight(let params): params.writeMembers(to: &json)
            case .highlightCenterGetCollaborationHighlight(let params): params.writeMembers(to: &json)
            case .highlightCenterCollaborationHighlight(let params): params.writeMembers(to: &json)
            case .identitySign(let params): params.writeMembers(to: &json)
            case .identityProve(let params): params.writeMembers(to: &json)
            case .highlightCenterPostNotice(let params): params.writeMembers(to: &json)
            case .highlightCenterClearNotices(let params): params.writeMembers(to: &json)
            case .noticeDismiss(let params): params.writeMembers(to: &json)
            case .noticeAnswer(let params): params.writeMembers(to: &json)
            case .shareCreate(let params): params.writeMembers(to: &json)
            case .shareSend(let params): params.writeMembers(to: &json)
            case .shareGet(let params): params.writeMembers(to: &json)
            case .shareAccept(let params): params.writeMembers(to: &json)
            case .shareRequestAccess(let params): params.writeMembers(to: &json)
            case .shareList(let params): params.writeMembers(to: &json)
            case .shareSave(let params): params.writeMembers(to: &json)
            case .shareAddParticipant(let params): params.writeMembers(to: &json)
            case .shareRemoveParticipant(let params): params.writeMembers(to: &json)
            case .shareSetPermission(let params): params.writeMembers(to: &json)
            case .shareSetRole(let params): params.writeMembers(to: &json)
            case .shareSetInviting(let params): params.writeMembers(to: &json)
            case .shareSetAccess(let params): params.writeMembers(to: &json)
            case .shareLeave(let params): params.writeMembers(to: &json)
            case .shareStop(let params): params.writeMembers(to: &json)
            case .collaborationOffer(let params): params.writeMembers(to: &json)
            case .collaborationStart(let params): params.writeMembers(to: &json)
            case .collaborationCancel(let params): params.writeMembers(to: &json)
            case .collaborationList: break
            case .actionFulfill(let params): params.writeMembers(to: &json)
            case .actionFail(let params): params.writeMembers(to: &json)
            case .appRegister(let params): params.writeMembers(to: &json)
            case .appGet(let params): params.writeMembers(to: &json)
            case .activityOffer(let params): params.writeMembers(to: &json)
            case .sitePublish(let params): params.writeMembers(to: &json)
            case .deliveryExplain(let params): params.writeMembers(to: &json)
            case .documentCreate(let params): params.writeMembers(to: &json)
            case .documentList(let params): params.writeMembers(to: &json)
            case .documentGet(let params): params.writeMembers(to: &json)
            case .documentOpen(let params): params.writeMembers(to: &json)
            case .documentEdit(let params): params.writeMembers(to: &json)
            case .documentComment(let params): params.writeMembers(to: &json)
            case .documentRename(let params): params.writeMembers(to: &json)
            case .documentMove(let params): params.writeMembers(to: &json)
            case .documentDelete(let params): params.writeMembers(to: &json)
        }
    }
}

/// A request with its params, which the engine answers without a decision of the core: about the session, the
    /// clock and the world, about state that is never stored, and reads.
public indirect enum LiveRequest: Sendable, Equatable, MethodCall {
    /// Logs in. It is the first request of a session.
    case sessionHello(Hello)
    /// Returns after everything that the server had already sent to this session.
    case sessionPing
    /// Returns this contract as an OpenRPC document.
    case rpcDiscover
    /// Returns once all earlier accepted events are on the streams of their recipients, except those that catch up. An
    /// app sees nothing in `pending`.
    case sessionFence
    /// Returns a page of conversations. The pinned ones come first, in their order; the others follow by newest
    /// message. A deleted conversation that came back is ordered by its return, if that is later. `next` is the `after`
    /// of the next page. A conversation that changes between two pages can be on neither; a notification reports it.
    case conversationList(ListConversations)
    /// Returns a page of a thread: the entries before an id, oldest first; 50 by default.
    case conversationHistory(ConversationHistory)
    /// Reports that the caller types or stopped typing.
    case conversationTyping(SetTyping)
    /// Returns a page of the deleted messages of a conversation: the messages before an id, oldest first; 50 by
    /// default.
    case messageRecentlyDeleted(ListDeletedMessages)
    /// Finds messages with all of the given words; the last can be a prefix. Words in quotation marks must be adjacent.
    /// Messages with a pinned link come first, then the newest; 50 by default.
    case messageSearch(SearchMessages)
    /// Returns the replies of the thread of a message, from its beginning; 50 by default.
    case messageThread(ReplyThread)
    /// Returns the attachment of a message with its content.
    case messageAttachment(MessageReference)
    /// Returns an opaque token for the attribution of a highlight. `context` then never changes, and counts as
    /// `highlight.display` (`attr-context-when`). A world keeps the newest 10,000 tokens. It takes no `clientID`.
    case attributionAttach(AttachAttribution)
    /// Returns the people who shared a highlight, newest first, for a token of an app of this person; `not_found` after
    /// the highlight left the list.
    case attributionShow(AttributionReference)
    /// Returns a challenge of the app's own server: 32 bytes, for one proof of this person within a minute. Only for an
    /// app with `proofs`.
    case identityChallenge
    /// Chooses an action of an app, which receives `activity.chosen`. Fails with `not_found` if the app does not offer
    /// it for this item.
    case activityChoose(ChooseActivity)
    /// Returns the time of the world.
    case clockNow
    /// Advances a virtual clock by a time or, with `until`, past all pending work.
    case clockAdvance(AdvanceClock)
    /// Creates a world. By default its clock is virtual and starts at 2022-09-12T09:00:00.000Z. `seed` (0) seeds its
    /// faults.
    case worldCreate(CreateWorld)
    /// Empties a world.
    case worldReset(WorldReference)
    /// Deletes a world.
    case worldDelete(WorldReference)
    /// Returns the worlds of a server, by name.
    case worldList
    /// Injects a fault into the delivery of notifications.
    case faultInject(InjectFault)
    /// Returns the faults of a world, oldest first.
    case faultList
    /// Removes a fault, or all of them.
    case faultClear(FaultReference)
    /// Returns a page of the events of a world, oldest first; 50 by default. The next page begins `after` the `cursor`
    /// and `number` of this one.
    case journalList(ListJournal)
    /// Compares the number of matching journal entries with an expectation. Returns the verdict with matches, near
    /// misses and rules.
    case journalVerify(VerifyJournal)
    /// Returns the people of a world, by handle, with their number of streams; 200 by default.
    case personList(ListPeople)
    /// Closes a document.
    case documentClose(DocumentReference)

    /// Reads the params of a method; nil for a method that is none of these.
    ///
    /// - Throws: ``InvalidField`` for the first member that is missing or wrong.
    public init?(_ method: Method, from fields: inout JSONFields) throws(InvalidField) {
        switch method {
            case .sessionHello: self = .sessionHello(try Hello(from: &fields))
            case .sessionPing: self = .sessionPing
            case .rpcDiscover: self = .rpcDiscover
            case .sessionFence: self = .sessionFence
            case .conversationList: self = .conversationList(try ListConversations(from: &fields))
            case .conversationHistory: self = .conversationHistory(try ConversationHistory(from: &fields))
            case .conversationTyping: self = .conversationTyping(try SetTyping(from: &fields))
            case .messageRecentlyDeleted: self = .messageRecentlyDeleted(try ListDeletedMessages(from: &fields))
            case .messageSearch: self = .messageSearch(try SearchMessages(from: &fields))
            case .messageThread: self = .messageThread(try ReplyThread(from: &fields))
            case .messageAttachment: self = .messageAttachment(try MessageReference(from: &fields))
            case .attributionAttach: self = .attributionAttach(try AttachAttribution(from: &fields))
            case .attributionShow: self = .attributionShow(try AttributionReference(from: &fields))
            case .identityChallenge: self = .identityChallenge
            case .activityChoose: self = .activityChoose(try ChooseActivity(from: &fields))
            case .clockNow: self = .clockNow
            case .clockAdvance: self = .clockAdvance(try AdvanceClock(from: &fields))
            case .worldCreate: self = .worldCreate(try CreateWorld(from: &fields))
            case .worldReset: self = .worldReset(try WorldReference(from: &fields))
            case .worldDelete: self = .worldDelete(try WorldReference(from: &fields))
            case .worldList: self = .worldList
            case .faultInject: self = .faultInject(try InjectFault(from: &fields))
            case .faultList: self = .faultList
            case .faultClear: self = .faultClear(try FaultReference(from: &fields))
            case .journalList: self = .journalList(try ListJournal(from: &fields))
            case .journalVerify: self = .journalVerify(try VerifyJournal(from: &fields))
            case .personList: self = .personList(try ListPeople(from: &fields))
            case .documentClose: self = .documentClose(try DocumentReference(from: &fields))
            default: return nil
        }
    }

    /// The method that is called.
    public var method: Method {
        switch self {
            case .sessionHello: .sessionHello
            case .sessionPing: .sessionPing
            case .rpcDiscover: .rpcDiscover
            case .sessionFence: .sessionFence
            case .conversationList: .conversationList
            case .conversationHistory: .conversationHistory
            case .conversationTyping: .conversationTyping
            case .messageRecentlyDeleted: .messageRecentlyDeleted
            case .messageSearch: .messageSearch
            case .messageThread: .messageThread
            case .messageAttachment: .messageAttachment
            case .attributionAttach: .attributionAttach
            case .attributionShow: .attributionShow
            case .identityChallenge: .identityChallenge
            case .activityChoose: .activityChoose
            case .clockNow: .clockNow
            case .clockAdvance: .clockAdvance
            case .worldCreate: .worldCreate
            case .worldReset: .worldReset
            case .worldDelete: .worldDelete
            case .worldList: .worldList
            case .faultInject: .faultInject
            case .faultList: .faultList
            case .faultClear: .faultClear
            case .journalList: .journalList
            case .journalVerify: .journalVerify
            case .personList: .personList
            case .documentClose: .documentClose
        }
    }

    /// Appends the params to an object that is begun.
    public func writeMembers(to json: inout JSONWriter) {
        switch self {
            case .sessionHello(let params): params.writeMembers(to: &json)
            case .sessionPing: break
            case .rpcDiscover: break
            case .sessionFence: break
            case .conversationList(let params): params.writeMembers(to: &json)
            case .conversationHistory(let params): params.writeMembers(to: &json)
            case .conversationTyping(let params): params.writeMembers(to: &json)
            case .messageRecentlyDeleted(let params): params.writeMembers(to: &json)
            case .messageSearch(let params): params.writeMembers(to: &json)
            case .messageThread(let params): params.writeMembers(to: &json)
            case .messageAttachment(let params): params.writeMembers(to: &json)
            case .attributionAttach(let params): params.writeMembers(to: &json)
            case .attributionShow(let params): params.writeMembers(to: &json)
            case .identityChallenge: break
            case .activityChoose(let params): params.writeMembers(to: &json)
            case .clockNow: break
            case .clockAdvance(let params): params.writeMembers(to: &json)
            case .worldCreate(let params): params.writeMembers(to: &json)
            case .worldReset(let params): params.writeMembers(to: &json)
            case .worldDelete(let params): params.writeMembers(to: &json)
            case .worldList: break
            case .faultInject(let params): params.writeMembers(to: &json)
            case .faultList: break
            case .faultClear(let params): params.writeMembers(to: &json)
            case .journalList(let params): params.writeMembers(to: &json)
            case .journalVerify(let params): params.writeMembers(to: &json)
            case .personList(let params): params.writeMembers(to: &json)
            case .documentClose(let params): params.writeMembers(to: &json)
        }
    }
}
