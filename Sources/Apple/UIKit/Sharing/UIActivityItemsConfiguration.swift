public import Foundation
public import UnderstudyFoundation

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
