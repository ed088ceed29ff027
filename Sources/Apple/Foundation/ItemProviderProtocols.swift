// `import Foundation` of Apple has the types of this module as well.
@_exported public import Foundation

#if !canImport(ObjectiveC)
    /// The processes that may see a representation of an item provider.
    public enum NSItemProviderRepresentationVisibility: Int, Sendable {
        /// Every process.
        case all = 0
        /// The processes of the same team.
        case team = 1
        /// The processes of the same group.
        case group = 2
        /// The process that registered the representation.
        case ownProcess = 3
    }

    /// The manners in which a provider hands out a file.
    public struct NSItemProviderFileOptions: OptionSet, Sendable {
        /// The stored value.
        public let rawValue: Int

        /// Creates a value of its stored form.
        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// The receiver may open the original file instead of a copy.
        public static let openInPlace = NSItemProviderFileOptions(rawValue: 1)
    }

    /// A class that an item provider can create from data.
    public protocol NSItemProviderReading: NSObjectProtocol {
        /// The type identifiers that the class can read, best first.
        static var readableTypeIdentifiersForItemProvider: [String] { get }

        /// Returns an object made from the data of a representation.
        static func object(withItemProviderData data: Data, typeIdentifier: String) throws -> Self
    }

    /// A class of objects that an item provider can turn into data.
    public protocol NSItemProviderWriting: NSObjectProtocol {
        /// The type identifiers that the class can write, best first.
        static var writableTypeIdentifiersForItemProvider: [String] { get }

        /// The type identifiers that this object can write, best first.
        var writableTypeIdentifiersForItemProvider: [String] { get }

        /// Returns the processes that may see a representation of the class.
        static func itemProviderVisibilityForRepresentation(
            withTypeIdentifier typeIdentifier: String
        ) -> NSItemProviderRepresentationVisibility

        /// Returns the processes that may see a representation of this object.
        func itemProviderVisibilityForRepresentation(
            withTypeIdentifier typeIdentifier: String
        ) -> NSItemProviderRepresentationVisibility

        /// Calls the handler with the data of one representation.
        func loadData(
            withTypeIdentifier typeIdentifier: String,
            forItemProviderCompletionHandler completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
        ) -> Progress?
    }

    extension NSItemProviderWriting {
        /// The type identifiers of the class.
        public var writableTypeIdentifiersForItemProvider: [String] { Self.writableTypeIdentifiersForItemProvider }

        /// Returns `.all`.
        public static func itemProviderVisibilityForRepresentation(
            withTypeIdentifier typeIdentifier: String
        ) -> NSItemProviderRepresentationVisibility {
            .all
        }

        /// Returns the visibility that the class states.
        public func itemProviderVisibilityForRepresentation(
            withTypeIdentifier typeIdentifier: String
        ) -> NSItemProviderRepresentationVisibility {
            Self.itemProviderVisibilityForRepresentation(withTypeIdentifier: typeIdentifier)
        }
    }

    extension NSString: NSItemProviderReading, NSItemProviderWriting {
        /// The type identifiers that can be read, best first.
        public static var readableTypeIdentifiersForItemProvider: [String] {
            ["public.utf8-plain-text", "public.plain-text", "public.text"]
        }

        /// The type identifiers that can be written, best first.
        public static var writableTypeIdentifiersForItemProvider: [String] { ["public.utf8-plain-text"] }

        /// Returns the object that the data holds in UTF-8.
        public static func object(withItemProviderData data: Data, typeIdentifier: String) throws -> Self {
            guard let text = String(bytes: data, encoding: .utf8) else {
                throw CocoaError(.fileReadInapplicableStringEncoding)
            }
            return self.init(string: text)
        }

        /// Calls the handler at once with the data in UTF-8.
        public func loadData(
            withTypeIdentifier typeIdentifier: String,
            forItemProviderCompletionHandler completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
        ) -> Progress? {
            completionHandler(Data(String(describing: self).utf8), nil)
            return nil
        }
    }

    extension NSURL: NSItemProviderReading, NSItemProviderWriting {
        /// The type identifiers that can be read, best first.
        public static var readableTypeIdentifiersForItemProvider: [String] { ["public.url"] }

        /// The type identifiers that can be written, best first.
        public static var writableTypeIdentifiersForItemProvider: [String] { ["public.url"] }

        /// The type identifiers of this URL: a file's URL has a more precise one.
        public var writableTypeIdentifiersForItemProvider: [String] {
            isFileURL ? ["public.file-url", "public.url"] : ["public.url"]
        }

        /// Returns the object that the data holds in UTF-8.
        public static func object(withItemProviderData data: Data, typeIdentifier: String) throws -> Self {
            guard let text = String(bytes: data, encoding: .utf8), let url = NSURL(string: text) as? Self else {
                throw CocoaError(.fileReadCorruptFile)
            }
            return url
        }

        /// Calls the handler at once with the data in UTF-8.
        public func loadData(
            withTypeIdentifier typeIdentifier: String,
            forItemProviderCompletionHandler completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
        ) -> Progress? {
            completionHandler(Data(absoluteString.utf8), nil)
            return nil
        }
    }
#endif
