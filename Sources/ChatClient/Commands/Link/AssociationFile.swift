import ChatConnection
import ChatProtocol
import ChatScenario
import ChatSystem

/// An `apple-app-site-association` from a file. It is only read as JSON here; the server checks its content.
struct AssociationFile {
    /// The reason for which a file cannot be used, with the place of the error.
    struct Problem: Error, CustomStringConvertible {
        let description: String
    }

    /// The path of the file.
    let path: String
    let association: JSONValue

    /// The most bytes that are read. The limit is above that of devices, so that the server refuses a file that is too
    /// long for them.
    private static let bytesMax = 192 * 1024

    /// Reads a file.
    ///
    /// - Throws: ``Problem`` if the file cannot be read or is not JSON.
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

    /// Returns the server's complaint about the file, with the path in place of its first words.
    func problem(in failure: ClientFailure) -> Problem {
        guard case .refused(let refusal) = failure else { return Problem(description: failure.description) }
        let prefix = "association is not a site association: "
        let text = refusal.message.hasPrefix(prefix) ? refusal.message.dropFirst(prefix.count) : refusal.message[...]
        return Problem(description: "\(path): \(text)")
    }

    /// The app ids of the file in its order, each once.
    var apps: [String] {
        var apps: [String] = []
        for detail in association["applinks"]?["details"]?.arrayValue ?? [] {
            let ids = (detail["appIDs"]?.arrayValue ?? []) + (detail["appID"].map { [$0] } ?? [])
            for id in ids.compactMap(\.stringValue) where !apps.contains(id) { apps.append(id) }
        }
        return apps
    }

    /// Returns the bundle id of an app, which is given by an app id of the file or by its bundle id.
    func bundle(of app: String) -> String {
        guard apps.contains(app), let dot = app.firstIndex(of: ".") else { return app }
        return String(app[app.index(after: dot)...])
    }
}
