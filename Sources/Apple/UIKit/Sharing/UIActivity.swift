public import Foundation

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
