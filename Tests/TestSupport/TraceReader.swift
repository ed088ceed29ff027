import ChatProtocol

/// A trace as its page holds it.
enum TraceReader {
    struct Problem: Error {}

    /// What stands between the tags of a block.
    static func block(_ name: String, of page: String) throws -> String {
        guard let start = page.firstRange(of: " id=\"\(name)\">")?.upperBound,
            let end = page[start...].firstRange(of: "</script>")?.lowerBound
        else { throw Problem() }
        return String(page[start..<end])
    }

    /// The page without what stands in its blocks.
    static func shell(of page: String) throws -> String {
        try (["data"] + lists).reduce(page) { try $0.replacing(block($1, of: page), with: "") }
    }

    /// All of it as one value: each scenario with its story, and what stands a line each as an array.
    static func value(of page: String) throws -> JSONValue {
        let data = try JSONReader.read(Array(block("data", of: page).utf8)).value
        var members = data.objectValue?.members ?? []
        for name in lists {
            let lines = try block(name, of: page).split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            let values = try lines.enumerated().map { place, line in
                // What the page opens with stands there and nowhere else.
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
