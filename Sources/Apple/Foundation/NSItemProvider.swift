#if !canImport(ObjectiveC)
    import Dispatch
    public import Foundation
    import Synchronization

    /// A promise of data in one or more representations. The handlers run on a background queue, never on the caller's
    /// thread.
    ///
    /// `@unchecked Sendable` holds because the only stored property is a mutex, and `NSObject` itself has no state.
    open class NSItemProvider: NSObject, @unchecked Sendable {
        /// The handler of a loaded item.
        public typealias CompletionHandler = @Sendable ((any NSSecureCoding)?, (any Error)?) -> Void

        /// The handler that loads an item: its arguments are the completion handler, the expected class, and options.
        public typealias LoadHandler = @Sendable (CompletionHandler?, AnyClass?, [AnyHashable: Any]?) -> Void

        /// The domain of the errors that a provider passes to handlers.
        public static let errorDomain = "NSItemProviderErrorDomain"

        /// The codes of the errors that a provider passes to handlers.
        public enum ErrorCode: Int, Sendable {
            case unknownError = -1
            case itemUnavailableError = -1000
            case unexpectedValueClassError = -1100
            case unavailableCoercionError = -1200
        }

        private let state = Mutex(State())

        /// Creates a provider without representations.
        public override init() {
            super.init()
        }

        /// Creates a provider of the representations that an object can write.
        public convenience init(object: any NSItemProviderWriting) {
            self.init()
            registerObject(object, visibility: .all)
        }

        /// Creates a provider of one item. Without an identifier, the item's own class decides.
        public convenience init(item: (any NSSecureCoding)?, typeIdentifier: String?) {
            self.init()
            guard let item else { return }
            if let typeIdentifier {
                register(Representation(identifier: typeIdentifier, visibility: .all, item: item))
            } else if let writing = item as? any NSItemProviderWriting {
                registerObject(writing, visibility: .all)
            } else {
                register(Representation(identifier: "public.data", visibility: .all, item: item))
            }
        }

        /// Creates a provider of a file's data, or of a web address.
        public convenience init?(contentsOf fileURL: URL) {
            guard fileURL.isFileURL, FileManager.default.fileExists(atPath: fileURL.path) else { return nil }
            self.init()
            suggestedName = fileURL.lastPathComponent
            registerFileRepresentation(
                forTypeIdentifier: TypeTable.identifier(extension: fileURL.pathExtension) ?? "public.data",
                visibility: .all
            ) { completion in
                completion(fileURL, false, nil)
                return nil
            }
        }

        /// The name that a receiver may give to the data.
        open var suggestedName: String? {
            get { state.withLock { $0.suggestedName } }
            set { state.withLock { $0.suggestedName = newValue } }
        }

        /// The type identifiers of the representations, in the order of their registration.
        open var registeredTypeIdentifiers: [String] {
            representations.map(\.identifier)
        }

        /// Returns the type identifiers whose file may be handed out in the manner of the options.
        open func registeredTypeIdentifiers(fileOptions: NSItemProviderFileOptions = []) -> [String] {
            representations.filter { $0.fileOptions.isSuperset(of: fileOptions) }.map(\.identifier)
        }

        /// Returns true if a representation has this type or a subtype of it.
        open func hasItemConformingToTypeIdentifier(_ typeIdentifier: String) -> Bool {
            representation(conformingTo: typeIdentifier) != nil
        }

        /// Returns true if a representation has this type or a subtype of it, and the options.
        open func hasRepresentationConforming(
            toTypeIdentifier typeIdentifier: String, fileOptions: NSItemProviderFileOptions = []
        ) -> Bool {
            registeredTypeIdentifiers(fileOptions: fileOptions).contains {
                TypeTable.conforms($0, to: typeIdentifier)
            }
        }

        var representations: [Representation] { state.withLock { $0.representations } }

        /// The first representation of this type or of a subtype of it. An exact match wins.
        func representation(conformingTo typeIdentifier: String) -> Representation? {
            let all = representations
            return all.first { $0.identifier == typeIdentifier }
                ?? all.first { TypeTable.conforms($0.identifier, to: typeIdentifier) }
        }

        /// Adds a representation. It replaces an earlier one of the same type at the earlier one's place.
        func register(_ representation: Representation) {
            state.withLock { state in
                if let index = state.representations.firstIndex(where: { $0.identifier == representation.identifier }) {
                    state.representations[index] = representation
                } else {
                    state.representations.append(representation)
                }
            }
        }

        /// Runs a representation's handler on a queue, and calls back once.
        func load(
            _ representation: Representation?, _ completion: @escaping @Sendable (Loaded?, (any Error)?) -> Void
        ) -> Progress {
            let progress = Progress(totalUnitCount: 1)
            DispatchQueue.global().async {
                guard let representation else {
                    completion(nil, Self.error(.itemUnavailableError))
                    return
                }
                representation.load { loaded, error in
                    progress.completedUnitCount = 1
                    completion(loaded, loaded == nil ? error ?? Self.error(.itemUnavailableError) : nil)
                }
            }
            return progress
        }

        static func error(_ code: ErrorCode) -> NSError {
            NSError(domain: errorDomain, code: code.rawValue)
        }

        private struct State {
            var suggestedName: String?
            var representations: [Representation] = []
        }
    }

    /// The key of an extension item's title in `userInfo`.
    public let NSExtensionItemAttributedTitleKey = "NSExtensionItemAttributedTitleKey"

    /// The key of an extension item's text in `userInfo`.
    public let NSExtensionItemAttributedContentTextKey = "NSExtensionItemAttributedContentTextKey"

    /// The key of an extension item's attachments in `userInfo`.
    public let NSExtensionItemAttachmentsKey = "NSExtensionItemAttachmentsKey"

    /// One item that an app hands to an extension.
    open class NSExtensionItem: NSObject {
        /// The title of the item.
        open var attributedTitle: NSAttributedString?

        /// The text of the item.
        open var attributedContentText: NSAttributedString?

        /// The media of the item.
        open var attachments: [NSItemProvider]?

        /// The values that go with the item.
        open var userInfo: [AnyHashable: Any]? {
            get {
                var info = others
                info[NSExtensionItemAttributedTitleKey] = attributedTitle
                info[NSExtensionItemAttributedContentTextKey] = attributedContentText
                info[NSExtensionItemAttachmentsKey] = attachments
                return info.isEmpty ? nil : info
            }
            set {
                others = newValue ?? [:]
                attributedTitle = others.removeValue(forKey: NSExtensionItemAttributedTitleKey) as? NSAttributedString
                attributedContentText =
                    others.removeValue(forKey: NSExtensionItemAttributedContentTextKey) as? NSAttributedString
                attachments = others.removeValue(forKey: NSExtensionItemAttachmentsKey) as? [NSItemProvider]
            }
        }

        private var others: [AnyHashable: Any] = [:]
    }
#endif
