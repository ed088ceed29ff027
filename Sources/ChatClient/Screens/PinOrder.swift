package import ChatProtocol

extension [PersonHighlight] {
    /// The pinned highlights, the newest pin first. The ranking gives the time of a pin. Highlights without a time,
    /// from servers that omit it, keep the shelf's order.
    package var pinned: [PersonHighlight] {
        let pins = enumerated().filter { $0.element.pinned }
        return pins.sorted { one, other in
            guard let first = one.element.pinnedAt, let second = other.element.pinnedAt, first != second else {
                return one.offset < other.offset
            }
            return first > second
        }.map(\.element)
    }
}

extension PersonHighlight {
    fileprivate var pinnedAt: Instant? { ranking?.signals.first { $0.signal == .pinned }?.at }
}

extension [LinkCard] {
    /// Returns the cards with the newest pin first (`swy-pin-list`). Cards that are not on the shelf follow in their
    /// own order.
    package func inPinOrder(of shelf: [PersonHighlight]) -> [LinkCard] {
        let order = shelf.pinned.map(\.url)
        let known = order.compactMap { url in first { $0.url == url } }
        return known + filter { !order.contains($0.url) }
    }
}
