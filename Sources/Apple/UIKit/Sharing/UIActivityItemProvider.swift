public import Foundation
import Synchronization

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
