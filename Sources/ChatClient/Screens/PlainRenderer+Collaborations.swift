import ChatProtocol

/// The lines about collaborations.
extension PlainRenderer {
    /// Returns the collaboration's summary and status, for the end of a link's line; empty if the link is no
    /// collaboration.
    static func sharing(_ card: LinkCard) -> String {
        guard let sharing = card.sharing else { return "" }
        return " — " + [sharing.summary, sharing.status].filter { !$0.isEmpty }.map(clean).joined(separator: " ")
    }

    /// Returns the lines of the staged document, with the numbers that `/option` takes.
    static func staged(_ draft: CollaborationDraft, _ place: String) -> [String] {
        let lead = "\(place) (draft)"
        var lines = ["\(lead) “\(clean(draft.title))” (\(clean(draft.offer.appName))): \(draft.line)"]
        if let account = draft.account { lines.append("\(lead) from \(account)") }
        for (index, choice) in draft.choices.enumerated() {
            if let heading = choice.heading { lines.append("\(lead) \(clean(heading)):") }
            lines.append("\(lead) option \(index + 1): \(clean(choice.title))" + (choice.isOn ? " [chosen]" : ""))
            if let footer = choice.footer { lines.append("\(lead) \(clean(footer))") }
        }
        return lines + ["\(lead) TEXT or /send sends it, /option N changes it, /cancel discards it"]
    }

    static func start(_ start: StartRow, _ place: String) -> String {
        "\(place) (sharing) \(start.sentence)" + (start.state == .waiting ? " — /cancel cancels it" : "")
    }

    static func collaborations(_ rows: [CollaborationRow], _ place: String) -> [String] {
        rows.map { "\(place) (details) collaboration “\(clean($0.title))” (\(clean($0.app))): \($0.facts)" }
    }
}
