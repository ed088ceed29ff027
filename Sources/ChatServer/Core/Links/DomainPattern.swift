import ChatProtocol

/// A domain of an app's entitlement (`ul-entitlement`). `notes.example` is one host. `*.notes.example` matches
/// subdomains at any depth, but not `notes.example` itself.
package enum DomainPattern: Sendable, Hashable {
    /// This host alone.
    case host(String)
    /// Every subdomain of this host.
    case subdomains(of: String)

    /// Reads a domain. A leading `applinks:` and a trailing mode such as `?mode=developer` are ignored. Hosts have the
    /// canonical form of ``CanonicalURL``.
    ///
    /// - Returns: nil if the text is not a domain. A domain has no scheme, port or path.
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

    /// The domain as it is written in an entitlement.
    package var description: String {
        switch self {
        case .host(let host): host
        case .subdomains(let host): "*." + host
        }
    }

    /// Returns true if a canonical host belongs to the domain.
    func matches(host: String) -> Bool {
        switch self {
        case .host(let own): host == own
        case .subdomains(let own): host.utf8.count > own.utf8.count + 1 && host.hasSuffix("." + own)
        }
    }

    /// Returns the domains that contain a host, the most specific first: the host itself, then each wildcard above it.
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
    /// The expected value in an error message.
    static var expected: String { "a domain" }
}
