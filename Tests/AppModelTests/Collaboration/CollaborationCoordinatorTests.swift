import ChatProtocol
import Testing

@testable import AppModel
@testable import TestSupport

/// Tests of the actions that the system requests from an app, and of the app's answers.
struct CollaborationCoordinatorTests {
    final class Handler: CollaborationActionHandler {
        var starts: [StartCollaborationAction] = []
        var updates: [UpdateCollaborationParticipantsAction] = []

        func collaborationCoordinator(
            _ coordinator: CollaborationCoordinator, handle action: StartCollaborationAction
        ) { starts.append(action) }

        func collaborationCoordinator(
            _ coordinator: CollaborationCoordinator, handle action: UpdateCollaborationParticipantsAction
        ) { updates.append(action) }
    }

    private static let options: JSONValue = [
        "groups": [
            [
                "kind": "picker", "identifier": "permission", "selectedOptionIdentifier": "write",
                "options": [
                    ["identifier": "read", "title": "View only", "isSelected": false],
                    ["identifier": "write", "title": "Can edit", "isSelected": true],
                ],
            ],
            [
                "kind": "switches", "identifier": "more", "title": "More",
                "options": [
                    ["identifier": "mentions", "title": "Mentions", "isSelected": true, "requires": ["write"]],
                    ["identifier": "comments", "title": "Comments", "isSelected": false],
                ],
            ],
        ],
        "summary": "Everyone can edit.",
    ]

    private static func start(_ id: String = "a1") -> JSONValue {
        [
            "id": .string(id), "kind": "startCollaboration", "dueAt": "2024-01-01T09:00:10.000Z",
            "metadata": [
                "localIdentifier": "draft-7", "title": "Trip plan", "defaultShareOptions": options,
                "userSelectedShareOptions": options,
            ],
        ]
    }

    private static let update: JSONValue = [
        "id": "a2", "kind": "updateCollaborationParticipants", "dueAt": "2024-01-01T09:00:10.000Z",
        "metadata": [
            "collaborationIdentifier": "trip", "title": "Trip plan",
            "defaultShareOptions": ["groups": [], "summary": ""],
            "userSelectedShareOptions": ["groups": [], "summary": ""],
        ],
        "addedIdentities": [["rootHash": "aa"], ["rootHash": "bb"]], "removedIdentities": [["rootHash": "cc"]],
    ]

    private let stream = CannedStream()

    private func request(_ action: JSONValue) {
        stream.put(.notification(method: "action.requested", params: ["cursor": 1, "action": action]))
    }

    private var asked: [String] {
        stream.asked.map { request in
            let json = JSONWriter.object { request.call.writeMembers(to: &$0) }
            return request.call.method.rawValue + " " + String(decoding: json, as: UTF8.self)
        }
    }

    /// A start action has the metadata and the chosen options (`act-start`, `meta-fields`, `meta-initiator-private`,
    /// `opt-group-picker`, `opt-group-switches`, `opt-required`).
    @Test func aStartCarriesWhatWasChosen() throws {
        let session = try stream.session()
        let coordinator = CollaborationCoordinator()
        let handler = Handler()
        coordinator.actionHandler = handler
        coordinator.serve(session)
        request(Self.start())
        session.turn()
        let action = try #require(handler.starts.first)
        let metadata = action.collaborationMetadata
        #expect(metadata.localIdentifier == "draft-7")
        #expect(metadata.collaborationIdentifier == nil)
        #expect(metadata.title == "Trip plan")
        #expect(metadata.initiatorHandle == nil)
        #expect(metadata.initiatorNameComponents == nil)
        let options = try #require(metadata.userSelectedShareOptions)
        #expect(options.summary == "Everyone can edit.")
        #expect(options.selectedIdentifiers == ["write", "mentions"])
        let picker = try #require(options.optionsGroups.first as? CollaborationOptionsPickerGroup)
        #expect(options.isAvailable(options.optionsGroups[1].options[0]))
        picker.selectedOptionIdentifier = "read"
        #expect(!options.isAvailable(options.optionsGroups[1].options[0]))
        #expect(!action.isComplete)
        action.fulfill(using: "https://notes.example/d/1", collaborationIdentifier: "trip")
        #expect(action.isComplete)
        action.fail()
        #expect(
            asked == [
                #"action.fulfill {"action":"a1","url":"https://notes.example/d/1","collaborationIdentifier":"trip"}"#
            ], "once")
    }

    /// A start action without a link or an identifier is refused and stays open (`act-start`).
    @Test func aStartWithoutALinkIsRefused() throws {
        let session = try stream.session()
        var refusals: [RPCError] = []
        session.onRefusal = { refusals.append($0) }
        let coordinator = CollaborationCoordinator()
        let handler = Handler()
        coordinator.actionHandler = handler
        coordinator.serve(session)
        request(Self.start())
        session.turn()
        let action = try #require(handler.starts.first)
        action.fulfill()
        action.fulfill(using: "https://notes.example/d/1", collaborationIdentifier: "")
        action.fulfill(using: "", collaborationIdentifier: "trip")
        #expect(refusals.count == 3)
        #expect(!action.isComplete)
        #expect(asked.isEmpty)
        action.fail()
        #expect(asked == [#"action.fail {"action":"a1"}"#])
    }

    /// An update action has only identities, and needs no parameters to be fulfilled (`act-participants`).
    @Test func anUpdateNamesIdentities() throws {
        let session = try stream.session()
        let coordinator = CollaborationCoordinator()
        let handler = Handler()
        coordinator.actionHandler = handler
        coordinator.serve(session)
        request(Self.update)
        session.turn()
        let action = try #require(handler.updates.first)
        #expect(action.addedIdentities.map(\.rootHash) == ["aa", "bb"])
        #expect(action.removedIdentities.map(\.rootHash) == ["cc"])
        #expect(action.collaborationMetadata.collaborationIdentifier == "trip")
        action.fulfill()
        #expect(asked == [#"action.fulfill {"action":"a2"}"#])
    }

    /// An action that arrives before the handler is set waits for it. An action that ends before that is not delivered
    /// (`coord-singleton`).
    @Test func actionsWaitForAHandler() throws {
        let session = try stream.session()
        let coordinator = CollaborationCoordinator()
        coordinator.serve(session)
        request(Self.start("a1"))
        request(Self.start("a3"))
        request(Self.start("a1"))
        session.turn()
        #expect(coordinator.waitingActions.map(\.uuid) == ["a1", "a3"], "told twice, there once")
        stream.put(.notification(method: "action.ended", params: ["cursor": 3, "action": "a1", "outcome": "timedOut"]))
        session.turn()
        let handler = Handler()
        coordinator.actionHandler = handler
        #expect(handler.starts.map(\.uuid) == ["a3"])
    }

    /// An action that the system has ended needs no answer (`act-contract`).
    @Test func aTimedOutActionIsCompleteAndSendsNoAnswer() throws {
        let session = try stream.session()
        let coordinator = CollaborationCoordinator()
        let handler = Handler()
        coordinator.actionHandler = handler
        coordinator.serve(session)
        request(Self.start())
        session.turn()
        stream.put(.notification(method: "action.ended", params: ["cursor": 3, "action": "a1", "outcome": "timedOut"]))
        session.turn()
        let action = try #require(handler.starts.first)
        #expect(action.isComplete)
        action.fulfill(using: "https://notes.example/d/1", collaborationIdentifier: "trip")
        #expect(asked.isEmpty)
    }

    @MainActor @Test func thereIsOneForAProgramThatRunsOneApp() {
        #expect(CollaborationCoordinator.shared === CollaborationCoordinator.shared)
    }

    /// The options have the framework's defaults, and a group selects among them (`opt-option`, `opt-selected-rule`,
    /// `opt-group-picker`).
    @Test func optionsHaveTheFrameworksDefaults() {
        let edit = CollaborationOption(title: "Edit", identifier: "edit")
        let read = CollaborationOption(title: "Read", identifier: "read")
        #expect(!edit.isSelected)
        #expect(edit.subtitle.isEmpty)
        #expect(edit.requiredOptionsIdentifiers.isEmpty)
        let picker = CollaborationOptionsPickerGroup(identifier: "p", options: [edit, read])
        #expect(picker.selectedOptionIdentifier == "edit")
        #expect(edit.isSelected)
        read.isSelected = true
        #expect(!read.isSelected, "ignored: the group selects")
        picker.selectedOptionIdentifier = "read"
        #expect(read.isSelected && !edit.isSelected)
        picker.selectedOptionIdentifier = "nothing"
        #expect(picker.selectedOptionIdentifier == "read")
        let first = CollaborationOption(title: "A", identifier: "a")
        let second = CollaborationOption(title: "B", identifier: "b")
        let switches = CollaborationOptionsGroup(identifier: "s", options: [first, second])
        first.isSelected = true
        second.isSelected = true
        #expect(switches.options.allSatisfy { $0.isSelected })
        #expect(
            CollaborationShareOptions(optionsGroups: [picker, switches]).selectedIdentifiers == ["read", "a", "b"])
    }

    /// A draft has only a local identifier (`meta-create`).
    @Test func aDraftHasNoGlobalName() {
        let draft = CollaborationMetadata(localIdentifier: "draft")
        #expect(draft.collaborationIdentifier == nil)
        #expect(draft.title == nil)
        #expect(CollaborationMetadata(collaborationIdentifier: "trip").localIdentifier == nil)
    }
}
