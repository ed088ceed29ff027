import ChatConnection
import ChatProtocol
import ChatScenario
import ChatSystem

/// `chat-client link explain`: explains which app opens a link, on a server or by an association file alone.
enum LinkCommand {
    /// The exit status if an app opens the link.
    static let opens: Int32 = 0
    /// The exit status if the link stays in the browser, or if the server cannot be asked.
    static let staysInBrowser: Int32 = 1
    /// The exit status for bad usage, and for an invalid association file.
    static let unusable: Int32 = 2

    /// Explains a link.
    ///
    /// - Parameters:
    ///   - words: The words after `link` on the command line.
    ///   - stage: Returns the server to ask: the server of the command line, or a new one within this process for
    ///     association files.
    /// - Returns: The exit status.
    static func run(
        _ words: [String], stage: (LinkArguments) throws -> any Stage, environment: PlayEnvironment
    ) -> Int32 {
        do {
            guard let arguments = try LinkArguments(words, environment: environment.variables) else {
                environment.output(description.help)
                return opens
            }
            let style = ReportStyle(hasColors: arguments.allowsColor && environment.hasColors)
            let report = LinkReport(style: style, isJSON: arguments.isJSON)
            guard !arguments.files.isEmpty else {
                let explanation = try explain(arguments, on: try stage(arguments))
                environment.output(report.text(of: explanation))
                return explanation.app == nil ? staysInBrowser : opens
            }
            var isOpened = true
            for path in arguments.files {
                let file = try AssociationFile(path: path)
                let explanation = try explain(arguments, by: file, on: try stage(arguments))
                let title = arguments.files.count > 1 ? path : nil
                environment.output(report.text(of: explanation, title: title))
                if explanation.app == nil { isOpened = false }
            }
            return isOpened ? opens : staysInBrowser
        } catch let failure as ClientFailure {
            environment.complaints("chat-client link: \(complaint(failure))\n")
            if case .refused(let refusal) = failure, refusal.reason == .invalidParams { return unusable }
            return staysInBrowser
        } catch let failure as TransportError {
            environment.complaints("chat-client link: \(failure)\n")
            return staysInBrowser
        } catch let usage as UsageError {
            environment.complaints("chat-client: \(usage)\n")
            return unusable
        } catch {
            environment.complaints("chat-client link: \(error)\n")
            return unusable
        }
    }

    private static func complaint(_ failure: ClientFailure) -> String {
        if case .refused(let refusal) = failure { refusal.message } else { failure.description }
    }

    private static func observer(
        on stage: any Stage, _ arguments: LinkArguments
    ) throws -> ScriptedClient {
        let world = WorldName(stage.world)
        let client = ScriptedClient(
            try stage.connect(), patienceMilliseconds: arguments.timeoutMilliseconds)
        try client.hello(Hello(.observer(nil), world: world).with(stage.credentials))
        return client
    }

    /// Returns the server's explanation of the link.
    private static func explain(_ arguments: LinkArguments, on stage: any Stage) throws -> LinkExplanation {
        defer { stage.close() }
        return try explain(arguments.url, by: observer(on: stage, arguments))
    }

    private static func explain(_ url: String, by client: ScriptedClient) throws -> LinkExplanation {
        var fields = try JSONFields(try client.request(.linkExplain(.init(url: url))))
        return try LinkExplanation(from: &fields)
    }

    /// Returns the explanation of the link by a file. The file is published and its apps are registered in a new world.
    private static func explain(
        _ arguments: LinkArguments, by file: AssociationFile, on stage: any Stage
    ) throws -> LinkExplanation {
        defer { stage.close() }
        let client = try observer(on: stage, arguments)
        let host = try explain(arguments.url, by: client).host
        do throws(ClientFailure) {
            try client.request(.sitePublish(.init(domain: host, association: file.association)))
        } catch {
            throw file.problem(in: error)
        }
        for (app, domains) in claims(of: arguments, by: file, host: host) {
            try client.request(.appRegister(.init(app: AppID(app), name: app, domains: domains)))
        }
        return try explain(arguments.url, by: client)
    }

    /// Returns the installed apps in order, each with its associated domains. Without `--app`, these are the apps of
    /// the file with the host of the link.
    private static func claims(
        of arguments: LinkArguments, by file: AssociationFile, host: String
    ) -> [(app: String, domains: [String])] {
        let given =
            arguments.claims.isEmpty
            ? file.apps.map { LinkArguments.Claim(app: $0, domain: host) } : arguments.claims
        var claims: [(app: String, domains: [String])] = []
        for claim in given {
            let app = file.bundle(of: claim.app)
            if let index = claims.firstIndex(where: { $0.app == app }) {
                claims[index].domains.append(claim.domain)
            } else {
                claims.append((app, [claim.domain]))
            }
        }
        return claims
    }

    static let description = CommandDescription(
        "link", "show which app opens a link, and why", subcommands: ["explain"],
        lists: ["--association", "--app", "--domain"],
        help: """
            Shows which app opens a link, or why it stays in the browser: every step, the deciding one last.

            usage: chat-client link explain URL [--server HOST:PORT] [options]
                   chat-client link explain URL --association FILE … [--app BUNDLE --domain DOMAIN] … [options]

            \(CommandDescription.serverRow(at: 22))
            \(CommandDescription.timeoutRow(at: 22))
              --world NAME        the world to connect to (default: main)
            \(CommandDescription.tokenRows(at: 22))
              --association FILE  checks this apple-app-site-association of the URL's host, without a server; several
                                  files are checked one by one
              --app BUNDLE        with --association: an installed app whose associated domain is the next --domain,
                                  such as example.com or *.example.com (default: every app of the file, with the URL's
                                  host)
              --domain DOMAIN     the associated domain of the --app before it
              --json              prints JSON, one line for each file
              --no-color          no colours (same as NO_COLOR)
              --help              this text

            exit status: 0 an app opens it (by every file), 1 no app opens it or the server is unreachable, 2 bad usage
            or an invalid association file

            """)
}

extension LinkExplanation {
    /// The host of the link, whose association decides.
    fileprivate var host: String {
        let rest = url.utf8.drop { $0 != UInt8(ascii: "/") }.dropFirst(2)
        return String(Substring(rest.prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: ":") }))
    }
}

/// The command line of `chat-client link explain`.
struct LinkArguments {
    /// An installed app, and one of its associated domains.
    struct Claim: Equatable {
        var app: String
        var domain: String
    }

    /// The link.
    let url: String
    /// The server to ask, if no association file is given.
    let endpoint: ServerEndpoint
    /// The deadline of connecting, and of each answer.
    let timeoutMilliseconds: Int
    let world: String
    let credentials: Credentials
    /// The association files to check instead of asking a server.
    let files: [String]
    let claims: [Claim]
    let isJSON: Bool
    let allowsColor: Bool

    /// Reads the words after `link`.
    ///
    /// - Returns: Nil if they ask for help.
    init?(_ words: [String], environment: [String: String]) throws(UsageError) {
        let words = try OptionWords.sorted(words, of: LinkCommand.description)
        if words.wantsHelp { return nil }
        guard words.rest.first == "explain" else {
            let word = words.rest.first.map { "there is no action “\($0)”" } ?? "no action was given"
            throw words.problem("\(word): chat-client link explain URL")
        }
        guard words.rest.count > 1 else {
            throw words.problem("no link was given: chat-client link explain https://notes.example/d/1")
        }
        try words.limit(to: 2)
        url = words.rest[1]
        files = words.list("--association")
        let apps = words.list("--app")
        let domains = words.list("--domain")
        guard apps.count == domains.count else {
            throw words.problem("--app and --domain come in pairs: --app BUNDLE --domain DOMAIN")
        }
        guard apps.isEmpty || !files.isEmpty else {
            throw words.problem("--app and --domain need --association: a server already knows its apps")
        }
        if !files.isEmpty, let option = ["--server", "--world", "--token"].first(where: { words.value($0) != nil }) {
            throw words.problem("\(option) and --association cannot be combined: a file is checked without a server")
        }
        claims = zip(apps, domains).map { Claim(app: $0, domain: $1) }
        endpoint = try words.server(environment)
        timeoutMilliseconds = try words.timeoutMilliseconds()
        world = words.world.rawValue
        credentials = try words.credentials(environment)
        isJSON = words.has("--json")
        allowsColor = !words.has("--no-color")
    }
}

/// The output for an explanation of a link: text or JSON.
struct LinkReport {
    let style: ReportStyle
    let isJSON: Bool

    /// Returns the lines of an explanation, with their line feeds.
    ///
    /// - Parameter title: The line above the explanation; nil for a single file.
    func text(of explanation: LinkExplanation, title: String? = nil) -> String {
        if isJSON { return String(decoding: JSONWriter.bytes(of: explanation), as: UTF8.self) + "\n" }
        var text = title.map { style.paint(ReportStyle.harmless($0), .quiet) + "\n" } ?? ""
        let url = style.paint(ReportStyle.harmless(explanation.url), .strong)
        if let app = explanation.app {
            text += "\(url) opens in \(style.paint(ReportStyle.harmless(app.rawValue), .good)).\n\n"
        } else {
            text += "\(url) \(style.paint("stays in the browser", .bad)).\n\n"
        }
        let apps = Set(explanation.steps.compactMap(\.app))
        var app: AppID?
        for step in explanation.steps {
            // The steps of several apps look alike, so a line above them names the app.
            if apps.count > 1, let next = step.app, next != app {
                text += "  " + style.paint(ReportStyle.harmless(next.rawValue) + ":", .strong) + "\n"
                app = next
            }
            text += "  \(line(of: step))\n"
        }
        return text + "\n"
    }

    private func line(of step: LinkExplanation.Step) -> String {
        let (mark, tone): (String, ReportStyle.Tone) =
            switch step.outcome {
            case .opens: ("✓", .good)
            case .excluded: ("✗", .bad)
            case .noMatch: ("·", .quiet)
            case .unknownApp, .noAssociation, .noApp: ("!", .unsure)
            }
        return "\(style.paint(mark, tone)) \(style.paint(ReportStyle.harmless(step.reason.text), tone)) "
            + style.paint("(\(step.reason.rule))", .quiet)
    }
}

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
