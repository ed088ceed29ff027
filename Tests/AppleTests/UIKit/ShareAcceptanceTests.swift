import AppTestKit
import CloudKit
import Testing
import UIKit

/// The share that a person opens, as the delegate of a scene receives it.
@MainActor struct ShareAcceptanceTests {
    /// A delegate that notes what it receives.
    final class Delegate: UIResponder, UIWindowSceneDelegate {
        var launches: [String?] = []
        var accepted: [String] = []

        func scene(
            _ scene: UIScene, willConnectTo session: UISceneSession,
            options connectionOptions: UIScene.ConnectionOptions
        ) {
            launches.append(connectionOptions.cloudKitShareMetadata?.share.url?.absoluteString)
        }

        func windowScene(
            _ windowScene: UIWindowScene, userDidAcceptCloudKitShareWith cloudKitShareMetadata: CKShare.Metadata
        ) {
            accepted.append(cloudKitShareMetadata.share.url?.absoluteString ?? "no link")
        }
    }

    @Test("a share that launches the app is in the options of the scene, and one opened later reaches its delegate")
    func delegateReceivesTheShare() async throws {
        let world = try await TestWorld("Anna", "Bea")
        let plan = try await world.anna.share("Trip plan", in: world.conversation)
        let url = try #require(URL(string: plan.url))
        try await world.bea.running { @MainActor in
            let (launched, running) = (Delegate(), Delegate())
            try await UIApplication().open(with: launched, share: url)
            #expect(launched.launches == [plan.url] && launched.accepted.isEmpty)
            let scene = UIApplication().open(with: running)
            try await scene.openShare(at: url)
            #expect(running.launches == [nil] && running.accepted == [plan.url])
        }
    }

    @Test("a share without access reaches no delegate")
    func foreignShareIsRefused() async throws {
        let world = try await TestWorld("Anna", "Bea", "Carl")
        let talk = try await world.anna.createConversation(with: world.bea)
        let plan = try await world.anna.share("Trip plan", in: talk)
        try await world.carl.running { @MainActor in
            let (app, delegate) = (UIApplication(), Delegate())
            let scene = app.open(with: delegate)
            let url = try #require(URL(string: plan.url))
            await #expect(throws: CKError.self) { try await scene.openShare(at: url) }
            #expect(delegate.accepted.isEmpty)
        }
    }
}
