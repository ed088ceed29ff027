#if !canImport(ObjectiveC)
    public import Foundation
    import Synchronization

    extension NSItemProvider {
        /// Registers a representation by data, which the handler loads when a receiver asks for it.
        public func registerDataRepresentation(
            forTypeIdentifier typeIdentifier: String, visibility: NSItemProviderRepresentationVisibility,
            loadHandler: @escaping @Sendable (@escaping @Sendable (Data?, (any Error)?) -> Void) -> Progress?
        ) {
            register(Representation(identifier: typeIdentifier, visibility: visibility, data: loadHandler))
        }

        /// Registers a representation by a file, which the handler names when a receiver asks for it.
        public func registerFileRepresentation(
            forTypeIdentifier typeIdentifier: String, fileOptions: NSItemProviderFileOptions = [],
            visibility: NSItemProviderRepresentationVisibility,
            loadHandler: @escaping @Sendable (@escaping @Sendable (URL?, Bool, (any Error)?) -> Void) -> Progress?
        ) {
            var representation = Representation(identifier: typeIdentifier, visibility: visibility) { completion in
                loadHandler { url, _, error in
                    guard let url else { return completion(nil, error) }
                    do {
                        completion(try Data(contentsOf: url), nil)
                    } catch {
                        completion(nil, error)
                    }
                }
            }
            representation.fileOptions = fileOptions
            register(representation)
        }

        /// Registers an item, which the handler loads when a receiver asks for it.
        public func registerItem(forTypeIdentifier typeIdentifier: String, loadHandler: @escaping LoadHandler) {
            register(Representation(identifier: typeIdentifier, item: loadHandler))
        }

        /// Registers the representations that an object can write.
        public func registerObject(
            _ object: any NSItemProviderWriting, visibility: NSItemProviderRepresentationVisibility
        ) {
            let transferred = Transferred(value: object)
            for identifier in object.writableTypeIdentifiersForItemProvider {
                let own = object.itemProviderVisibilityForRepresentation(withTypeIdentifier: identifier)
                registerDataRepresentation(
                    forTypeIdentifier: identifier, visibility: own.rawValue > visibility.rawValue ? own : visibility
                ) { completion in
                    transferred.value.loadData(
                        withTypeIdentifier: identifier, forItemProviderCompletionHandler: completion)
                }
            }
        }

        /// Registers the representations of a class whose object the handler makes when a receiver asks for it.
        public func registerObject(
            ofClass aClass: any NSItemProviderWriting.Type, visibility: NSItemProviderRepresentationVisibility,
            loadHandler:
                @escaping @Sendable (
                    @escaping @Sendable ((any NSItemProviderWriting)?, (any Error)?) -> Void
                ) -> Progress?
        ) {
            for identifier in aClass.writableTypeIdentifiersForItemProvider {
                registerDataRepresentation(forTypeIdentifier: identifier, visibility: visibility) { completion in
                    loadHandler { object, error in
                        guard let object else { return completion(nil, error) }
                        _ = object.loadData(
                            withTypeIdentifier: identifier, forItemProviderCompletionHandler: completion)
                    }
                }
            }
        }

        /// Registers the representations of a Swift type such as `String` or `URL`.
        public func registerObject<T: _ObjectiveCBridgeable>(
            ofClass: T.Type, visibility: NSItemProviderRepresentationVisibility,
            loadHandler: @escaping @Sendable (@escaping @Sendable (T?, (any Error)?) -> Void) -> Progress?
        ) where T: SendableMetatype, T._ObjectiveCType: NSItemProviderWriting & SendableMetatype {
            registerObject(ofClass: T._ObjectiveCType.self, visibility: visibility) { completion in
                loadHandler { value, error in completion(value?._bridgeToObjectiveC(), error) }
            }
        }

        /// Loads the data of the first representation that has the type or a subtype of it.
        @discardableResult
        public func loadDataRepresentation(
            forTypeIdentifier typeIdentifier: String,
            completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
        ) -> Progress {
            load(representation(conformingTo: typeIdentifier)) { loaded, error in
                guard let loaded else { return completionHandler(nil, error) }
                loaded.data(typeIdentifier: typeIdentifier, completionHandler)
            }
        }

        /// Writes the data to a temporary file, which is removed when the handler has returned.
        @discardableResult
        public func loadFileRepresentation(
            forTypeIdentifier typeIdentifier: String,
            completionHandler: @escaping @Sendable (URL?, (any Error)?) -> Void
        ) -> Progress {
            let fallback = ["file", TypeTable.declaration(typeIdentifier)?.extensions.first].compactMap(\.self)
            // A suggested name may come from another person, and must lead to no other folder.
            let suggested = suggestedName.map { URL(fileURLWithPath: $0).lastPathComponent }
            let isName = suggested.map { !["", "/", ".", ".."].contains($0) } ?? false
            let name = isName ? suggested ?? "" : fallback.joined(separator: ".")
            return loadDataRepresentation(forTypeIdentifier: typeIdentifier) { data, error in
                guard let data else { return completionHandler(nil, error) }
                let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
                defer { try? FileManager.default.removeItem(at: folder) }
                do {
                    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                    let file = folder.appendingPathComponent(name)
                    try data.write(to: file)
                    completionHandler(file, nil)
                } catch {
                    completionHandler(nil, error)
                }
            }
        }

        /// Loads an item; a representation by data becomes an `NSData`.
        public func loadItem(
            forTypeIdentifier typeIdentifier: String, options: [AnyHashable: Any]? = nil,
            completionHandler: CompletionHandler? = nil
        ) {
            _ = load(representation(conformingTo: typeIdentifier)) { loaded, error in
                switch loaded {
                case .data(let data): completionHandler?(data as NSData, nil)
                case .item(let transferred): completionHandler?(transferred.value, nil)
                case nil: completionHandler?(nil, error)
                }
            }
        }

        /// Returns true if a representation is of a type that the class can read.
        public func canLoadObject(ofClass aClass: any NSItemProviderReading.Type) -> Bool {
            readableRepresentation(aClass) != nil
        }

        /// Returns true if a representation is of a type that the Swift type can read.
        public func canLoadObject<T: _ObjectiveCBridgeable>(ofClass: T.Type) -> Bool
        where T._ObjectiveCType: NSItemProviderReading {
            canLoadObject(ofClass: T._ObjectiveCType.self)
        }

        /// Makes an object from the first representation that the class can read.
        @discardableResult
        public func loadObject(
            ofClass aClass: any NSItemProviderReading.Type,
            completionHandler: @escaping @Sendable ((any NSItemProviderReading)?, (any Error)?) -> Void
        ) -> Progress {
            guard let identifier = readableRepresentation(aClass)?.identifier else {
                return load(nil) { completionHandler(nil, $1) }
            }
            let aClass = Transferred(value: aClass)
            return loadDataRepresentation(forTypeIdentifier: identifier) { data, error in
                guard let data else { return completionHandler(nil, error) }
                do {
                    completionHandler(
                        try aClass.value.object(withItemProviderData: data, typeIdentifier: identifier), nil)
                } catch {
                    completionHandler(nil, error)
                }
            }
        }

        /// Makes a value of a Swift type such as `String` or `URL`.
        @discardableResult
        public func loadObject<T: _ObjectiveCBridgeable>(
            ofClass: T.Type, completionHandler: @escaping @Sendable (T?, (any Error)?) -> Void
        ) -> Progress where T: SendableMetatype, T._ObjectiveCType: NSItemProviderReading & SendableMetatype {
            loadObject(ofClass: T._ObjectiveCType.self) { object, error in
                guard let object = object as? T._ObjectiveCType else { return completionHandler(nil, error) }
                completionHandler(T._unconditionallyBridgeFromObjectiveC(object), nil)
            }
        }

        /// The first representation, in the order of registration, of a type that the class can read.
        private func readableRepresentation(_ aClass: any NSItemProviderReading.Type) -> Representation? {
            let readable = aClass.readableTypeIdentifiersForItemProvider
            return representations.first { representation in
                readable.contains { TypeTable.conforms(representation.identifier, to: $0) }
            }
        }
    }

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

extension NSItemProvider {
    /// Returns the object of a class; nil if the provider has none.
    package func object<Object: NSItemProviderReading & SendableMetatype>(_ type: Object.Type) async -> Object? {
        guard canLoadObject(ofClass: type) else { return nil }
        return await withCheckedContinuation { continuation in
            _ = loadObject(ofClass: type) { object, _ in
                // The provider has made the object for this call alone.
                nonisolated(unsafe) let object = object as? Object
                continuation.resume(returning: object)
            }
        }
    }
}
