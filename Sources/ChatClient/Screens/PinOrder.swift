package import ChatProtocol

extension [PersonHighlight] {
    /// Those that the person pinned, the newest pin first: the shelf says when, but for what other servers leave out,
    /// where its own order stands.
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
    /// The same, the newest pin first (`swy-pin-list`); what no shelf shows stands behind, as it stood.
    package func inPinOrder(of shelf: [PersonHighlight]) -> [LinkCard] {
        let order = shelf.pinned.map(\.url)
        let known = order.compactMap { url in first { $0.url == url } }
        return known + filter { !order.contains($0.url) }
    }
}
