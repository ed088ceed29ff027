import ChatProtocol
import Testing

@testable import AppFrameworks
@testable import ChatScreens
@testable import ChatSession
@testable import ChatTerminal
@testable import TestSupport

/// The Invitation screen of an app when the share cannot be saved as it was chosen (`ucs-handler-steps`).
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
        #expect(stage.screen.contains("Owner") && stage.screen.contains("To be invited"))
        stage.sharing.refusals = [:]
        stage.press(.character("d"))
        #expect(stage.runtime.state.view.hint == "Sharing is saved")
    }
}
