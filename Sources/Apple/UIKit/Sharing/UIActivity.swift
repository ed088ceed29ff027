public import Foundation
import Synchronization
public import UnderstudyFoundation

/// A service that an activity view controller offers.
@MainActor open class UIActivity: NSObject {
    /// The place of a service in the sheet.
    public enum Category: Int, Sendable {
        case action = 0
        case share = 1
    }

    /// The name of a service.
    public struct ActivityType: RawRepresentable, Hashable, Sendable {
        /// The stored value.
        public let rawValue: String

        /// Creates a value of its stored form.
        public init(_ rawValue: String) {
            self.rawValue = rawValue
        }

        /// Creates a value of its stored form.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// Messages.
        public static let message = ActivityType("com.apple.UIKit.activity.Message")
        /// Mail.
        public static let mail = ActivityType("com.apple.UIKit.activity.Mail")
        /// AirDrop.
        public static let airDrop = ActivityType("com.apple.UIKit.activity.AirDrop")
        /// The copy to the pasteboard.
        public static let copyToPasteboard = ActivityType("com.apple.UIKit.activity.CopyToPasteboard")
        /// The printer.
        public static let print = ActivityType("com.apple.UIKit.activity.Print")
        /// The photo library.
        public static let saveToCameraRoll = ActivityType("com.apple.UIKit.activity.SaveToCameraRoll")
        /// The reading list of Safari.
        public static let addToReadingList = ActivityType("com.apple.UIKit.activity.AddToReadingList")
        /// The invitation to a collaboration by a link.
        public static let collaborationInviteWithLink = ActivityType(
            "com.apple.UIKit.activity.CollaborationInviteWithLink")
        /// The copy of a collaboration's link.
        public static let collaborationCopyLink = ActivityType("com.apple.UIKit.activity.CollaborationCopyLink")
        /// SharePlay.
        public static let sharePlay = ActivityType("com.apple.UIKit.activity.SharePlay")
    }

    /// The place of the service in the sheet.
    open class var activityCategory: Category { .action }

    /// The name of the service.
    open var activityType: ActivityType? { nil }

    /// The title of the service.
    open var activityTitle: String? { nil }

    /// The image of the service.
    open var activityImage: UIImage? { nil }

    /// The controller that the service shows instead of `perform()`.
    open var activityViewController: UIViewController? { nil }

    /// The controller that offers the service.
    final weak var host: UIActivityViewController?

    public override init() {
        super.init()
    }

    /// Returns true if the service can act on the items.
    open func canPerform(withActivityItems activityItems: [Any]) -> Bool { false }

    /// Receives the items before `perform()`.
    open func prepare(withActivityItems activityItems: [Any]) {}

    /// Does what the service does, then calls `activityDidFinish(_:)`.
    open func perform() {
        activityDidFinish(true)
    }

    /// Notifies that the service is done, which dismisses the sheet.
    open func activityDidFinish(_ completed: Bool) {
        host?.finish(activityType, completed: completed)
    }
}

/// The source of an item whose content depends on the service.
@MainActor public protocol UIActivityItemSource: NSObjectProtocol {
    /// Returns the item for a service, or nil for none.
    func activityViewControllerPlaceholderItem(_ activityViewController: UIActivityViewController) -> Any

    /// Returns the item for a service, or nil for none.
    func activityViewController(
        _ activityViewController: UIActivityViewController, itemForActivityType activityType: UIActivity.ActivityType?
    ) -> Any?

    /// Returns the subject of an e-mail.
    func activityViewController(
        _ activityViewController: UIActivityViewController,
        subjectForActivityType activityType: UIActivity.ActivityType?
    ) -> String

    /// Returns the type of the data.
    func activityViewController(
        _ activityViewController: UIActivityViewController,
        dataTypeIdentifierForActivityType activityType: UIActivity.ActivityType?
    ) -> String

    /// Returns a preview of the item.
    func activityViewController(
        _ activityViewController: UIActivityViewController,
        thumbnailImageForActivityType activityType: UIActivity.ActivityType?, suggestedSize size: CGSize
    ) -> UIImage?
}

extension UIActivityItemSource {
    /// Returns no subject.
    public func activityViewController(
        _ activityViewController: UIActivityViewController,
        subjectForActivityType activityType: UIActivity.ActivityType?
    ) -> String { "" }

    /// Returns no type.
    public func activityViewController(
        _ activityViewController: UIActivityViewController,
        dataTypeIdentifierForActivityType activityType: UIActivity.ActivityType?
    ) -> String { "" }

    /// Returns nil.
    public func activityViewController(
        _ activityViewController: UIActivityViewController,
        thumbnailImageForActivityType activityType: UIActivity.ActivityType?, suggestedSize size: CGSize
    ) -> UIImage? { nil }
}

/// A source that makes its item only when a service needs it. An app overrides `item`.
///
/// `@unchecked Sendable` holds because `Operation` is Sendable, the placeholder never changes, and the mutex guards the
/// rest.
open class UIActivityItemProvider: Operation, @unchecked Sendable {
    /// The item that the sheet sees before a service is chosen.
    public let placeholderItem: Any?
    private let chosenType = Mutex<UIActivity.ActivityType?>(nil)

    /// Creates a provider with a placeholder.
    public init(placeholderItem: Any) {
        self.placeholderItem = placeholderItem
        super.init()
    }

    /// The service that needs the item.
    open var activityType: UIActivity.ActivityType? { chosenType.withLock { $0 } }

    /// The item; the placeholder unless an app overrides it.
    open var item: Any { placeholderItem ?? NSNull() }

    /// Makes the item.
    open override func main() {
        _ = item
    }
}

extension UIActivityItemProvider: UIActivityItemSource {
    /// Returns the placeholder.
    @MainActor public func activityViewControllerPlaceholderItem(
        _ activityViewController: UIActivityViewController
    ) -> Any {
        placeholderItem ?? NSNull()
    }

    /// Makes the item for a service.
    @MainActor public func activityViewController(
        _ activityViewController: UIActivityViewController, itemForActivityType activityType: UIActivity.ActivityType?
    ) -> Any? {
        chosenType.withLock { $0 = activityType }
        return item
    }
}

/// The purpose of an items configuration.
public struct UIActivityItemsConfigurationInteraction: RawRepresentable, Hashable, Sendable {
    /// The stored value.
    public let rawValue: String

    /// Creates a value of its stored form.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The share sheet.
    public static let share = UIActivityItemsConfigurationInteraction(rawValue: "share")
    /// The copy to the pasteboard.
    public static let copy = UIActivityItemsConfigurationInteraction(rawValue: "copy")
}

/// The name of a property of shared items.
public struct UIActivityItemsConfigurationMetadataKey: RawRepresentable, Hashable, Sendable {
    /// The stored value.
    public let rawValue: String

    /// Creates a value of its stored form.
    public init(_ rawValue: String) {
        self.rawValue = rawValue
    }

    /// Creates a value of its stored form.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The title of the items.
    public static let title = UIActivityItemsConfigurationMetadataKey("title")
    /// The text of a message that carries the items.
    public static let messageBody = UIActivityItemsConfigurationMetadataKey("messageBody")
    /// The persons whom the sheet suggests.
    public static let shareRecipients = UIActivityItemsConfigurationMetadataKey("shareRecipients")
    /// The preview of the items.
    public static let linkPresentationMetadata = UIActivityItemsConfigurationMetadataKey("linkPresentationMetadata")
    /// The modes of a collaboration that the sheet does not offer.
    public static let collaborationModeRestrictions = UIActivityItemsConfigurationMetadataKey(
        "collaborationModeRestrictions")
}

/// The items that a responder or an activity view controller shares.
@MainActor public protocol UIActivityItemsConfigurationReading: NSObjectProtocol {
    /// The providers of the items.
    var itemProvidersForActivityItemsConfiguration: [NSItemProvider] { get }

    /// The app's own services.
    var applicationActivitiesForActivityItemsConfiguration: [UIActivity]? { get }

    /// Returns true if the items may be used for a purpose.
    func activityItemsConfigurationSupports(interaction: UIActivityItemsConfigurationInteraction) -> Bool

    /// Returns a property of all items.
    func activityItemsConfigurationMetadata(key: UIActivityItemsConfigurationMetadataKey) -> Any?

    /// Returns a property of one item.
    func activityItemsConfigurationMetadataForItem(
        at index: Int, key: UIActivityItemsConfigurationMetadataKey
    ) -> Any?
}

extension UIActivityItemsConfigurationReading {
    /// No services of the app.
    public var applicationActivitiesForActivityItemsConfiguration: [UIActivity]? { nil }

    /// Returns true.
    public func activityItemsConfigurationSupports(interaction: UIActivityItemsConfigurationInteraction) -> Bool {
        true
    }

    /// Returns nil.
    public func activityItemsConfigurationMetadata(key: UIActivityItemsConfigurationMetadataKey) -> Any? { nil }

    /// Returns nil.
    public func activityItemsConfigurationMetadataForItem(
        at index: Int, key: UIActivityItemsConfigurationMetadataKey
    ) -> Any? { nil }
}

/// The items that an app shares, with their properties.
@MainActor open class UIActivityItemsConfiguration: NSObject, UIActivityItemsConfigurationReading {
    /// The object that the items describe within the app.
    open var localObject: Any?

    /// The purposes for which the items may be used.
    open var supportedInteractions: [UIActivityItemsConfigurationInteraction] = [.share, .copy]

    /// The source of the properties of all items.
    open var metadataProvider: ((UIActivityItemsConfigurationMetadataKey) -> Any?)?

    /// The source of the properties of each item.
    open var perItemMetadataProvider: ((Int, UIActivityItemsConfigurationMetadataKey) -> Any?)?

    /// The source of the app's own services.
    open var applicationActivitiesProvider: (() -> [UIActivity])?

    private let providers: [NSItemProvider]

    /// Creates a configuration with one item for each provider.
    public init(itemProviders: [NSItemProvider]) {
        providers = itemProviders
        super.init()
    }

    /// Creates a configuration with one item provider for each object.
    public convenience init(objects: [any NSItemProviderWriting]) {
        self.init(itemProviders: objects.map { NSItemProvider(object: $0) })
    }

    /// The providers of the items.
    open var itemProvidersForActivityItemsConfiguration: [NSItemProvider] { providers }

    /// The app's own services.
    open var applicationActivitiesForActivityItemsConfiguration: [UIActivity]? { applicationActivitiesProvider?() }

    /// Returns true if the items may be used for a purpose.
    open func activityItemsConfigurationSupports(interaction: UIActivityItemsConfigurationInteraction) -> Bool {
        supportedInteractions.contains(interaction)
    }

    /// Returns a property of all items.
    open func activityItemsConfigurationMetadata(key: UIActivityItemsConfigurationMetadataKey) -> Any? {
        metadataProvider?(key)
    }

    /// Returns a property of one item.
    open func activityItemsConfigurationMetadataForItem(
        at index: Int, key: UIActivityItemsConfigurationMetadataKey
    ) -> Any? {
        perItemMetadataProvider?(index, key)
    }
}
