import ChatProtocol

/// A domain as an app's entitlement names it (`ul-entitlement`): `notes.example`, or `*.notes.example` for whatever
/// stands below it, at any depth, but not for `notes.example` itself.
package enum DomainPattern: Sendable, Hashable {
    /// This host alone.
    case host(String)
    /// Every host below this one.
    case subdomains(of: String)

    /// Reads a domain; `applinks:` before it and a mode such as `?mode=developer` behind it are allowed and change
    /// nothing. Hosts are compared in the form that ``CanonicalURL`` gives them.
    /// - Returns: nil if it is no domain: a scheme, port or path is not part of one.
    package init?(_ text: String) {
        var domain = Substring(text)
        if domain.hasPrefix("applinks:") { domain = domain.dropFirst("applinks:".count) }
        if let mark = domain.firstIndex(of: "?") {
            guard ["?mode=developer", "?mode=managed", "?mode=developer+managed"].contains(domain[mark...]) else {
                return nil
            }
            domain = domain[..<mark]
        }
        let isWildcard = domain.hasPrefix("*.")
        if isWildcard { domain = domain.dropFirst(2) }
        guard let host = URLAuthority.canonicalName(Array(domain.utf8)[...]) else { return nil }
        self = isWildcard ? .subdomains(of: host) : .host(host)
    }

    /// The domain as an entitlement writes it.
    package var description: String {
        switch self {
        case .host(let host): host
        case .subdomains(let host): "*." + host
        }
    }

    /// Whether a canonical host belongs to the domain.
    func matches(host: String) -> Bool {
        switch self {
        case .host(let own): host == own
        case .subdomains(let own): host.utf8.count > own.utf8.count + 1 && host.hasSuffix("." + own)
        }
    }

    /// The domains that a host belongs to, the most specific first: itself, then each wildcard above it.
    static func all(matching host: String) -> [DomainPattern] {
        var patterns = [DomainPattern.host(host)]
        var rest = host[...]
        while let dot = rest.firstIndex(of: ".") {
            rest = rest[rest.index(after: dot)...]
            patterns.append(.subdomains(of: String(rest)))
        }
        return patterns
    }
}

extension DomainPattern: JSONStringCodable {
    /// "a domain".
    static var expected: String { "a domain" }
}
