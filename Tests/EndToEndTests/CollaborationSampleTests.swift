import AppModel
import ChatConnection
import ChatProtocol
import ChatTestKit
import Testing

final class BoardKeeper: CollaborationActionHandler {
    var letIn: [PersonIdentity] = []

    func collaborationCoordinator(_ coordinator: CollaborationCoordinator, handle action: StartCollaborationAction) {
        let board = action.collaborationMetadata.localIdentifier ?? "new"
        action.fulfill(using: "https://board.example/b/\(board)", collaborationIdentifier: "board-\(board)")
    }

    func collaborationCoordinator(
        _ coordinator: CollaborationCoordinator, handle action: UpdateCollaborationParticipantsAction
    ) {
        letIn.removeAll(where: action.removedIdentities.contains)
        letIn += action.addedIdentities
        action.fulfill()
    }
}

@Test func aBoardIsSharedOnceItsAppLetPeopleIn() throws {
    let server = try EmbeddedServer()
    let observer = ScriptedClient(try server.connect())
    try observer.hello(Hello(.observer(nil)))
    try observer.request("app.register") {
        $0.member("app", "com.example.board")
        $0.member("name", "Board")
        $0.member("domains", ["board.example"])
        $0.member("backends", ["custom"])
    }
    let annasHandle = try #require(Handle("anna"))
    let anna = ScriptedClient(try server.connect())
    try anna.hello(Hello(.person(annasHandle, name: "Anna")))
    let created = try anna.request("conversation.create") { $0.member("participants", ["bea"]) }
    let conversation = try #require(created["conversation"]?["id"]?.stringValue)

    let session = try AppSession(app: AppID("com.example.board"), person: annasHandle, on: server.connect())
    let keeper = BoardKeeper()
    let coordinator = CollaborationCoordinator()
    coordinator.actionHandler = keeper
    coordinator.serve(session)

    try anna.request("collaboration.start") {
        $0.member("app", "com.example.board")
        $0.member("title", "Ideas")
        $0.member("conversation", conversation)
        $0.member("localIdentifier", "7")
    }
    while session.turn() {}

    #expect(keeper.letIn.count == 1)
    let bea = ScriptedClient(try server.connect())
    try bea.hello(Hello(.person(try #require(Handle("bea")), name: "Bea")))
    let history = try bea.request("conversation.history") { $0.member("conversation", conversation) }
    #expect("\(history)".contains("https://board.example/b/7"))
}
