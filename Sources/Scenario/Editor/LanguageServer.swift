import ChatProtocol
package import ChatScreens
import ChatSystem
import Gherkin

/// A language server for feature files: the Language Server Protocol without its transport.
///
/// It takes one message of the editor and returns what to send. Files come from the editor only, and it runs nothing: to
/// play a scenario is an effect that the caller carries out.
package struct LanguageServer {
    /// An action of the caller after a message.
    package enum Effect: Hashable {
        /// Sends a message to the editor.
        case send([UInt8])
        /// Plays the scenario at `FILE:LINE`, and passes the output to ``played(_:uri:report:)``.
        case play(String, uri: String)
        /// Ends the program with this exit status.
        case exit(Int32)
    }

    /// A program with steps of its own.
    package struct OwnSteps {
        package var definitions: [StepDefinition<ScenarioContext>]
        /// The files of the program with their texts, in which the definitions of its phrases are looked for.
        package var files: [(path: String, text: String)]

        package init(definitions: [StepDefinition<ScenarioContext>], files: [(path: String, text: String)]) {
            (self.definitions, self.files) = (definitions, files)
        }
    }

    /// The state between the messages of the protocol that begin and end a session.
    private enum Phase { case new, running, shutDown }

    private var answers: FeatureAnswers
    private var features: [String: EditedFeature] = [:]
    /// The failures of the scenarios that were played last, by file. They go with the next change of the file.
    private var failures: [String: [Finding]] = [:]
    private var phase = Phase.new
    private var effects: [Effect] = []
    /// A message that the editor shows when the session begins, such as why a program's steps are missing; nil for none.
    package var warning: String?

    /// Creates a server.
    /// - Throws: ``PatternError`` if a phrase of the program could match the same step as another.
    package init(_ own: OwnSteps? = nil) throws(PatternError) {
        let chapters =
            PlayPhrases.chapters + (own.map { [(title: "Steps of your own", phrases: $0.definitions)] } ?? [])
        answers = FeatureAnswers(
            findings: FeatureFindings(try PlayPhrases.table(own?.definitions ?? [])),
            catalogue: StepCatalogue(chapters: chapters, modifiers: PlayPhrases.modifiers), files: own?.files ?? [])
    }

    // MARK: Messages

    /// Takes a message of the editor.
    ///
    /// - Parameter bytes: A JSON text. Anything else gets an error without an id.
    package mutating func receive(_ bytes: [UInt8]) -> [Effect] {
        effects = []
        let message: JSONValue
        do throws(JSONError) { message = try JSONReader.read(bytes).value } catch {
            answer(nil, .failure(EditorFault(.parseError, "\(error.problem), at byte \(error.offset)")))
            return effects
        }
        let id = message["id"]
        guard let method = message["method"]?.stringValue else {
            // The answer to a request of the server, of which there is none, or no message of the protocol.
            if message["result"] == nil, message["error"] == nil {
                answer(id, .failure(EditorFault(.invalidRequest, "a message has a method")))
            }
            return effects
        }
        guard let id else {
            notified(method, message["params"])
            return effects
        }
        do throws(EditorFault) {
            answer(id, .success(try result(of: method, message["params"])))
        } catch {
            answer(id, .failure(error))
        }
        return effects
    }

    private mutating func answer(_ id: JSONValue?, _ result: Result<JSONValue, EditorFault>) {
        switch result {
        case .success(let value): send(["jsonrpc": "2.0", "id": id ?? .null, "result": value])
        case .failure(let fault):
            send([
                "jsonrpc": "2.0", "id": id ?? .null,
                "error": ["code": .integer(fault.code.rawValue), "message": .string(fault.message)],
            ])
        }
    }

    private mutating func send(_ message: JSONValue) { effects.append(.send(JSONWriter.bytes(of: message))) }

    private mutating func notify(_ method: String, _ params: JSONValue) {
        send(["jsonrpc": "2.0", "method": .string(method), "params": params])
    }

    private mutating func notified(_ method: String, _ params: JSONValue?) {
        if method == "exit" { effects.append(.exit(phase == .shutDown ? 0 : 1)) }
        if method == "initialized", let warning { show(warning, isError: true) }
        guard phase == .running, let document = params?["textDocument"], let uri = document["uri"]?.stringValue else {
            return
        }
        switch method {
        case "textDocument/didOpen": open(uri, document["version"], document["text"])
        case "textDocument/didChange":
            open(uri, document["version"], params?["contentChanges"]?.arrayValue?.last?["text"])
        case "textDocument/didClose":
            (features[uri], failures[uri]) = (nil, nil)
            notify("textDocument/publishDiagnostics", ["uri": .string(uri), "diagnostics": []])
        default: break
        }
    }

    private mutating func open(_ uri: String, _ version: JSONValue?, _ text: JSONValue?) {
        guard let text = text?.stringValue else { return }
        failures[uri] = nil
        let feature = EditedFeature(uri: uri, version: version?.integerValue, text: text)
        features[uri] = feature
        publish(feature)
    }

    private mutating func publish(_ feature: EditedFeature) {
        let all = answers.findings.findings(in: feature) + failures[feature.uri, default: []]
        let found: JSONValue = .array(all.map(\.json))
        notify(
            "textDocument/publishDiagnostics",
            feature.version.map { ["uri": .string(feature.uri), "version": .integer($0), "diagnostics": found] }
                ?? ["uri": .string(feature.uri), "diagnostics": found])
    }

    // MARK: Requests

    private mutating func result(of method: String, _ params: JSONValue?) throws(EditorFault) -> JSONValue {
        switch (phase, method) {
        case (.new, "initialize"):
            phase = .running
            let item = params?["capabilities"]?["textDocument"]?["completion"]?["completionItem"]
            answers.allowsSnippets = item?["snippetSupport"]?.boolValue ?? false
            return Self.capabilities
        case (.new, _): throw EditorFault(.notInitialized, "the first request is initialize")
        case (.running, "shutdown"):
            phase = .shutDown
            return .null
        case (.running, "initialize"), (.shutDown, _):
            throw EditorFault(.invalidRequest, "\(method) is not possible at this point of the session")
        case (.running, "workspace/executeCommand"): return try execute(params)
        case (.running, _): break
        }
        guard let answer = FeatureAnswers.table[method] else {
            throw EditorFault(.methodNotFound, "there is no method \(method.prefix(100))")
        }
        guard let uri = params?["textDocument"]?["uri"]?.stringValue else {
            throw EditorFault(.invalidParams, "textDocument.uri is missing")
        }
        guard let feature = features[uri] else { throw EditorFault(.invalidParams, "the file is not open") }
        return try answer(&answers, feature, params)
    }

    private static let capabilities: JSONValue = [
        "capabilities": [
            "positionEncoding": "utf-16",
            "textDocumentSync": ["openClose": true, "change": 1],
            "completionProvider": ["triggerCharacters": [" ", "\"", "@"]],
            "hoverProvider": true,
            "definitionProvider": true,
            "renameProvider": ["prepareProvider": true],
            "documentFormattingProvider": true,
            "documentSymbolProvider": true,
            "codeActionProvider": ["codeActionKinds": ["quickfix"]],
            "codeLensProvider": ["resolveProvider": false],
            "executeCommandProvider": ["commands": [.string(FeatureAnswers.playCommand)]],
        ],
        "serverInfo": ["name": "understudy", "version": .string(Understudy.version)],
    ]

    // MARK: Scenarios

    private mutating func execute(_ params: JSONValue?) throws(EditorFault) -> JSONValue {
        guard params?["command"]?.stringValue == FeatureAnswers.playCommand else {
            throw EditorFault(.invalidParams, "the command is \(FeatureAnswers.playCommand)")
        }
        guard let arguments = params?["arguments"]?.arrayValue, arguments.count == 2,
            let uri = arguments[0].stringValue, let line = arguments[1].integerValue, line > 0,
            let path = FileAddress.path(of: uri)
        else { throw EditorFault(.invalidParams, "the arguments are the address of a file and a line, from 1") }
        effects.append(.play("\(path):\(line)", uri: uri))
        return .null
    }

    /// Takes the report of a scenario that was played, and returns what to send.
    ///
    /// - Parameters:
    ///   - place: The place that was played.
    ///   - uri: The address of its file.
    ///   - report: The lines of `play --report annotations`.
    package mutating func played(_ place: String, uri: String, report: [String]) -> [Effect] {
        effects = []
        let annotations = report.compactMap(Annotation.init)
        let failed = annotations.filter { $0.line != nil }
        if let feature = features[uri] {
            failures[uri] = failed.map { annotation in
                var range = feature.range(from: Location(line: annotation.line ?? 1))
                if let step = feature.step(atLine: range.start.line) { range = step.range }
                return Finding(range: range, severity: .error, message: annotation.text)
            }
            publish(feature)
        }
        let result = annotations.last { $0.line == nil }?.text ?? report.last ?? "nothing was played"
        let isFailed = !failed.isEmpty || annotations.isEmpty
        show("\(place): \(result)", isError: isFailed)
        return effects
    }

    private mutating func show(_ text: String, isError: Bool) {
        notify("window/showMessage", ["type": isError ? 1 : 3, "message": .string(text)])
    }
}
