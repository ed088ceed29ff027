import ChatProtocol
import Testing

/// Every method reads its own params and refuses, by name, what is not among them.
struct RequestTests {
    static let good: [(Method, JSONValue)] = [
        (.conversationCreate, ["participants": ["bea"], "name": "Trip"]), (.conversationList, [:]),
        (.conversationHistory, ["conversation": "c1", "before": "m1", "limit": 200]),
        (.conversationMarkRead, ["conversation": "c1", "through": "m1"]),
        (.messageSend, ["conversation": "c1", "text": "hi"]),
        (.linkPin, ["conversation": "c1", "url": "https://a.example"]),
        (.linkUnpin, ["conversation": "c1", "url": "https://a.example"]), (.contactAdd, ["handle": "bea"]),
        (.contactRemove, ["handle": "bea", "person": "anna"]), (.contactList, ["person": "anna"]), (.settingsGet, [:]),
        (.settingsSet, ["automaticSharing": ["everywhere": true, "apps": ["a": true], "conversations": ["c": false]]]),
        (.consentAnswer, ["consent": "q1", "answer": "notNow"]),
        (.highlightList, ["app": "a", "limit": 1, "after": "h1"]),
        (.postNotice, ["url": "https://a.example", "event": ["type": "change", "trigger": "edit"]]),
        (.clearNotices, ["url": "https://a.example"]), (.noticeDismiss, ["notice": "n1"]),
        (.shareCreate, ["app": "a", "title": "t", "backend": "file", "access": "public", "permission": "readOnly"]),
        (.shareSend, ["share": "s1", "conversation": "c1", "mode": "collaborate"]), (.shareGet, ["share": "s1"]),
        (.shareAccept, ["url": "https://a.example"]),
        (
            .appRegister,
            ["app": "a", "name": "A", "domains": ["a.example"], "backends": ["custom"], "capabilities": []]
        ),
        (.deliveryExplain, ["person": "bea", "about": "m1"]),
    ]

    private func read(_ method: Method, _ params: JSONValue) throws -> Request? {
        var fields = try JSONFields(params)
        let request = try Request(method, from: &fields, caller: Handle("anna"), limits: .standard)
        try fields.finish()
        return request
    }

    private func with(_ params: JSONValue, _ key: String, _ value: JSONValue?) -> JSONValue {
        var members = (params.objectValue?.members ?? []).filter { $0.key != key }
        if let value { members.append(.init(key: key, value: value)) }
        return .object(JSONObject(members))
    }

    @Test func everyMethodIsTried() {
        let others: Set<Method> = [
            .sessionHello, .sessionPing, .sessionFence, .clockNow, .clockAdvance, .worldCreate, .worldReset,
            .worldDelete, .worldList, .faultInject, .faultList, .faultClear, .conversationTyping,
        ]
        #expect(Set(Self.good.map(\.0)).union(others) == Set(Method.allCases))
    }

    @Test func foreignMembersAndWrongTypesAreRefusedByName() throws {
        for (method, params) in Self.good {
            #expect(try read(method, params) != nil, "\(method)")
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
            (.messageSend, ["conversation", "text"]), (.linkPin, ["conversation", "url"]), (.contactAdd, ["handle"]),
            (.settingsSet, ["automaticSharing"]), (.consentAnswer, ["consent", "answer"]),
            (.postNotice, ["url", "event"]),
            (.clearNotices, ["url"]), (.noticeDismiss, ["notice"]), (.shareCreate, ["app", "title"]),
            (.shareSend, ["share", "conversation"]), (.shareGet, ["share"]),
            (.appRegister, ["app", "name", "domains"]),
            (.deliveryExplain, ["person", "about"]),
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
            (["type": "change"], "event.trigger"), (["type": "change", "trigger": "created"], "event.trigger"),
            (["type": "nope"], "event.type"), (["type": "mention"], "event.mentioned"),
            (["type": "mention", "mentioned": "bea", "trigger": "edit"], "event.trigger"),
            (["type": "change", "trigger": "edit", "person": "bea"], "event.person"),
            (["type": "persistence", "trigger": "renamed"], "event.title"),
            (["type": "persistence", "trigger": "moved", "title": "x"], "event.title"),
            (["type": "membership", "trigger": "addedCollaborator", "person": "a b"], "event.person"),
        ] as [(JSONValue, String)])
    func anEventWithoutMeaningIsRefused(_ event: JSONValue, _ field: String) {
        let error = #expect(throws: InvalidField.self) {
            try read(.postNotice, ["url": "https://a.example", "event": event])
        }
        #expect(error?.field == field)
    }

    @Test func limitsHoldAtTheNumberAndOnePast() throws {
        let params: JSONValue = ["conversation": "c1"]
        _ = try read(.conversationHistory, with(params, "limit", 200))
        for bad in [0, -1, 201, .integer(.max), .integer(.min)] as [JSONValue] {
            #expect(throws: InvalidField.self) { try read(.conversationHistory, with(params, "limit", bad)) }
        }
    }
}
