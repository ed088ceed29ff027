#if !canImport(ObjectiveC)
    public import Foundation

    /// The type of an activity that opens a web page, such as a universal link.
    public let NSUserActivityTypeBrowsingWeb = "NSUserActivityTypeBrowsingWeb"

    /// The receiver of an activity's events.
    public protocol NSUserActivityDelegate: NSObjectProtocol {
        /// Notifies that the activity is about to be saved.
        func userActivityWillSave(_ userActivity: NSUserActivity)

        /// Notifies that another device continues the activity.
        func userActivityWasContinued(_ userActivity: NSUserActivity)
    }

    extension NSUserActivityDelegate {
        /// Does nothing.
        public func userActivityWillSave(_ userActivity: NSUserActivity) {}

        /// Does nothing.
        public func userActivityWasContinued(_ userActivity: NSUserActivity) {}
    }

    /// The state of an app at one moment, to be continued on another device or opened from a link.
    open class NSUserActivity: NSObject {
        /// The identifier of an activity that is stored on the device.
        public typealias PersistentIdentifier = String

        /// The kind of activity, in reverse domain notation.
        public let activityType: String

        /// The title that a person reads.
        open var title: String?

        /// The values that continue the activity.
        open var userInfo: [AnyHashable: Any]?

        /// The keys of `userInfo` that a continuation needs.
        open var requiredUserInfoKeys: Set<String>?

        /// The web page of the activity, an HTTP or HTTPS address.
        open var webpageURL: URL? {
            willSet {
                precondition(
                    newValue.map { ["http", "https"].contains($0.scheme?.lowercased()) } ?? true,
                    "The webpageURL of an NSUserActivity must be an HTTP or HTTPS address.")
            }
        }

        /// The page that the person came from.
        open var referrerURL: URL?

        /// The words that find the activity.
        open var keywords: Set<String> = []

        /// The content that a scene is chosen by.
        open var targetContentIdentifier: String?

        /// The identifier of the stored activity.
        open var persistentIdentifier: PersistentIdentifier?

        /// The last date on which the activity can be continued.
        open var expirationDate: Date?

        /// True if `userInfo` is out of date.
        open var needsSave = false

        /// True if another device may continue the activity.
        open var isEligibleForHandoff = true

        /// True if search on the device finds the activity.
        open var isEligibleForSearch = false

        /// True if search of the public finds the activity.
        open var isEligibleForPublicIndexing = false

        /// True if Siri may suggest the activity.
        open var isEligibleForPrediction = false

        /// The receiver of the events.
        open weak var delegate: (any NSUserActivityDelegate)?

        /// True between `becomeCurrent()` and `resignCurrent()` or `invalidate()`.
        package private(set) var isCurrent = false

        private var isInvalid = false

        /// Creates an activity of a kind.
        public init(activityType: String) {
            self.activityType = activityType
        }

        /// Merges values into `userInfo`; a new value replaces the old one of its key.
        open func addUserInfoEntries(from otherDictionary: [AnyHashable: Any]) {
            userInfo = (userInfo ?? [:]).merging(otherDictionary) { $1 }
        }

        /// Makes the activity the one that the person is occupied with. An invalid activity stays as it is.
        open func becomeCurrent() {
            guard !isInvalid else { return }
            isCurrent = true
            if needsSave {
                needsSave = false
                delegate?.userActivityWillSave(self)
            }
        }

        /// Ends the time in which the activity is current, but lets it become current again.
        open func resignCurrent() {
            isCurrent = false
        }

        /// Ends the activity for good.
        open func invalidate() {
            isCurrent = false
            isInvalid = true
        }
    }
#endif
