public import Foundation
import UnderstudyCloudKit
public import UnderstudyUIKit

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
