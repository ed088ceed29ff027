#if !canImport(ObjectiveC)
    import Foundation
    import Synchronization

    /// The outcome of a load.
    enum Loaded: Sendable {
        case data(Data)
        case item(Transferred<any NSSecureCoding>)

        /// The bytes; an item of another class than `NSData` is written as Apple's provider writes it.
        func data(typeIdentifier: String, _ completion: @escaping @Sendable (Data?, (any Error)?) -> Void) {
            switch self {
            case .data(let data):
                completion(data, nil)
            case .item(let transferred):
                if let data = transferred.value as? NSData {
                    completion(Data(referencing: data), nil)
                } else if let writing = transferred.value as? any NSItemProviderWriting {
                    _ = writing.loadData(
                        withTypeIdentifier: typeIdentifier, forItemProviderCompletionHandler: completion)
                } else {
                    do {
                        let data = try NSKeyedArchiver.archivedData(
                            withRootObject: transferred.value, requiringSecureCoding: true)
                        completion(data, nil)
                    } catch {
                        completion(nil, error)
                    }
                }
            }
        }
    }

    /// An object that an app has handed to a provider.
    ///
    /// `@unchecked Sendable` holds by the contract of `NSItemProvider`: an app no longer changes an object that it has
    /// registered, and the provider only reads it.
    struct Transferred<Value>: @unchecked Sendable {
        let value: Value
    }

    /// One representation of an item provider.
    struct Representation: Sendable {
        let identifier: String
        let visibility: NSItemProviderRepresentationVisibility
        var fileOptions: NSItemProviderFileOptions = []
        let load: @Sendable (@escaping @Sendable (Loaded?, (any Error)?) -> Void) -> Void

        /// A representation by data.
        init(
            identifier: String, visibility: NSItemProviderRepresentationVisibility,
            data handler: @escaping @Sendable (@escaping @Sendable (Data?, (any Error)?) -> Void) -> Progress?
        ) {
            self.identifier = identifier
            self.visibility = visibility
            load = { completion in
                let first = FirstCall()
                _ = handler { data, error in
                    if first.isFirst() { completion(data.map(Loaded.data), error) }
                }
            }
        }

        /// A representation by an object that exists already.
        init(identifier: String, visibility: NSItemProviderRepresentationVisibility, item: any NSSecureCoding) {
            self.identifier = identifier
            self.visibility = visibility
            let item = Transferred(value: item)
            load = { $0(.item(item), nil) }
        }

        /// A representation by an item that a handler loads.
        init(identifier: String, item handler: @escaping NSItemProvider.LoadHandler) {
            self.identifier = identifier
            visibility = .all
            load = { completion in
                let first = FirstCall()
                handler(
                    { item, error in
                        guard first.isFirst() else { return }
                        completion(item.map { .item(Transferred(value: $0)) }, error)
                    }, nil, nil)
            }
        }
    }

    /// A guard against a handler that calls its completion handler twice.
    private final class FirstCall: Sendable {
        private let called = Mutex(false)

        /// Returns true at the first call.
        func isFirst() -> Bool {
            called.withLock { called in
                defer { called = true }
                return !called
            }
        }
    }
#endif
