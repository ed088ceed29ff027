import ChatProtocol

/// What servers of the same worlds have to be told alike, each by its own configuration: it is compared, and where it
/// differs that is said, because one server after the other may be given another.
extension ServerEngine {
    /// Says by what this server decides.
    func tellSettings() {
        if channel != nil { words.append((.main, .settings(settings))) }
    }

    private var settings: [String] {
        func lines(_ key: String, _ numbers: some NamedNumbers) -> [String] { numbers.lines(of: key) }
        let tokens =
            switch authenticator {
            case .open: "none"
            // Until it can be read again.
            case .shut: "unreadable"
            case .tokens(let book): book.fingerprint
            }
        return lines("limits", limits) + lines("consent", configuration.consentPolicy)
            + lines("action", configuration.actionPolicy)
            + ["rateLimit=\(configuration.limitsRate)", "tokens=\(tokens)"]
    }

    /// Looks whether the others decide by the same.
    func compareSettings(with others: Set<String>) {
        for (node, names) in settingsElsewhere.look(from: settings, at: others) { onOtherSettings?(node, names) }
    }
}

extension NamedNumbers {
    fileprivate func lines(of key: String) -> [String] {
        Name.allCases.map { "\(key).\($0.rawValue)=\(self[$0])" }
    }
}
