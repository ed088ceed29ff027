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
