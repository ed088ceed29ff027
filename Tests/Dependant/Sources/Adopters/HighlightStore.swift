import Foundation
import SharedWithYou
import UIKit

/// The links that friends have shared, newest first.
@MainActor
final class HighlightStore: NSObject {
    nonisolated enum Section: Hashable, Sendable {
        case sharedWithYou
    }

    typealias Snapshot = NSDiffableDataSourceSnapshot<Section, URL>

    private(set) var highlights: [SWHighlight] = []
    private(set) var differences: [CollectionDifference<SWHighlight>] = []
    var onUpdate: ((Snapshot) -> Void)?

    private let highlightCenter = SWHighlightCenter()

    override init() {
        super.init()
        highlightCenter.delegate = self
        reload()
    }

    /// The rows of a table.
    var snapshot: Snapshot {
        var snapshot = Snapshot()
        snapshot.appendSections([.sharedWithYou])
        snapshot.appendItems(highlights.map(\.url), toSection: .sharedWithYou)
        return snapshot
    }

    /// The title of the shelf.
    var title: String { SWHighlightCenter.highlightCollectionTitle }

    func highlight(for url: URL) -> SWHighlight? {
        highlights.first { $0.url == url }
    }

    private func reload() {
        let current = highlightCenter.highlights
        let difference = current.difference(from: highlights).inferringMoves()
        guard !difference.isEmpty else { return }
        highlights = current
        differences.append(difference)
        onUpdate?(snapshot)
    }
}

extension HighlightStore: SWHighlightCenterDelegate {
    nonisolated func highlightCenterHighlightsDidChange(_ highlightCenter: SWHighlightCenter) {
        MainActor.assumeIsolated {
            reload()
        }
    }
}
