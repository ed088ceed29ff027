// swift-format-ignore-file
// The samples of "Add Shared with You to your app" (WWDC22), word for word: 12:06, 13:42, 14:36, 15:19 and 17:12.
// Added are the imports, the enclosing methods, the names that a sample leaves out, and the `return` of the last closure.
import SharedWithYou
import UIKit

// Enumerate Shared with You shelf
class SharedWithYouViewController: UIViewController, SWHighlightCenterDelegate {
    let highlightCenter = SWHighlightCenter()
    override func viewDidLoad() {
        super.viewDidLoad()
        highlightCenter.delegate = self
    }
    func highlightCenterHighlightsDidChange(_ highlightCenter: SWHighlightCenter) {
        for highlight in highlightCenter.highlights {
            let highlightURL = highlight.url
            // Generate a rich preview for the Highlight
            previewed.append(highlightURL)
        }
    }

    public private(set) var previewed: [URL] = []
}

public final class AttributionViewController: UIViewController {
    let highlightCenter = SWHighlightCenter()
    let index = 0
    let maximumWidthForView: CGFloat = 120

    public func appearance() -> SWAttributionView {
        // Setting appearance of Attribution View
        let attributionView = SWAttributionView()
        attributionView.highlight = self.highlightCenter.highlights[index]
        attributionView.preferredMaxLayoutWidth = maximumWidthForView
        return attributionView
    }

    public func alignment() -> SWAttributionView {
        // Horizontal Alignment for Attribution View
        let attributionView = SWAttributionView()
        attributionView.highlight = self.highlightCenter.highlights[index]
        attributionView.preferredMaxLayoutWidth = maximumWidthForView
        attributionView.horizontalAlignment = .leading
        return attributionView
    }

    public func context() -> SWAttributionView {
        // Display Context for Attribution View
        let attributionView = SWAttributionView()
        attributionView.highlight = self.highlightCenter.highlights[index]
        attributionView.preferredMaxLayoutWidth = maximumWidthForView
        attributionView.horizontalAlignment = .center
        attributionView.displayContext = .summary
        return attributionView
    }

    public func menu() -> (configuration: UIContextMenuConfiguration, attribution: SWAttributionView) {
        // Add Shared with You Content Menu to your app’s content
        let attributionView = SWAttributionView()
        attributionView.highlight = self.highlightCenter.highlights[index]
        attributionView.menuTitleForHideAction = "Remove Item"
        let contextMenuConfig = UIContextMenuConfiguration(identifier: nil,previewProvider: nil) { [weak self] _ in
            let additionalMenu = attributionView.supplementalMenu
            // Append additionalMenu items to your content’s menu items
            _ = self
            return additionalMenu
        }
        return (contextMenuConfig, attributionView)
    }
}

/// Creates the controller of the first sample.
@MainActor public func shelf() -> (controller: UIViewController, previewed: () -> [URL]) {
    let controller = SharedWithYouViewController()
    return (controller, { controller.previewed })
}
