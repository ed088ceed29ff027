public import Foundation

/// The receiver of a scroll view's events.
@MainActor public protocol UIScrollViewDelegate: NSObjectProtocol {
    /// Notifies that the content has moved.
    func scrollViewDidScroll(_ scrollView: UIScrollView)
}

extension UIScrollViewDelegate {
    /// Does nothing.
    public func scrollViewDidScroll(_ scrollView: UIScrollView) {}
}

/// The holder of a scroll view's delegate.
///
/// `delegate` is in an extension of this protocol, because a subclass has one of a narrower type, which Swift does not
/// let it override.
@MainActor public protocol UIScrollViewDelegateHolder: AnyObject {
    /// The delegate that receives the scroll view's events.
    var scrollDelegate: (any UIScrollViewDelegate)? { get set }
}

extension UIScrollViewDelegateHolder {
    /// The receiver of the events.
    public var delegate: (any UIScrollViewDelegate)? {
        get { scrollDelegate }
        set { scrollDelegate = newValue }
    }
}

/// A view whose content may be larger than itself.
@MainActor open class UIScrollView: UIView, UIScrollViewDelegateHolder {
    /// The dismissal of the keyboard by a drag.
    public enum KeyboardDismissMode: Int, Sendable {
        case none = 0
        case onDrag = 1
        case interactive = 2
    }

    /// The receiver of the events of every scroll view.
    public weak var scrollDelegate: (any UIScrollViewDelegate)?

    /// The size of the content.
    open var contentSize = CGSize.zero

    /// The space around the content.
    open var contentInset = UIEdgeInsets.zero

    /// True if a person can scroll.
    open var isScrollEnabled = true

    /// True if scrolling stops at pages.
    open var isPagingEnabled = false

    /// True if a small content bounces vertically.
    open var alwaysBounceVertical = false

    /// True if a small content bounces horizontally.
    open var alwaysBounceHorizontal = false

    /// True if the vertical indicator is shown.
    open var showsVerticalScrollIndicator = true

    /// True if the horizontal indicator is shown.
    open var showsHorizontalScrollIndicator = true

    /// The dismissal of the keyboard by a drag.
    open var keyboardDismissMode = KeyboardDismissMode.none

    /// The point of the content at the view's upper left corner.
    open var contentOffset = CGPoint.zero {
        didSet {
            if contentOffset != oldValue { scrollDelegate?.scrollViewDidScroll(self) }
        }
    }

    /// The rectangle of the content.
    open var contentLayoutGuide: UILayoutGuide { guide("content") }

    /// The rectangle of the view, which does not move with the content.
    open var frameLayoutGuide: UILayoutGuide { guide("frame") }

    /// Moves the content.
    open func setContentOffset(_ contentOffset: CGPoint, animated: Bool) {
        self.contentOffset = contentOffset
    }
}
