import SharedWithYou
import UIKit

/// A controller as an app has it, under names that the compiler maps.
@MainActor public final class ShelfController: UIViewController {
    /// The center, by the name of its module.
    public let center = SharedWithYou.SWHighlightCenter()
    /// An attribution.
    public let attribution = SWAttributionView()
}
