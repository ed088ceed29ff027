import ChatProtocol

/// The rules that the tags of a trace name. The page has their sentences and sources, and those of no other rule.
struct TraceRules {
    private var ids: Set<String> = []

    /// Adds the rules that tags name, such as `@ev-change`. A tag that names no rule is skipped later.
    mutating func add(tags: [String]) { ids.formUnion(tags.map { String($0.trimmingPrefix("@")) }) }

    /// Writes the rules by their ids, and the sources by their marks.
    func write(to json: inout JSONWriter) {
        let reference = ids.isEmpty ? RuleReference(page: "") : RuleReference()
        let named = ids.sorted().compactMap { id in reference.rules[id].map { (id, $0) } }
        json.key("rules")
        json.object { json in
            for (id, rule) in named {
                json.key(dynamic: id)
                json.object { json in
                    json.member("text", rule.text)
                    json.member("sources", rule.sources)
                }
            }
        }
        json.key("sources")
        json.object { json in
            for mark in Set(named.flatMap(\.1.sources)).sorted() {
                guard let name = reference.source(of: mark) else { continue }
                json.key(dynamic: mark)
                json.string(name)
            }
        }
    }
}
