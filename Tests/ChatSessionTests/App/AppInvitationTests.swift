import ChatProtocol
import Testing

@testable import AppModel
@testable import ChatScreens
@testable import ChatSession
@testable import ChatTerminal
@testable import TestSupport

/// The sharing screens of an app when a share cannot be saved as it was chosen (`ucs-handler-steps`).
struct AppInvitationTests {
    @Test("after a link could not be sent, the People screen offers the people who were named")
    func unsentLinkLeadsToThePeopleScreen() throws {
        var share = CannedShare()
        share.participants = [.init(handle: "bea", role: "owner")]
        let stage = try AppDocumentTests.Stage(share)
        stage.sharing.refusals["share.get"] = RPCError(.notFound, "Nothing there.")
        stage.press(.enter, .character("s"), .enter)
        stage.write("dan")
        stage.press(.enter)
        stage.sharing.refusals = ["share.save": RPCError(.unavailable, "Not now.")]
        stage.press(.character("d"))
        #expect(stage.runtime.state.view.hint == "Not now.")
        #expect(stage.screen.contains("Owner") && stage.screen.contains("Not invited yet"))
        stage.sharing.refusals = [:]
        stage.press(.character("d"))
        #expect(stage.runtime.state.view.hint == "Sharing is saved")
    }

    @Test("a line of people whom the app's own service refuses returns to the field")
    func refusedLineReturnsToTheField() throws {
        var share = CannedShare()
        (share.backend, share.participants) = ("custom", [.init(handle: "bea", role: "owner")])
        let stage = try AppDocumentTests.Stage(share, registration: ["manageTitle": "Manage Board"])
        stage.sharing.refusals["share.save"] = RPCError(.unavailable, "Not now.")
        stage.press(.enter, .character("s"), .down, .enter)
        stage.write("dan emil")
        stage.press(.enter)
        #expect(stage.runtime.state.view.hint == "Not now.")
        #expect(stage.runtime.state.view.editor?.line.text == "dan emil")
        stage.sharing.refusals = [:]
        stage.press(.enter)
        #expect(stage.runtime.state.view.editor == nil)
        #expect(stage.runtime.state.view.hint == "Sharing is saved")
    }
}
