@_exported public import ChatTestKit
public import Foundation
import Synchronization
import UnderstudyCloudKit
import UnderstudyRuntime
public import UnderstudyUIKit

/// The apps of this process's tests, for the waits of their worlds.
private enum RunningApps {
    private struct Weak { weak var app: RunningApp? }

    private static let all = Mutex<[Weak]>([])

    static func add(_ app: RunningApp) {
        all.withLock { all in
            all.removeAll { $0.app == nil }
            all.append(Weak(app: app))
        }
    }

    static func apps(in world: WorldName, on host: any ClientHost) -> [RunningApp] {
        let apps = all.withLock { $0.compactMap(\.app) }
        return apps.filter { $0.binding.host === host && $0.binding.world == world }
    }
}

extension PersonClient {
    /// Runs code as an app of this person: `SWHighlightCenter()` and the other classes find the app by themselves.
    ///
    ///     try await world.bea.running(world.app) {
    ///         let center = SWHighlightCenter()
    ///         try await world.quiesce()
    ///         #expect(center.highlights.count == 1)
    ///     }
    ///
    /// - Parameter app: The bundle identifier; by default the app of the world.
    /// - Throws: ``ClientFailure`` if the world has no app, and the errors of the code.
    public func running<Value>(
        _ app: AppID? = nil, isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Value
    ) async throws -> Value {
        guard let app = app ?? ownApp else { throw ClientFailure.misused("Name the app that \(handle) runs.") }
        return try await running(app).bound(isolation: isolation, body)
    }

    /// The app on this device. It runs until the device is gone.
    private func running(_ app: AppID) -> RunningApp {
        connection.runningApps.withLock { apps in
            if let known = apps[app] as? RunningApp { return known }
            let new = RunningApp(
                AppBinding(
                    app: app, person: handle, device: connection.device, world: connection.world, host: connection.host)
            )
            RunningApps.add(new)
            apps[app] = new
            return new
        }
    }
}

/// The actions that the apps of a world left open.
public struct OpenActionsError: Error, Sendable, CustomStringConvertible {
    /// One line for each action: its kind, its document, the app and the person.
    public let actions: [String]

    /// The lines.
    public var description: String {
        "These actions were neither fulfilled nor failed:\n" + actions.joined(separator: "\n")
    }
}

extension TestWorld {
    /// Waits until the server has delivered everything, every callback of an app has returned, and no action is open.
    ///
    /// Work that an app's own tasks still have to do is not visible. Virtual time does not pass.
    ///
    /// - Parameter patience: The longest wait for open actions, in real time.
    /// - Throws: ``OpenActionsError`` if actions are still open after that; ``ClientFailure`` if the server does not
    ///   answer.
    public func quiesce(patience: Duration = .seconds(5)) async throws {
        let deadline = ContinuousClock.now + patience
        while true {
            var isQuiet = true
            try await observer.session.fence()
            let apps = RunningApps.apps(in: WorldName(name), on: host)
            for app in apps where !app.isQuiet {
                isQuiet = false
                await app.deliver()
            }
            guard isQuiet else { continue }
            let open = apps.flatMap { app in
                app.openActions.map { "\($0) of \(app.binding.app) as \(app.binding.person)" }
            }
            guard !open.isEmpty else { return }
            guard ContinuousClock.now < deadline else { throw OpenActionsError(actions: open) }
            for app in apps where !app.openActions.isEmpty { await app.answer(before: deadline) }
        }
    }
}

/// The actions of a person who opens an app, for tests.
extension UIApplication {
    /// Opens the app, which connects its first scene.
    @discardableResult
    public func open(with delegate: any UISceneDelegate) -> UIWindowScene {
        connect(UISceneSession(), options: UIScene.ConnectionOptions(), delegate: delegate)
    }

    /// Presses the link of a share while the app does not run: the first scene connects with the share's metadata.
    ///
    /// - Throws: `CKError` if the person has no access to the share.
    @discardableResult
    public func open(with delegate: any UISceneDelegate, share url: URL) async throws -> UIWindowScene {
        let metadata = try await CKContainer.default().shareMetadata(for: url)
        let options = UIScene.ConnectionOptions(cloudKitShareMetadata: metadata)
        return connect(UISceneSession(), options: options, delegate: delegate)
    }

    /// Closes the app's scene.
    public func close(_ scene: UIScene) { disconnect(scene) }
}

extension UIWindowScene {
    /// Presses the link of a share while the app runs: the scene's delegate receives the share's metadata.
    ///
    /// - Throws: `CKError` if the person has no access to the share.
    public func openShare(at url: URL) async throws {
        let metadata = try await CKContainer.default().shareMetadata(for: url)
        (delegate as? any UIWindowSceneDelegate)?.windowScene(self, userDidAcceptCloudKitShareWith: metadata)
    }
}
