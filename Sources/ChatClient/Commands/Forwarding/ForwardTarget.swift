import ChatConnection
import ChatProtocol

/// Where notifications are posted: `http://127.0.0.1:3000/webhooks?from=chat`.
struct ForwardTarget: Hashable, CustomStringConvertible {
    /// Why a text is none.
    struct Problem: Error, CustomStringConvertible {
        let description: String
    }

    /// As it was written.
    let description: String
    let endpoint: ServerEndpoint
    /// Path and query.
    let path: String

    /// Reads an address.
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
            // An address without a port means HTTP's.
            let hasPort = host.hasSuffix("]") ? false : host.split(separator: "]").last?.contains(":") == true
            endpoint = try ServerEndpoint(hasPort ? String(host) : "\(host):80")
        } catch {
            throw Problem(description: "\(error)")
        }
    }
}
