import ChatConnection
import ChatProtocol
import ChatSystem
import Gherkin

/// The exchange with one process of a ``StepProgram``: JSON-RPC requests, one on each line, and their responses.
///
/// Each scenario has its own process, so that no state remains for the next one. After a protocol error the process is
/// killed, because its next line could be the response to any request.
final class StepConversation {
    private let program: StepProgram
    private let process: PipedProcess
    private var number: Int64 = 0
    /// The error after which no further request is possible; nil if none occurred.
    private var fault: StepFailure?

    /// The size of the longest response, in bytes.
    static let bytesMax = 1024 * 1024

    /// Starts the program.
    ///
    /// - Parameter variables: Environment variables for the program.
    /// - Throws: ``StepFailure`` if it cannot be started.
    init(_ program: StepProgram, variables: [String: String] = [:]) throws(StepFailure) {
        self.program = program
        do throws(SystemFailure) {
            process = try PipedProcess(program.words, variables: variables)
        } catch {
            throw StepFailure("the step program cannot be started", actual: error.reason)
        }
    }

    /// Sends a request and waits for the response.
    ///
    /// - Throws: ``StepFailure`` with the error that the program returned, or with an error of the program itself.
    func ask(_ method: String, _ params: JSONValue) throws(StepFailure) -> JSONValue {
        if let fault { throw fault }
        number += 1
        let request: JSONValue = [
            "jsonrpc": "2.0", "id": .integer(number), "method": .string(method), "params": params,
        ]
        guard process.writeLine(JSONWriter.bytes(of: request), milliseconds: program.milliseconds) else {
            throw broken(.ended)
        }
        let line: [UInt8]
        do throws(PipedProcess.LineError) {
            line = try process.line(milliseconds: program.milliseconds, bytesMax: Self.bytesMax)
        } catch {
            throw broken(error)
        }
        return try result(in: line)
    }

    /// Closes the input of the program and waits until it has ended.
    ///
    /// - Throws: ``StepFailure`` if it does not end in time, or ends with an exit status other than 0.
    func end() throws(StepFailure) {
        // The error was thrown when it occurred.
        if fault != nil { return }
        process.endInput()
        guard let status = process.exitStatus(milliseconds: program.milliseconds) else {
            throw stopped("the step program did not end within \(program.milliseconds / 1_000) s of the last step")
        }
        if status != 0 { throw stopped("the step program ended with \(Self.words(status))") }
    }

    private func result(in line: [UInt8]) throws(StepFailure) -> JSONValue {
        let answer: JSONValue
        do throws(JSONError) { answer = try JSONReader.read(line).value } catch {
            throw stopped(
                "the step program's answer is not valid JSON; write messages for people to standard error",
                actual: String(decoding: line, as: UTF8.self).beginning(bytesMax: 400))
        }
        guard answer["id"] == .integer(number) else {
            throw stopped(
                "the step program's line is not an answer to request \(number)", actual: Self.text(of: answer))
        }
        if let result = answer["result"] { return result }
        guard let message = answer["error"]?["message"]?.stringValue else {
            throw stopped(
                "an answer has a result, or an error with a message", actual: Self.text(of: answer))
        }
        let data = answer["error"]?["data"]
        throw StepFailure(
            message, expected: data?["expected"].map(Self.text), actual: data?["actual"].map(Self.text))
    }

    private func broken(_ silence: PipedProcess.LineError) -> StepFailure {
        switch silence {
        case .late: return stopped("the step program did not answer within \(program.milliseconds / 1_000) s")
        case .long(let bytes): return stopped("the step program answered with more than \(bytes) bytes")
        case .ended:
            let status = process.exitStatus(milliseconds: 1_000)
            return stopped(
                "the step program ended\(status.map { " with \(Self.words($0))" } ?? "") before it answered")
        }
    }

    /// Kills the program and returns the failure, with its last output to standard error.
    private func stopped(_ message: String, actual: String? = nil) -> StepFailure {
        process.kill()
        let remarks = String(decoding: process.lastErrorOutput(), as: UTF8.self)
        let failure = StepFailure(message, actual: actual ?? (remarks.isEmpty ? nil : remarks))
        fault = failure
        return failure
    }

    private static func words(_ status: Int32) -> String {
        status > 128 ? "signal \(status - 128)" : "exit status \(status)"
    }

    /// Returns a string as it is, and any other value as JSON, cut after 4,096 bytes.
    private static func text(of value: JSONValue) -> String {
        let text = value.stringValue ?? String(decoding: JSONWriter.bytes(of: value), as: UTF8.self)
        return text.utf8.count > 4_096 ? text.beginning(bytesMax: 4_096) + "…" : text
    }
}

extension StepConversation {
    /// Runs a step in the program.
    /// - Throws: ``StepFailure`` if the step fails or the program does not answer as it should.
    func run(_ step: PlayStep, phrase: String) throws(StepFailure) {
        let own = step.arguments.step
        let context = step.context
        var params: [(String, JSONValue)] = [
            ("phrase", .string(phrase)), ("text", .string(own.text)), ("arguments", .array(step.arguments.json)),
        ]
        if let table = own.table { params.append(("table", .array(table.map { .array($0.map { .string($0) }) }))) }
        if let text = own.docString { params.append(("docString", .string(text.content))) }
        let people = context.roster.people.map { JSONObject.Member(key: $0.name, value: .string($0.handle.rawValue)) }
        params.append(("people", .object(JSONObject(people))))
        params += context.place.map { ($0, .string($1)) }
        if let pickle = context.pickle {
            params.append(
                (
                    "scenario",
                    [
                        "name": .string(pickle.name), "file": .string(pickle.path),
                        "line": .integer(Int64(pickle.location.line)),
                    ]
                ))
        }
        _ = try ask("step.run", .object(JSONObject(params.map { JSONObject.Member(key: $0, value: $1) })))
    }
}

extension ScenarioContext {
    /// The server's address, if it has one, and the world. The program receives both in its environment and with each
    /// step.
    var place: [(String, String)] {
        (stage.address.map { [("server", "\($0)")] } ?? []) + [("world", world.rawValue)]
    }

    /// Returns the exchange with this scenario's process, which the first call starts.
    func conversation(with program: StepProgram) throws(StepFailure) -> StepConversation {
        if let programTalk { return programTalk }
        let variables = Dictionary(place.map { ("UNDERSTUDY_\($0.uppercased())", $1) }) { first, _ in first }
        let talk = try StepConversation(program, variables: variables)
        programTalk = talk
        return talk
    }

    /// Ends the process of this scenario, if it has one.
    func endProgram() throws(StepFailure) {
        guard let talk = programTalk else { return }
        programTalk = nil
        try talk.end()
    }
}
