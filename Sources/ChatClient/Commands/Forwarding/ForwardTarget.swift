import ChatConnection
import ChatProtocol

/// The URL to which notifications are posted: `http://127.0.0.1:3000/webhooks?from=chat`.
struct ForwardTarget: Hashable, CustomStringConvertible {
    /// The reason for which a text is no target.
    struct Problem: Error, CustomStringConvertible {
        let description: String
    }

    /// The URL as it was written.
    let description: String
    let endpoint: ServerEndpoint
    /// The path and the query.
    let path: String

    /// Reads a URL.
    ///
    /// - Throws: ``Problem`` if it is not an `http` URL, has a user, or needs percent-encoding.
    init(_ text: String) throws(Problem) {
        description = text
        let parts = text.split(separator: "://", maxSplits: 1, omittingEmptySubsequences: false)
        switch parts.count > 1 ? parts[0].lowercased() : "" {
        case "http": break
        case "https":
            throw Problem(
                description:
                    "“\(text)” needs TLS, which is not supported: give an http:// address of the backend "
                    + "or of a proxy on this machine that forwards to it over https")
        default: throw Problem(description: "“\(text)” is not an address such as http://127.0.0.1:3000/webhooks")
        }
        let host = parts[1].prefix { !"/?#".contains($0) }
        let rest = parts[1].dropFirst(host.count).prefix { $0 != "#" }
        guard rest.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw Problem(description: "“\(text)” has characters in its path that need percent-encoding")
        }
        guard !host.contains("@") else {
            throw Problem(description: "“\(text)” contains a user; remove it: the signature authenticates each post")
        }
        path = rest.hasPrefix("/") ? String(rest) : "/" + rest
        do throws(ServerEndpoint.Problem) {
            // A URL without a port means port 80.
            let hasPort = host.hasSuffix("]") ? false : host.split(separator: "]").last?.contains(":") == true
            endpoint = try ServerEndpoint(hasPort ? String(host) : "\(host):80")
        } catch {
            throw Problem(description: "\(error)")
        }
    }
}
