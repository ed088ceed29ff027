import ChatProtocol
import ChatSystem

/// Command line words that a person stores under a name: `profiles.json` in the configuration folder, an object that
/// maps each name to a list of words.
enum Profile {
    /// Returns the words with those of the profile in place of `--profile NAME`. Options of the profile that are also
    /// on the command line are left out.
    ///
    /// - Throws: ``UsageError`` if the profile does not exist or cannot be read.
    static func expand(_ words: [String], environment: [String: String]) throws(UsageError) -> [String] {
        guard let index = words.firstIndex(of: "--profile") else { return words }
        guard words.indices.contains(index + 1) else { throw UsageError("--profile needs a name") }
        let name = words[index + 1]
        guard let path = BaseDirectory.configuration.path(environment: environment).map({ $0 + "/profiles.json" })
        else {
            throw UsageError("--profile: set XDG_CONFIG_HOME or HOME, the folder of profiles.json")
        }
        let value: JSONValue
        do {
            value = try JSONReader.read(try FileSystem.bytes(ofTextFile: path, max: 1 << 20)).value
        } catch {
            throw UsageError("--profile \(name): \(path): \(error)")
        }
        guard let kept = value[name]?.arrayValue?.compactMap(\.stringValue) else {
            guard value[name] == nil else {
                throw UsageError(
                    "\(path): “\(name)” must be a list of words, such as [\"localhost:7777\", \"--as\", \"anna\"]")
            }
            let names = value.objectValue?.members.map { "\($0.key)" }.sorted().joined(separator: ", ") ?? ""
            throw UsageError("\(path) has no profile “\(name)”" + (names.isEmpty ? "" : "; available: \(names)"))
        }
        let rest = Array(words[(index + 2)...])
        return Array(words[..<index]) + left(of: kept, besides: Array(words[..<index]) + rest) + rest
    }

    /// Returns the words of a profile without the options that are also on the command line.
    private static func left(of kept: [String], besides given: [String]) -> [String] {
        var left: [String] = []
        var rest = kept[...]
        while let word = rest.popFirst() {
            guard word.hasPrefix("--"), given.contains(word) else {
                left.append(word)
                continue
            }
            let takesValue = ConnectCommand.description.options.contains { $0.name == word && $0.value != nil }
            if takesValue { rest = rest.dropFirst() }
        }
        return left
    }
}
