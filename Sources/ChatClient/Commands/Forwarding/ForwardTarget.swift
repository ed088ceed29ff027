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
                    "“\(text)” needs TLS, which is not spoken here: give an http:// address, of the backend itself "
                    + "or of a proxy on this machine that speaks https for it")
        default: throw Problem(description: "“\(text)” is no address, such as http://127.0.0.1:3000/webhooks")
        }
        let host = parts[1].prefix { !"/?#".contains($0) }
        let rest = parts[1].dropFirst(host.count).prefix { $0 != "#" }
        guard rest.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw Problem(description: "“\(text)” has characters in its path that must be percent-encoded")
        }
        guard !host.contains("@") else {
            throw Problem(description: "“\(text)” has a user in it; what is posted proves itself by its signature")
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
