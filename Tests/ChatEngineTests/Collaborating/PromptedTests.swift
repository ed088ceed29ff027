import ChatProtocol
import Testing

@testable import ChatCore
@testable import ChatEngine

/// Changes of participants after a prompt. They wait for the answer of the app.
struct PromptedTests {
    private let board: BoardFixture
    private let share: Share
    private let anna: Handle = "anna"
    private let bea: Handle = "bea"
    private let emil: Handle = "emil"

    init() throws {
        board = try BoardFixture()
        try board.start()
        try board.answerStart()
        try board.letIn()
        share = try #require(board.state.shares.all.first?.share)
    }

    private func prompt(_ id: NoticeID) -> Notice {
        Notice(
            id: id, conversation: "c0", actor: anna, event: .group(.added, person: emil),
            app: share.app, url: share.url, title: share.title, count: 1, text: "", postedAt: board.state.lastAt)
    }

    private func asked() throws -> Draft {
        let draft = Draft(state: board.state)
        _ = try ActionDecisions(draft).requestParticipants(
            of: share, added: [emil], removed: [bea], then: prompt("n1"), by: anna, at: draft.state.lastAt)
        return draft
    }

    private func answer(_ core: Core, _ request: (ActionID) -> Request) throws {
        let id = try #require(core.state.collaborating.actions.first?.id)
        _ = try core.handle(request(id), from: .app(share.app, person: anna), at: core.state.lastAt)
    }

    @Test("a share keeps its participants until the app answers")
    func shareIsUnchangedBeforeTheAnswer() throws {
        let core = Core(try asked())
        #expect(core.state.shares[share.id]?.share.participants == share.participants)
        let action = try #require(ActionViews(core.state).actions(of: share.app, runningAs: anna).first)
        #expect(action.kind == .updateCollaborationParticipants && action.added.count == 1 && action.removed.count == 1)
        #expect(action.removed == [core.state.identities.identity(of: bea, on: share)].compactMap(\.self))
    }

    @Test("a share changes its participants when the app fulfils the action")
    func shareChangesWhenTheAppFulfils() throws {
        let core = Core(try asked())
        let identity = ActionViews(core.state).actions(of: share.app, runningAs: anna).first?.added
        try answer(core) { .actionFulfill(.init(action: $0)) }
        let now = try #require(core.state.shares[share.id]?.share)
        #expect(now.participants.map(\.handle.rawValue).sorted() == ["anna", "carl", "dora", "emil"])
        #expect(
            now.revision == share.revision + 1
                && [core.state.identities.identity(of: emil, on: now)].compactMap(\.self) == identity)
        let facts = core.takeDecided()
        let saved = facts.compactMap { if case .shareSaved(let saved) = $0.event { saved.recipients } else { nil } }
            .last
        #expect(saved?.contains(bea) == true && saved?.contains(emil) == true)
        let rows = facts.compactMap { if case .noticePosted(let posted) = $0.event { posted.notice.text } else { nil } }
        #expect(rows == ["Anna removed Bea from “Ideas”", "Anna added Emil to “Ideas”"])
    }

    @Test("a share keeps its participants if the app fails or does not answer")
    func shareIsUnchangedIfTheAppFails() throws {
        var core = Core(try asked())
        try answer(core) { .actionFail(.init(action: $0)) }
        #expect(core.state.shares[share.id]?.share.participants == share.participants)
        #expect(core.state.collaborating == Collaborating())
        core = Core(try asked())
        core.endByTime(upTo: core.state.lastAt.advanced(byMilliseconds: 10_000))
        #expect(core.state.shares[share.id]?.share.participants == share.participants)
        #expect(core.state.collaborating == Collaborating())
    }

    @Test("two simultaneous actions have different identities for different people")
    func simultaneousActionsHaveDifferentIdentities() throws {
        let draft = try asked()
        _ = try ActionDecisions(draft).requestParticipants(
            of: share, added: ["finn"], removed: [], then: prompt("n2"), by: anna, at: draft.state.lastAt)
        let actions = ActionViews(draft.state).actions(of: share.app, runningAs: anna)
        #expect(actions.count == 2 && actions[0].added != actions[1].added)
    }
}
