import ChatProtocol
import ChatSystem

/// Merging of Cucumber Messages. Messages that all parts share are written once, and all ids are replaced, because each
/// part counts from 0.
struct MessagesMerge {
    private var output = ""
    private var nextID = 0
    /// The ids of each shared message in the merged stream, by a key for its content.
    private var shared: [String: [String]] = [:]
    /// The content of each source and of the description of the run, by a key.
    private var texts: [String: JSONValue] = [:]
    private var pickles: [[String]: String] = [:]
    private var finished: (timestamp: JSONValue, success: Bool)?
    /// The part of the run that each input names; nil for an input that names none.
    private var shards: [RunShard?] = []

    static func merged(_ inputs: [ReportMerge.Input]) throws(FileProblem) -> String {
        var merge = MessagesMerge()
        for input in inputs { try merge.add(input) }
        try ReportMerge.check(merge.shards, of: inputs)
        return merge.ended()
    }

    private mutating func add(_ input: ReportMerge.Input) throws(FileProblem) {
        var numbers: [String: String] = [:]
        var isWhole = false
        var shard: RunShard?
        for line in input.text.utf8.split(separator: 0x0A) {
            let value: JSONValue
            do throws(JSONError) { value = try JSONReader.read(Array(line)).value } catch {
                throw input.problem("a line of it is not valid JSON: it is cut off")
            }
            guard let member = value.objectValue?.members.first, !isWhole else {
                throw input.problem("it is not a stream of Cucumber Messages of one run")
            }
            switch member.key {
            case "meta": try agree(member, "meta", input, or: "it was made by another version")
            case "source":
                let path = member.value["uri"]?.stringValue ?? ""
                try agree(member, path, input, or: "\(path) differs from the file in the other report")
            case "gherkinDocument": share(member, "document " + (member.value["uri"]?.stringValue ?? ""), &numbers)
            case "stepDefinition": share(member, "step \(Self.text(of: member.value["pattern"]))", &numbers)
            case "hook": share(member, "hook \(Self.text(of: member.value["type"]))", &numbers)
            case "testRunStarted": share(member, "run", &numbers)
            case "attachment" where member.value["mediaType"]?.stringValue == RunShard.mediaType:
                shard = try? RunShard(member.value["body"]?.stringValue ?? "")
            case "testRunFinished":
                isWhole = true
                end(member.value)
            case "pickle":
                let renumbered = renumbered(member.value, &numbers)
                let nodes = (renumbered["astNodeIds"]?.arrayValue ?? []).compactMap(\.stringValue)
                if let other = pickles.updateValue(input.path, forKey: nodes) {
                    let place = "\(member.value["uri"]?.stringValue ?? "") “\(member.value["name"]?.stringValue ?? "")”"
                    throw input.problem("it has \(place), and so has \(other): parts of a run have each scenario once")
                }
                write(member.key, renumbered)
            default: write(member.key, renumbered(member.value, &numbers))
            }
        }
        guard isWhole else { throw input.problem("it is cut off: it has no testRunFinished") }
        shards.append(shard)
    }

    /// Writes a message that must be equal in all parts, when it first occurs.
    /// - Throws: ``FileProblem`` if this part has a different one.
    private mutating func agree(
        _ member: JSONObject.Member, _ key: String, _ input: ReportMerge.Input, or problem: String
    ) throws(FileProblem) {
        guard let known = texts.updateValue(member.value, forKey: key) else { return write(member.key, member.value) }
        guard known == member.value else { throw input.problem(problem) }
    }

    /// Writes a shared message when it first occurs. Later copies are dropped, and their ids map to the ids of the
    /// first.
    private mutating func share(_ member: JSONObject.Member, _ key: String, _ numbers: inout [String: String]) {
        let own = Self.numbers(in: member.value)
        if let known = shared[key], known.count == own.count {
            for (number, known) in zip(own, known) { numbers[number] = known }
            return
        }
        write(member.key, renumbered(member.value, &numbers))
        shared[key] = own.compactMap { numbers[$0] }
    }

    private mutating func end(_ value: JSONValue) {
        let success = value["success"]?.boolValue ?? false
        let timestamp = value["timestamp"] ?? .null
        let seconds = { (time: JSONValue) in time["seconds"]?.integerValue ?? 0 }
        guard let other = finished else {
            finished = (timestamp, success)
            return
        }
        finished = (
            seconds(timestamp) > seconds(other.timestamp) ? timestamp : other.timestamp, success && other.success
        )
    }

    private mutating func ended() -> String {
        if let finished {
            write(
                "testRunFinished",
                [
                    "success": .bool(finished.success), "timestamp": finished.timestamp,
                    "testRunStartedId": .string(shared["run"]?.first ?? ""),
                ])
        }
        return output
    }

    private mutating func write(_ key: String, _ value: JSONValue) {
        let line: JSONValue = .object(JSONObject([JSONObject.Member(key: key, value: value)]))
        output += String(decoding: JSONWriter.bytes(of: line), as: UTF8.self) + "\n"
    }

    /// Returns the value with the ids of the merged stream: the members called `id`, `…Id` and `…Ids`.
    private mutating func renumbered(_ value: JSONValue, _ numbers: inout [String: String]) -> JSONValue {
        switch value {
        case .array(let elements): return .array(elements.map { renumbered($0, &numbers) })
        case .object(let object):
            return .object(
                JSONObject(
                    object.members.map { member in
                        let value =
                            Self.isNumber(member.key)
                            ? renamed(member.value, &numbers) : renumbered(member.value, &numbers)
                        return JSONObject.Member(key: member.key, value: value)
                    }))
        default: return value
        }
    }

    private mutating func renamed(_ value: JSONValue, _ numbers: inout [String: String]) -> JSONValue {
        if let list = value.arrayValue { return .array(list.map { renamed($0, &numbers) }) }
        guard let text = value.stringValue else { return value }
        if let known = numbers[text] { return .string(known) }
        let number = String(nextID)
        nextID += 1
        numbers[text] = number
        return .string(number)
    }

    private static func isNumber(_ key: String) -> Bool { key == "id" || key.hasSuffix("Id") || key.hasSuffix("Ids") }

    /// Returns the ids that a message defines, in the order in which they occur.
    private static func numbers(in value: JSONValue) -> [String] {
        switch value {
        case .array(let elements): elements.flatMap(numbers)
        case .object(let object):
            object.members.flatMap { member in
                member.key == "id" ? [member.value.stringValue].compactMap(\.self) : numbers(in: member.value)
            }
        default: []
        }
    }

    private static func text(of value: JSONValue?) -> String {
        value.map { String(decoding: JSONWriter.bytes(of: $0), as: UTF8.self) } ?? ""
    }
}
