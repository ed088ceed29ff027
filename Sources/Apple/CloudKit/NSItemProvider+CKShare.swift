// `import CloudKit` gives `NSItemProvider`, as on Apple's systems.
@_exported public import UnderstudyFoundation
import UnderstudyRuntime

extension NSItemProvider {
    /// The type identifier of a registered share.
    package static let cloudKitShareTypeIdentifier = "com.apple.CloudKit.share"

    /// Registers a share that the app creates when a person chooses to share.
    ///
    /// - Parameters:
    ///   - container: The container of the share.
    ///   - allowedSharingOptions: The choices that people have.
    ///   - preparationHandler: Creates the share, saves it with its root record, and returns it.
    public func registerCKShare(
        container: CKContainer, allowedSharingOptions: CKAllowedSharingOptions = .standard,
        preparationHandler: @escaping @Sendable () async throws -> CKShare
    ) {
        register(CKShareRegistration(nil, container, allowedSharingOptions, preparationHandler))
    }

    /// Registers a share that is saved.
    ///
    /// - Parameters:
    ///   - share: The share.
    ///   - container: The container of the share.
    ///   - allowedSharingOptions: The choices that people have.
    public func registerCKShare(
        _ share: CKShare, container: CKContainer, allowedSharingOptions: CKAllowedSharingOptions = .standard
    ) {
        register(CKShareRegistration(share, container, allowedSharingOptions) { share })
    }

    private func register(_ registration: CKShareRegistration) {
        registerItem(forTypeIdentifier: Self.cloudKitShareTypeIdentifier) { completion, _, _ in
            completion?(registration, nil)
        }
    }

    /// Returns the registered share; nil if the provider has none.
    package func cloudKitShare() async -> CKShareRegistration? {
        guard registeredTypeIdentifiers.contains(Self.cloudKitShareTypeIdentifier) else { return nil }
        return await withCheckedContinuation { continuation in
            loadItem(forTypeIdentifier: Self.cloudKitShareTypeIdentifier) { item, _ in
                continuation.resume(returning: item as? CKShareRegistration)
            }
        }
    }
}

/// A share in an item provider.
///
/// It is safe to send: it never changes.
package final class CKShareRegistration: NSObject, NSSecureCoding, @unchecked Sendable {
    /// The share; nil if the app creates it later.
    package let share: CKShare?
    /// The container of the share.
    package let container: CKContainer
    /// The choices that people have.
    package let allowedSharingOptions: CKAllowedSharingOptions
    private let preparationHandler: @Sendable () async throws -> CKShare

    init(
        _ share: CKShare?, _ container: CKContainer, _ allowedSharingOptions: CKAllowedSharingOptions,
        _ preparationHandler: @escaping @Sendable () async throws -> CKShare
    ) {
        (self.share, self.container, self.preparationHandler) = (share, container, preparationHandler)
        self.allowedSharingOptions = allowedSharingOptions
    }

    /// Decodes nothing: a handler cannot be archived.
    package required init?(coder: NSCoder) { nil }

    package static var supportsSecureCoding: Bool { true }

    package func encode(with coder: NSCoder) {}

    /// Returns the share. The app creates it if there is none yet, and runs as the app of the container.
    ///
    /// - Throws: The error of the app's handler.
    package func prepare() async throws -> CKShare {
        if let share { return share }
        guard let app = container.app else { return try await preparationHandler() }
        return try await app.bound { try await preparationHandler() }
    }
}
