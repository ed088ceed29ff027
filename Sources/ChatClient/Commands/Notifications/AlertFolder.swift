import ChatConnection
import ChatProtocol
import ChatSystem

/// The options of a command that writes the alerts of a person as push payloads.
struct AlertOptions {
    /// The app that shows the alerts if the command line names none: Messages.
    static let standardBundle = "com.apple.MobileSMS"

    let folder: String
    /// The bundle id of the app that shows the alerts.
    let bundle: String
    let person: Handle
    let world: WorldName
    /// The page that a click on an alert without a link opens.
    let home: String
}

extension OptionWords {
    /// Returns the options of `--apns`; nil without it.
    ///
    /// - Throws: ``UsageError`` if the session is not that of a person.
    func alerts(of identity: Hello.Identity, at servers: ServerEndpoints) throws(UsageError) -> AlertOptions? {
        guard let folder = value("--apns") else {
            if has("--bundle") { throw problem("--bundle needs --apns: it names the app that shows the alerts") }
            return nil
        }
        guard !folder.isEmpty else { throw problem("--apns needs a folder, such as --apns alerts") }
        guard case .person(let person, _) = identity else {
            throw problem("--apns needs --as HANDLE without --app and --observer: only people get alerts")
        }
        let bundle = value("--bundle") ?? AlertOptions.standardBundle
        let isBundle = !bundle.isEmpty && bundle.utf8.allSatisfy { ASCII.isAlphanumeric($0) || "-.".utf8.contains($0) }
        guard isBundle, bundle.utf8.count <= 155 else {
            throw problem("--bundle needs a bundle id, such as com.example.notes, not “\(bundle)”")
        }
        return AlertOptions(
            folder: folder, bundle: bundle, person: person, world: world, home: "http://\(servers[0])/")
    }
}

extension CommandDescription {
    /// Returns the rows for `--apns` and `--bundle` in a command's help.
    static func alertRows(at column: Int) -> String {
        row(
            "--apns DIR", "a folder for the person's alerts: files for `xcrun simctl push` and for web push", at: column
        )
            + "\n"
            + row("--bundle ID", "the app that shows them (default: \(AlertOptions.standardBundle))", at: column)
    }
}

/// A folder with two files for each alert: `000000000042-message.posted.apns` and
/// `000000000042-message.posted.webpush.json`. The number is the position in the log, so that the names are in the order
/// of the alerts, and an alert has the same names in each run.
struct AlertFolder {
    private let options: AlertOptions

    /// Opens a folder. Creates it if it is missing.
    init(_ options: AlertOptions) throws(FileProblem) {
        self.options = options
        do throws(SystemFailure) {
            try PrivateFile.makeDirectories(above: options.folder + "/")
        } catch {
            throw FileProblem(path: options.folder, reason: error.reason)
        }
        guard try FileSystem.kind(of: options.folder) == .folder else {
            throw FileProblem(path: options.folder, reason: "it is not a folder")
        }
        try FileSystem.checkWritable(options.folder)
    }

    /// Writes the payloads of an alert. Files of an earlier run stay as they are.
    ///
    /// - Returns: The path of the payload for APNs.
    func write(_ alert: PushAlert) throws(FileProblem) -> String {
        let number = String(alert.cursor)
        let zeros = String(repeating: "0", count: max(0, 12 - number.count))
        let name = "\(options.folder)/\(zeros)\(number)-\(alert.notification.rawValue)"
        let path = "\(name).apns"
        try write(alert.apns(to: options.bundle), to: path, max: PushAlert.apnsBytesMax)
        try write(alert.webPush(home: options.home), to: "\(name).webpush.json", max: PushAlert.webPushBytesMax)
        return path
    }

    private func write(_ payload: [UInt8], to path: String, max: Int) throws(FileProblem) {
        guard payload.count <= max else {
            throw FileProblem(path: path, reason: "the ids of this alert are too long for a payload of \(max) bytes")
        }
        do throws(FileProblem) {
            try FileSystem.createWhole(path, with: payload)
        } catch  where error.isThere {
            let existing = try FileSystem.bytes(ofFile: path, max: max)
            guard PushAlert.haveSameOrigin(existing, payload) else {
                throw FileProblem(
                    path: path,
                    reason: "it belongs to another alert; use one folder for each server, world and person")
            }
        }
    }
}
