import ChatProtocol

/// A reader of the trace in an HTML page.
enum TraceReader {
    struct Problem: Error {}

    /// Returns the text between the tags of a block.
    static func block(_ name: String, of page: String) throws -> String {
        guard let start = page.firstRange(of: " id=\"\(name)\">")?.upperBound,
            let end = page[start...].firstRange(of: "</script>")?.lowerBound
        else { throw Problem() }
        return String(page[start..<end])
    }

    /// Returns the page with empty blocks.
    static func shell(of page: String) throws -> String {
        try (["data"] + lists).reduce(page) { try $0.replacing(block($1, of: page), with: "") }
    }

    /// Returns the trace as one value. Each scenario has the members of its story, and each block of lines is an array.
    static func value(of page: String) throws -> JSONValue {
        let data = try JSONReader.read(Array(block("data", of: page).utf8)).value
        var members = data.objectValue?.members ?? []
        for name in lists {
            let lines = try block(name, of: page).split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            let values = try lines.enumerated().map { place, line in
                // The data has the values that the page shows first, in its member `opening`. Their lines are empty.
                if line.isEmpty, let value = data["opening"]?[name]?[String(place)] { return value }
                return try JSONReader.read(Array(line.utf8)).value
            }
            members.append(JSONObject.Member(key: name, value: .array(values)))
        }
        let stories = members.last?.value.arrayValue ?? []
        let scenarios = zip(data["scenarios"]?.arrayValue ?? [], stories).map { entry, story in
            JSONValue.object(JSONObject((entry.objectValue?.members ?? []) + (story.objectValue?.members ?? [])))
        }
        members.removeAll { $0.key == "scenarios" }
        return .object(JSONObject(members + [JSONObject.Member(key: "scenarios", value: .array(scenarios))]))
    }

    private static let lists = ["styles", "rows", "screens", "names", "texts", "decisions", "pages", "stories"]
}
