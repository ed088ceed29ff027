import CloudKit
import SharedWithYou
import UIKit

/// The steps of a recipe, which its cooks write together.
final class RecipeViewController: UIViewController, UITextViewDelegate {
    private var recipe: Recipe
    private let store: RecipeStore
    private let steps = UITextView()

    init(recipe: Recipe, store: RecipeStore) {
        self.recipe = recipe
        self.store = store
        super.init(nibName: nil, bundle: nil)
        title = recipe.title
    }

    required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

    override func loadView() { view = steps }

    override func viewDidLoad() {
        super.viewDidLoad()
        steps.text = recipe.steps
        steps.delegate = self
        showButton()
    }

    /// A shared recipe has the button of its people, and the other ones have Share.
    private func showButton() {
        let provider = NSItemProvider()
        provider.suggestedName = recipe.title
        if let share = recipe.share {
            provider.registerCKShare(share, container: store.container)
            let people = SWCollaborationView(itemProvider: provider)
            people.activeParticipantCount = share.participants.count { $0.acceptanceStatus == .accepted }
            navigationItem.rightBarButtonItem = UIBarButtonItem(customView: people)
        } else {
            provider.registerCKShare(container: store.container) { [weak self, store, recipe] in
                let share = try await store.share(store.newest(recipe))
                await self?.show(share)
                return share
            }
            let configuration = UIActivityItemsConfiguration(itemProviders: [provider])
            let action = UIAction(title: "Share") { [weak self] _ in
                self?.present(UIActivityViewController(activityItemsConfiguration: configuration), animated: true)
            }
            navigationItem.rightBarButtonItem = UIBarButtonItem(title: "Share", primaryAction: action)
        }
    }

    private func show(_ share: CKShare) {
        recipe.share = share
        showButton()
    }

    func textViewDidEndEditing(_ textView: UITextView) {
        guard textView.text != recipe.steps else { return }
        attempt { [self] in
            try await store.save(recipe, steps: textView.text)
            recipe = try await store.newest(recipe)
            // The people of the recipe read in their conversation that it was edited.
            guard let url = recipe.share?.url else { return }
            let center = SWHighlightCenter()
            let highlight = try await center.collaborationHighlight(for: url)
            center.postNotice(for: SWHighlightChangeEvent(highlight: highlight, trigger: .edit))
        }
    }
}
