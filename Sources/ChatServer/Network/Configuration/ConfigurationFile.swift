import ChatProtocol

/// A configuration file: JSON with comments as in Swift.
enum ConfigurationFile {
    /// The reason why a file is refused: one line that names the key or the position.
    struct Problem: Error, Equatable {
        let message: String

        init(_ message: String) { self.message = message }

        static func unknown(_ key: String, among known: [String], in path: String = "") -> Problem {
            let near = Spelling.nearest(to: key, among: known).map { "; did you mean \(path)\($0)?" }
            return Problem("there is no key \(path)\(key.prefix(100))" + (near ?? ""))
        }
    }

    /// The maximum size of a file, in bytes. No configuration needs as many.
    static let bytesMax = 1024 * 1024

    /// Reads a file. Missing keys keep their default values.
    static func settings(_ bytes: [UInt8]) throws(Problem) -> ServerSettings {
        let plain = try withoutComments(bytes)
        let text: (value: JSONValue, duplicateKey: String?)
        do {
            text = try JSONReader.read(plain)
        } catch {
            throw Problem("\(place(error.offset, in: bytes)): \(error.problem)")
        }
        if let key = text.duplicateKey { throw Problem("the key “\(key)” comes twice in one object") }
        guard case .object(let object) = text.value else {
            throw Problem("a configuration must be an object, and this is \(text.value.kind)")
        }
        var settings = ServerSettings()
        for member in object.members {
            guard let key = ServerSettings.Key(rawValue: member.key) else {
                throw .unknown(member.key, among: ServerSettings.Key.allCases.map(\.rawValue))
            }
            try Setting(key: key, name: member.key, value: member.value).set(in: &settings)
        }
        return settings
    }

    // MARK: Text

    /// Returns the text with a space for each byte of a comment, so that errors keep their positions. A comment is `//`
    /// up to the end of the line, or `/* */` without nesting. Strings contain no comments.
    static func withoutComments(_ bytes: [UInt8]) throws(Problem) -> [UInt8] {
        var plain = bytes
        var index = 0
        var isInString = false
        func next(_ offset: Int) -> UInt8? { index + offset < plain.count ? plain[index + offset] : nil }
        while let byte = next(0) {
            if isInString {
                if byte == UInt8(ascii: "\\") { index += 1 }
                if byte == UInt8(ascii: "\"") { isInString = false }
                index += 1
            } else if byte == UInt8(ascii: "/"), next(1) == UInt8(ascii: "/") {
                while let byte = next(0), byte != 0x0A {
                    plain[index] = 0x20
                    index += 1
                }
            } else if byte == UInt8(ascii: "/"), next(1) == UInt8(ascii: "*") {
                let start = index
                plain[index] = 0x20
                plain[index + 1] = 0x20
                index += 2
                while let byte = next(0), !(byte == UInt8(ascii: "*") && next(1) == UInt8(ascii: "/")) {
                    if byte != 0x0A { plain[index] = 0x20 }
                    index += 1
                }
                guard index < plain.count else {
                    throw Problem("\(place(start, in: bytes)): a comment is not closed")
                }
                plain[index] = 0x20
                plain[index + 1] = 0x20
                index += 2
            } else {
                if byte == UInt8(ascii: "\"") { isInString = true }
                index += 1
            }
        }
        return plain
    }

    private static func place(_ offset: Int, in bytes: [UInt8]) -> String {
        let before = bytes.prefix(offset)
        let line = before.count { $0 == 0x0A } + 1
        let column = offset - (before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0) + 1
        return "line \(line), column \(column)"
    }
}

/// One setting, as a configuration file or the command line gives it.
struct Setting: Equatable, Sendable {
    typealias Problem = ConfigurationFile.Problem

    let key: ServerSettings.Key
    /// The name as it was written, for errors: `port` or `--port`.
    let name: String
    let value: JSONValue

    private var isOption: Bool { name.hasPrefix("--") }

    /// Checks the value and stores it in the settings.
    func set(in settings: inout ServerSettings) throws(Problem) {
        switch key {
        case .host:
            settings.host = try string()
            guard settings.isLoopback != nil else { throw wrong() }
        case .port: settings.port = UInt16(try Self.integer(name, value, 0...65_535))
        case .data: try set(.init(try string()), of: &settings)
        case .ephemeral: if try bool() { try set(.ephemeral, of: &settings) }
        case .advertise: settings.advertised = try string()
        case .releaseAfter: settings.releaseSeconds = Int64(try Self.integer(name, value, 1...86_400))
        case .clock: settings.clock = try word()
        case .logFormat: settings.logFormat = try word()
        case .tokens: settings.tokens = try string()
        case .rateLimit: settings.limitsRate = try bool()
        case .hosts: settings.hosts = try strings(HTTPRoute.Names.isHostName)
        case .origins: settings.origins = try strings(HTTPRoute.Names.isOrigin)
        case .limits: try set(&settings.limits)
        case .consent: try set(&settings.consent)
        case .action: try set(&settings.action)
        }
    }

    private func set(_ storage: ServerSettings.Storage, of settings: inout ServerSettings) throws(Problem) {
        guard settings.storage == .standardFile else { throw Problem("give one of data and ephemeral") }
        settings.storage = storage
    }

    private func set<Numbers: NamedNumbers>(_ numbers: inout Numbers) throws(Problem) {
        guard case .object(let object) = value else { throw wrong() }
        for member in object.members {
            guard let number = Numbers.Name(rawValue: member.key) else {
                throw .unknown(member.key, among: Numbers.Name.allCases.map(\.rawValue), in: "\(name).")
            }
            numbers[number] = try Self.integer("\(name).\(member.key)", member.value, number.range)
        }
    }

    // MARK: Values

    private func wrong() -> Problem {
        guard isOption, case .string(let text) = value else { return Self.wrong(name, value, key.description.range) }
        return Problem("\(name) must be \(key.description.range.filter { $0 != "\"" }), and is “\(text)”")
    }

    private static func wrong(_ name: String, _ value: JSONValue, _ expected: String) -> Problem {
        let written: String =
            switch value {
            case .null, .bool, .integer, .number, .string:
                String(decoding: JSONWriter.bytes(of: value).prefix(100), as: UTF8.self)
            case .array, .object: value.kind
            }
        return Problem("\(name) must be \(expected), and is \(written)")
    }

    private func string() throws(Problem) -> String {
        guard case .string(let text) = value, !text.isEmpty else { throw wrong() }
        return text
    }

    private func bool() throws(Problem) -> Bool {
        guard case .bool(let bool) = value else { throw wrong() }
        return bool
    }

    private func word<Word: RawRepresentable<String>>() throws(Problem) -> Word {
        guard case .string(let text) = value, let word = Word(rawValue: text) else { throw wrong() }
        return word
    }

    private static func integer(
        _ name: String, _ value: JSONValue, _ range: ClosedRange<Int>
    ) throws(Problem) -> Int {
        guard case .integer(let number) = value, let integer = Int(exactly: number), range.contains(integer) else {
            throw wrong(name, value, "a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return integer
    }

    private func strings(_ isGood: (String) -> Bool) throws(Problem) -> [String] {
        let range = key.description.range
        guard case .array(let elements) = value else { throw Self.wrong(name, value, "a list of \(range)") }
        var strings: [String] = []
        for (index, element) in elements.enumerated() {
            guard case .string(let text) = element, isGood(text) else {
                throw Self.wrong(isOption ? name : "\(name)[\(index)]", element, range)
            }
            strings.append(text)
        }
        return strings
    }
}
