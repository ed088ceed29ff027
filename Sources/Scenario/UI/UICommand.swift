import ChatProtocol

/// A message of the page of `play --ui`: an object whose member `do` names the action.
enum UICommand: Equatable {
    /// Plays scenarios.
    case run(Set<Int>, pausesAtOnce: Bool)
    /// Acts on the gate of the running scenario.
    case gate(RunGate.Command)
    /// Sets or removes a breakpoint.
    case breakpoint(RunGate.Place, isSet: Bool)
    /// Shows a scenario, whose steps are sent from now on.
    case open(Int)

    /// The number of ids that one message may have: more than the steps of the largest run.
    static let idsMax = 100_000

    /// Reads a message.
    /// - Returns: Nil if the text is not a message of the page.
    init?(_ text: [UInt8]) {
        guard let value = try? JSONReader.read(text, depthMax: 4, nodesMax: Self.idsMax + 16).value,
            let name = value["do"]?.stringValue
        else { return nil }
        switch name {
        case "run":
            guard let ids = value["ids"]?.arrayValue?.map({ $0.integerValue.flatMap(Int.init(exactly:)) }),
                !ids.contains(nil)
            else { return nil }
            self = .run(Set(ids.compactMap(\.self)), pausesAtOnce: value["pauses"]?.boolValue ?? false)
        case "breakpoint":
            guard let path = value["path"]?.stringValue,
                let line = value["line"]?.integerValue.flatMap(Int.init(exactly:)), let isSet = value["set"]?.boolValue
            else { return nil }
            self = .breakpoint(.init(path: path, line: line), isSet: isSet)
        case "open":
            guard let id = value["id"]?.integerValue.flatMap(Int.init(exactly:)) else { return nil }
            self = .open(id)
        default:
            guard let command = RunGate.Command(rawValue: name) else { return nil }
            self = .gate(command)
        }
    }
}
