import ChatProtocol
import Testing

/// Every method reads its own params and refuses other members by name.
struct RequestTests {
    static let good: [(Method, JSONValue)] = [
        (.conversationCreate, ["participants": ["bea"], "name": "Trip"]),
        (.conversationList, ["after": 12, "limit": 50]),
        (.conversationHistory, ["conversation": "c1", "before": "m1", "limit": 200]),
        (.conversationMarkRead, ["conversation": "c1", "through": "m1"]),
        (.conversationAddParticipant, ["conversation": "c1", "handle": "carl"]),
        (.conversationRemoveParticipant, ["conversation": "c1", "handle": "carl"]),
        (.conversationLeave, ["conversation": "c1"]), (.conversationSetPhoto, ["conversation": "c1", "photo": "🏕"]),
        (.conversationRename, ["conversation": "c1", "name": "Trip"]),
        (.conversationMarkUnread, ["conversation": "c1"]), (.conversationMute, ["conversation": "c1", "muted": true]),
        (.conversationPin, ["conversation": "c1", "pinned": true, "place": 1]),
        (.messageSend, ["conversation": "c1", "text": "hi"]),
        (
            .messageSend,
            [
                "conversation": "c1", "text": "hi", "replyTo": "m1",
                "attachment": ["name": "a.txt", "type": "text/plain", "content": "aGk="],
            ]
        ),
        (.messageEdit, ["message": "m1", "text": "hi"]), (.messageUnsend, ["message": "m1"]),
        (.messageDelete, ["messages": ["m1", "m2"]]), (.messageRestore, ["messages": ["m1"]]),
        (.messageErase, ["messages": ["m1"]]),
        (.messageRecentlyDeleted, ["conversation": "c1", "before": "m1", "limit": 200]),
        (.conversationDelete, ["conversation": "c1", "through": "m3"]), (.conversationRestore, ["conversation": "c1"]),
        (.conversationErase, ["conversation": "c1", "runs": [["first": 1, "last": 2]]]),
        (.conversationRecentlyDeleted, [:]),
        (.messageReact, ["message": "m1", "reaction": "heart", "remove": true]),
        (.messageSearch, ["text": "hi", "conversation": "c1", "limit": 200]),
        (.messageThread, ["message": "m1", "after": "m2", "limit": 200]), (.messageAttachment, ["message": "m1"]),
        (.linkPin, ["conversation": "c1", "url": "https://a.example"]),
        (.linkUnpin, ["conversation": "c1", "url": "https://a.example"]), (.contactAdd, ["handle": "bea"]),
        (.contactRemove, ["handle": "bea", "person": "anna"]), (.contactList, ["person": "anna"]), (.settingsGet, [:]),
        (.settingsAudit, ["person": "anna", "app": "a", "limit": 1_000]),
        (.settingsSet, ["automaticSharing": ["everywhere": true, "apps": ["a": true], "conversations": ["c": false]]]),
        (
            .settingsSet,
            ["readReceipts": ["everywhere": true, "conversations": ["c": false]], "mentionAlerts": false]
        ),
        (.consentAnswer, ["consent": "q1", "answer": "notNow"]),
        (.highlightList, ["app": "a", "limit": 1, "after": "h1"]),
        (.highlightCenterPostNotice, ["url": "https://a.example", "event": ["type": "change", "trigger": "edit"]]),
        (.highlightCenterClearNotices, ["url": "https://a.example"]), (.noticeDismiss, ["notice": "n1"]),
        (.shareCreate, ["app": "a", "title": "t", "backend": "file", "access": "public", "permission": "readOnly"]),
        (.shareSend, ["share": "s1", "conversation": "c1", "mode": "collaborate"]), (.shareGet, ["share": "s1"]),
        (.shareAccept, ["url": "https://a.example"]), (.shareRequestAccess, ["url": "https://a.example"]),
        (.shareSend, ["share": "s1", "conversation": "c1", "text": "hi", "mode": "copy"]),
        (.collaborationOffer, ["app": "a", "backend": "custom", "representations": ["file", "text"]]),
        (.collaborationOffer, ["document": "d1"]), (.collaborationOffer, ["share": "s1"]),
        (
            .collaborationStart,
            [
                "app": "a", "title": "t", "conversation": "c1", "mode": "copy", "text": "hi", "backend": "file",
                "options": ["readOnly"], "representations": ["text"], "localIdentifier": "row 7",
            ]
        ),
        (.collaborationStart, ["document": "d1", "conversation": "c1"]),
        (.collaborationCancel, ["start": "b1"]), (.collaborationList, [:]),
        (.actionFulfill, ["action": "x1", "url": "https://a.example", "collaborationIdentifier": "i"]),
        (.actionFail, ["action": "x1", "message": "No"]),
        (
            .appRegister,
            ["app": "a", "name": "A", "domains": ["a.example"], "backends": ["custom"], "capabilities": []]
        ),
        (.activityOffer, ["activities": [["type": "crop", "title": "Crop", "accepts": ["link"]]]]),
        (.activityChoose, ["app": "a", "type": "crop", "url": "https://a.example", "kind": "document"]),
        (.appGet, ["app": "a"]), (.linkOpen, ["url": "https://a.example"]),
        (.linkExplain, ["url": "https://a.example"]),
        (.sitePublish, ["domain": "a.example", "association": ["applinks": [:]]]),
        (.deliveryExplain, ["person": "bea", "about": "m1"]),
        (.contactBlock, ["handle": "bea", "person": "anna"]), (.contactUnblock, ["handle": "bea"]),
        (.highlightHide, ["highlight": "h1"]), (.highlightRestore, ["highlight": "h1"]),
        (.highlightDisplay, ["highlight": "h1", "context": "detail"]),
        (.highlightCenterGetHighlight, ["url": "https://a.example"]),
        (.highlightCenterGetCollaborationHighlight, ["url": "https://a.example"]),
        (.highlightCenterCollaborationHighlight, ["collaborationIdentifier": "s1"]),
        (.highlightCenterPostNotice, ["url": "https://a.example", "event": ["type": "mention", "identity": "f00"]]),
        (.identitySign, ["url": "https://a.example", "data": "AAAA"]), (.identityChallenge, [:]),
        (
            .identityProve,
            [
                "document": "d1", "challenge": "AAAA",
                "proof": [
                    "publicKey": "BA==", "publicKeyIndex": 7, "inclusionHashes": ["AAAA"], "signatureData": "MA==",
                ],
            ]
        ),
        (.noticeAnswer, ["notice": "n1", "action": "add"]),
        (.shareList, ["conversation": "c1"]), (.shareLeave, ["share": "s1"]),
        (.shareStop, ["url": "https://a.example"]),
        (
            .shareSave,
            [
                "share": "s1", "revision": 2, "title": "t", "access": "private", "permission": "readOnly",
                "allowsInviting": true, "add": [["handle": "bea", "permission": "readOnly", "role": "administrator"]],
                "remove": ["carl"], "permissions": [["handle": "dora", "permission": "readWrite"]], "sendLink": true,
            ]
        ),
        (.shareAddParticipant, ["share": "s1", "handle": "bea", "permission": "readOnly", "revision": 1]),
        (.shareRemoveParticipant, ["url": "https://a.example", "handles": ["bea", "carl"]]),
        (.shareSetPermission, ["share": "s1", "permission": "readOnly", "handle": "bea"]),
        (.shareSetRole, ["share": "s1", "handle": "bea", "role": "administrator"]),
        (.shareSetInviting, ["share": "s1", "allowsInviting": true]),
        (.shareSetAccess, ["share": "s1", "access": "private", "handles": ["bea"]]),
        (.documentCreate, ["app": "a", "title": "t", "text": "x", "url": "https://a.example"]),
        (.documentList, ["app": "a", "after": "d1"]), (.documentGet, ["document": "d1"]),
        (.documentOpen, ["url": "https://a.example"]),
        (.documentEdit, ["document": "d1", "text": "", "revision": 0]),
        (.documentComment, ["url": "https://a.example", "text": "x"]),
        (.documentRename, ["document": "d1", "title": "t"]), (.documentMove, ["document": "d1", "folder": "f"]),
        (.documentDelete, ["document": "d1"]), (.documentClose, ["document": "d1"]),
        (.sessionHello, ["role": "app", "app": "a", "handle": "anna", "world": "w", "after": 3, "token": "t"]),
        (.sessionPing, [:]), (.rpcDiscover, [:]), (.sessionFence, [:]), (.clockNow, [:]),
        (.clockAdvance, ["milliseconds": 1]),
        (.clockAdvance, ["until": "settled"]), (.worldCreate, ["world": "w", "clock": "real", "seed": 7]),
        (.worldReset, ["world": "w"]), (.worldDelete, ["world": "w"]), (.worldList, [:]),
        (
            .faultInject,
            ["on": ["notification": "typing", "to": "bea", "nth": 2], "do": "delay", "milliseconds": 5]
        ),
        (.faultInject, ["on": ["device": 2, "percent": 50], "do": "drop"]), (.faultList, [:]),
        (.faultClear, ["fault": "f1"]), (.conversationTyping, ["conversation": "c1", "typing": true]),
        (.attributionAttach, ["highlight": "h1", "context": "detail"]), (.attributionShow, ["attribution": "t"]),
        (
            .journalList,
            [
                "kind": "silence", "person": "bea", "role": "person", "app": "a", "event": "notice.posted",
                "url": "https://a.example", "after": 3, "number": 2, "limit": 10,
            ]
        ),
        (.journalVerify, ["person": "bea", "event": "message.send", "count": ["exactly": 2]]),
        (.journalVerify, ["count": ["atLeast": 0, "atMost": 2]]),
        (.personList, ["after": "anna", "limit": 10]), (.highlightList, ["person": "bea"]),
        (.shareList, ["person": "bea"]), (.documentList, ["person": "bea"]),
    ]

    /// A request that was read, for the core or for the live session.
    private enum Call: Equatable {
        case core(Request)
        case live(LiveRequest)

        var made: any MethodCall {
            switch self {
            case .core(let request): request
            case .live(let request): request
            }
        }
    }

    private func read(_ method: Method, _ params: JSONValue) throws -> Call {
        try JSONFields.all(of: params) { fields throws(InvalidField) -> Call? in
            if let live = try LiveRequest(method, from: &fields) { return .live(live) }
            return try Request(method, from: &fields).map(Call.core)
        } ?? Call.live(.sessionPing)
    }

    @Test func requestOfEveryMethodIsReadBackAsWritten() throws {
        for (method, params) in Self.good {
            let call = try read(method, params)
            #expect(call.made.method == method)
            let json = JSONWriter.object { call.made.writeMembers(to: &$0) }
            #expect(try read(method, JSONReader.read(json).value) == call, "\(method)")
        }
    }

    private func with(_ params: JSONValue, _ key: String, _ value: JSONValue?) -> JSONValue {
        var members = (params.objectValue?.members ?? []).filter { $0.key != key }
        if let value { members.append(.init(key: key, value: value)) }
        return .object(JSONObject(members))
    }

    @Test func examplesCoverEveryMethod() {
        #expect(Set(Self.good.map(\.0)) == Set(Method.allCases))
    }

    @Test func foreignMembersAndWrongTypesAreRefusedByName() throws {
        for (method, params) in Self.good {
            #expect(try read(method, params).made.method == method)
            let foreign = #expect(throws: InvalidField.self, "\(method)") { try read(method, with(params, "tpyo", 1)) }
            #expect(foreign?.field == "tpyo")
            for member in params.objectValue?.members ?? [] {
                let wrong = #expect(throws: InvalidField.self, "\(method).\(member.key)") {
                    try read(method, with(params, member.key, .number(0.5)))
                }
                #expect(
                    wrong?.field.hasPrefix(member.key) == true, "\(method).\(member.key): \(String(describing: wrong))")
            }
        }
    }

    @Test func missingMembersAreRefusedByName() {
        let needed: [(Method, [String])] = [
            (.conversationCreate, ["participants"]), (.conversationHistory, ["conversation"]),
            (.conversationAddParticipant, ["conversation", "handle"]),
            (.conversationRemoveParticipant, ["conversation", "handle"]), (.conversationLeave, ["conversation"]),
            (.conversationRename, ["conversation", "name"]), (.conversationMarkUnread, ["conversation"]),
            (.conversationMute, ["conversation", "muted"]), (.conversationPin, ["conversation", "pinned"]),
            (.messageSend, ["conversation", "text"]), (.messageEdit, ["message", "text"]),
            (.messageUnsend, ["message"]), (.messageReact, ["message", "reaction"]), (.messageSearch, ["text"]),
            (.messageThread, ["message"]), (.messageAttachment, ["message"]), (.linkPin, ["conversation", "url"]),
            (.contactAdd, ["handle"]),
            (.settingsSet, ["automaticSharing"]), (.consentAnswer, ["consent", "answer"]),
            (.highlightCenterPostNotice, ["url", "event"]),
            (.highlightCenterClearNotices, ["url"]), (.identitySign, ["data"]),
            (.identityProve, ["challenge", "proof"]), (.noticeDismiss, ["notice"]),
            (.shareCreate, ["app", "title"]),
            (.shareSend, ["share", "conversation"]), (.shareGet, ["share"]),
            (.collaborationOffer, ["app"]), (.collaborationStart, ["app", "title", "conversation"]),
            (.collaborationCancel, ["start"]), (.actionFulfill, ["action"]), (.actionFail, ["action"]),
            (.appRegister, ["app", "name", "domains"]),
            (.deliveryExplain, ["person", "about"]), (.noticeAnswer, ["notice", "action"]),
            (.shareAddParticipant, ["share", "handle"]), (.shareSetPermission, ["share", "permission"]),
            (.shareSetRole, ["share", "handle", "role"]), (.shareSetInviting, ["share", "allowsInviting"]),
            (.shareSetAccess, ["share", "access"]), (.shareLeave, ["share"]),
            (.deliveryExplain, ["person", "about"]), (.documentCreate, ["title"]), (.documentGet, ["document"]),
            (.documentEdit, ["document", "text", "revision"]), (.documentComment, ["text"]),
            (.documentRename, ["document", "title"]), (.documentMove, ["document", "folder"]),
            (.documentDelete, ["document"]), (.journalVerify, ["count"]),
        ]
        for (method, keys) in needed {
            guard let params = Self.good.first(where: { $0.0 == method })?.1 else { continue }
            for key in keys {
                for value in [nil, JSONValue.null] {
                    let error = #expect(throws: InvalidField.self, "\(method).\(key)") {
                        try read(method, with(params, key, value))
                    }
                    #expect(error?.field == key)
                }
            }
        }
    }

    @Test(
        arguments: [
            (["event": "notice.postet", "count": ["exactly": 1]], "event"),
            (["event": "typing", "count": ["exactly": 1]], "event"), (["count": [:]], "count.count"),
            (["count": ["exactly": 1, "atMost": 2]], "count.count"),
            (["count": ["atLeast": 3, "atMost": 2]], "count.count"),
            (["count": ["exactly": 10_001]], "count.exactly"),
        ] as [(JSONValue, String)])
    func invalidVerificationIsRefusedByField(_ params: JSONValue, _ field: String) {
        let error = #expect(throws: InvalidField.self) { try read(.journalVerify, params) }
        #expect(error?.field == field)
    }

    @Test(
        arguments: [
            (["type": "change"], "event.trigger"), (["type": "change", "trigger": "created"], "event.trigger"),
            (["type": "nope"], "event.type"), (["type": "mention"], "event.mentioned"),
            (["type": "mention", "mentioned": "bea", "trigger": "edit"], "event.trigger"),
            (["type": "change", "trigger": "edit", "person": "bea"], "event.person"),
            (["type": "persistence", "trigger": "renamed"], "event.title"),
            (["type": "persistence", "trigger": "moved", "title": "x"], "event.title"),
            (["type": "membership", "trigger": "addedCollaborator", "person": "a b"], "event.person"),
        ] as [(JSONValue, String)])
    func invalidHighlightEventIsRefusedByField(_ event: JSONValue, _ field: String) {
        let error = #expect(throws: InvalidField.self) {
            try read(.highlightCenterPostNotice, ["url": "https://a.example", "event": event])
        }
        #expect(error?.field == field)
    }

    @Test func pageSizeOutsideItsLimitsIsRefused() throws {
        let limits = Limits.standard
        #expect(try limits.pageSize(nil) == 50)
        for good in [1, 200] { #expect(try limits.pageSize(good) == good) }
        for bad in [0, -1, 201, .max, .min] {
            let error = #expect(throws: RPCError.self) { try limits.pageSize(bad) }
            #expect(error?.message.contains("limit must be from 1 to 200, and is \(bad)") == true)
        }
    }

    @Test func placeIsAcceptedOnlyInRangeAndWithAPin() throws {
        let params: JSONValue = ["conversation": "c1", "pinned": true]
        for good in [1, 1_000] as [JSONValue] { _ = try read(.conversationPin, with(params, "place", good)) }
        for bad in [0, -1, 1_001] as [JSONValue] {
            #expect(throws: InvalidField.self) { try read(.conversationPin, with(params, "place", bad)) }
        }
        let unpinned: JSONValue = ["conversation": "c1", "pinned": false]
        _ = try read(.conversationPin, unpinned)
        let error = #expect(throws: InvalidField.self) { try read(.conversationPin, with(unpinned, "place", 1)) }
        #expect(error?.field == "place")
    }

    @Test(arguments: ["", "hearts", "Heart", "a", "1", "#", "👍👎", "👍 ", "heart👍"])
    func reactionOtherThanAWordOrOneEmojiIsRefused(_ text: String) {
        let error = #expect(throws: InvalidField.self) {
            try read(.messageReact, ["message": "m1", "reaction": .string(text)])
        }
        #expect(error?.field == "reaction")
    }

    @Test(arguments: ["heart", "question", "👍", "👩‍👩‍👧‍👦", "1️⃣", "🇨🇭"])
    func wordOrOneEmojiIsATapback(_ text: String) throws {
        let params: JSONValue = ["message": "m1", "reaction": .string(text)]
        guard case .core(.messageReact(let request)) = try read(.messageReact, params) else {
            Issue.record("not a tapback")
            return
        }
        #expect(request.reaction.rawValue == text && !request.remove)
    }

    @Test(
        arguments: [
            (["name": "a", "type": "t"], "attachment.content"),
            (["name": "a", "type": "t", "size": 2], "attachment.content"),
            (["name": "a", "type": "t", "content": "aGk"], "attachment.content"),
            (["name": "a", "type": "t", "content": "aGk=", "size": 3], "attachment.size"),
            (["name": "a", "type": "t", "size": 2, "digest": "sha256:00"], "attachment.digest"),
            (["name": "a", "type": "t", "content": "aGk=", "tpyo": 1], "attachment.tpyo"),
            (["type": "t", "content": "aGk="], "attachment.name"),
        ] as [(JSONValue, String)])
    func incompleteAttachmentIsRefusedByField(_ attachment: JSONValue, _ field: String) {
        let error = #expect(throws: InvalidField.self) {
            try read(.messageSend, ["conversation": "c1", "attachment": attachment])
        }
        #expect(error?.field == field)
    }
}
