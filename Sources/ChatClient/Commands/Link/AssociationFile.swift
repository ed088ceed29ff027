import ChatConnection
import ChatProtocol
import ChatScenario
import ChatSystem

/// An `apple-app-site-association` in a file, read as JSON; what it says is the server's to judge.
struct AssociationFile {
    /// Why a file cannot be asked, with the place of the fault.
    struct Problem: Error, CustomStringConvertible {
        let description: String
    }

    /// Where it is.
    let path: String
    let association: JSONValue

    /// The most bytes that are read; what no device takes is refused by the server in its own words.
    private static let bytesMax = 192 * 1024

    /// Reads a file.
    init(path: String) throws(Problem) {
        do throws(FileProblem) {
            try self.init(path: path, bytes: FileSystem.bytes(ofTextFile: path, max: Self.bytesMax))
        } catch {
            throw Problem(description: "\(error)")
        }
    }

    private init(path: String, bytes: [UInt8]) throws(FileProblem) {
        self.path = path
        do throws(JSONText.Problem) {
            association = try JSONText.read(bytes)
        } catch {
            throw FileProblem(path: path, reason: "\(error)")
        }
    }

    /// What a server says against the file, without the words that the reader knows.
    func problem(in failure: ClientFailure) -> Problem {
        guard case .refused(let refusal) = failure else { return Problem(description: failure.description) }
        let prefix = "association is not a site association: "
        let text = refusal.message.hasPrefix(prefix) ? refusal.message.dropFirst(prefix.count) : refusal.message[...]
        return Problem(description: "\(path): \(text)")
    }

    /// The app ids of the file, each once, in its order.
    var apps: [String] {
        var apps: [String] = []
        for detail in association["applinks"]?["details"]?.arrayValue ?? [] {
            let ids = (detail["appIDs"]?.arrayValue ?? []) + (detail["appID"].map { [$0] } ?? [])
            for id in ids.compactMap(\.stringValue) where !apps.contains(id) { apps.append(id) }
        }
        return apps
    }

    /// The bundle id of an app that is named by it, or by an app id of the file.
    func bundle(of app: String) -> String {
        guard apps.contains(app), let dot = app.firstIndex(of: ".") else { return app }
        return String(app[app.index(after: dot)...])
    }
}
