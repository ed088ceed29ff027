public import Foundation

/// The sheet that offers services for items.
@MainActor open class UIActivityViewController: UIViewController {
    /// The handler of a sheet that was dismissed: the service or nil, true if it was completed, the items that an
    /// extension has returned, and an error.
    public typealias CompletionWithItemsHandler = (UIActivity.ActivityType?, Bool, [Any]?, (any Error)?) -> Void

    /// The handler of the dismissal.
    open var completionWithItemsHandler: CompletionWithItemsHandler?

    /// The services that the sheet does not offer.
    open var excludedActivityTypes: [UIActivity.ActivityType]?

    /// True if the sheet may stress a service.
    open var allowsProminentActivity = true

    /// The items as the app gave them.
    package let activityItems: [Any]

    /// The configuration of the items, if the app gave one.
    package let itemsConfiguration: (any UIActivityItemsConfigurationReading)?

    private let applicationActivities: [UIActivity]

    /// Creates a sheet for items, with further services of the app.
    public init(activityItems: [Any], applicationActivities: [UIActivity]?) {
        self.activityItems = activityItems
        self.applicationActivities = applicationActivities ?? []
        itemsConfiguration = nil
        super.init(nibName: nil, bundle: nil)
        modalPresentationStyle = .popover
    }

    /// Creates a sheet for the items of a configuration.
    public init(activityItemsConfiguration: any UIActivityItemsConfigurationReading) {
        activityItems = activityItemsConfiguration.itemProvidersForActivityItemsConfiguration
        applicationActivities = activityItemsConfiguration.applicationActivitiesForActivityItemsConfiguration ?? []
        itemsConfiguration = activityItemsConfiguration
        super.init(nibName: nil, bundle: nil)
        modalPresentationStyle = .popover
    }

    /// Creates an empty object, because archives hold no interface here.
    public required init?(coder: NSCoder) {
        activityItems = []
        applicationActivities = []
        itemsConfiguration = nil
        super.init(coder: coder)
    }

    /// Returns the items for a service: each source is asked, and one that returns nil is left out.
    package func items(for activityType: UIActivity.ActivityType?) -> [Any] {
        activityItems.compactMap { item in
            guard let source = item as? any UIActivityItemSource else { return item }
            return source.activityViewController(self, itemForActivityType: activityType)
        }
    }

    /// The items before a service is chosen: each source is asked for its placeholder.
    package var placeholderItems: [Any] {
        activityItems.map { item in
            (item as? any UIActivityItemSource)?.activityViewControllerPlaceholderItem(self) ?? item
        }
    }

    /// Returns true if the sheet may offer a service of the system.
    package func offers(_ activityType: UIActivity.ActivityType) -> Bool {
        !(excludedActivityTypes ?? []).contains(activityType)
    }

    /// The app's own services that can act on the items.
    package var availableActivities: [UIActivity] {
        let items = placeholderItems
        return applicationActivities.filter { activity in
            (activity.activityType.map(offers) ?? true) && activity.canPerform(withActivityItems: items)
        }
    }

    /// Chooses one of the app's own services as a person does.
    package func choose(_ activity: UIActivity) {
        activity.host = self
        activity.prepare(withActivityItems: items(for: activity.activityType))
        if let controller = activity.activityViewController {
            present(controller, animated: true)
        } else {
            activity.perform()
        }
    }

    /// Dismisses the sheet after a service, or after a person's cancellation with nil, and calls the handler.
    package func finish(
        _ activityType: UIActivity.ActivityType?, completed: Bool, returnedItems: [Any]? = nil,
        error: (any Error)? = nil
    ) {
        let presenter = storedPresenting
        (presenter ?? self).dismiss(animated: true) { [completionWithItemsHandler] in
            completionWithItemsHandler?(activityType, completed, returnedItems, error)
        }
    }
}
