import ChatProtocol
import Testing

/// Share options: the selection, its effects, and the bounds of a registration.
struct ShareOptionsTests {
    private static let article = ShareOptions(
        groups: [
            .init(
                kind: .picker, identifier: "permission",
                options: [
                    .init(identifier: "change", title: "Can make changes", effect: .readWrite),
                    .init(identifier: "read", title: "Read only", effect: .readOnly),
                ]),
            .init(
                kind: .switches, identifier: "also",
                options: [
                    .init(identifier: "mentions", title: "Allow mentions", requires: ["change"]),
                    .init(identifier: "comments", title: "Allow comments", requires: ["mentions"]),
                ]),
        ], summaries: [.init(when: ["read"], summary: "Look"), .init(when: ["change", "mentions"], summary: "Talk")])

    @Test func pickerSelectsItsFirstOptionByDefault() {
        #expect(Self.article.selected == ["change"])
        #expect(Self.article.groups[0].selectedOptionIdentifier == "change")
        #expect(Self.article.groups[1].selectedOptionIdentifier == nil)
        #expect(ShareOptions.standard.selected == ["private", "readWrite"] && ShareOptions.standard.problem == nil)
    }

    @Test(
        arguments: [
            (["nope"], "names “nope”"), ([], "exactly one of change, read"), (["change", "read"], "has 2"),
            (["change", "change"], "twice"), (["read", "mentions"], "mentions, which needs change"),
            (["change", "comments"], "comments, which needs mentions"),
        ] as [([String], String)])
    func invalidSelectionIsRefusedWithItsReason(_ identifiers: [String], _ words: String) {
        let problem = #expect(throws: InvalidField.self) { try Self.article.selecting(identifiers) }
        #expect(problem?.problem.contains(words) == true, "\(problem?.problem ?? "")")
    }

    @Test func selectionHasItsSummaryAndEffects() throws {
        let talk = try Self.article.selecting(["mentions", "change"])
        #expect(talk.selected == ["change", "mentions"] && talk.summary == "Talk" && talk.permission == .readWrite)
        let look = try Self.article.selecting(["read"])
        #expect(look.summary == "Look" && look.permission == .readOnly && look.access == .private)
        #expect(try Self.article.selecting(["change"]).summary == "Everyone can make changes.")
        let open = try ShareOptions.standard.selecting(["public", "readOnly", "inviting"])
        #expect(open.access == .public && open.allowsInviting && open.summary == "Everyone can view.")
    }

    @Test func optionIsSwitchedOffWithTheOptionItRequires() {
        var options = Self.article
        var chosen = ["comments", "mentions", "comments"].map { options.choose($0) }
        #expect(chosen == [false, true, true])
        #expect(options.selected == ["change", "mentions", "comments"])
        chosen = [options.choose("read"), options.choose("read", false), options.choose("nope")]
        #expect(chosen == [true, false, false] && options.selected == ["read"])
    }

    @Test func narrowerOfTwoSelectedEffectsApplies() throws {
        let both = ShareOptions(groups: [
            .init(
                kind: .switches, identifier: "g",
                options: [
                    .init(identifier: "a", title: "A", isSelected: true, effect: .public),
                    .init(identifier: "b", title: "B", isSelected: true, effect: .private),
                    .init(identifier: "c", title: "C", isSelected: true, effect: .readWrite),
                    .init(identifier: "d", title: "D", isSelected: true, effect: .readOnly),
                ])
        ])
        #expect(both.access == .private && both.permission == .readOnly)
    }

    private func problem(_ change: (inout ShareOptions) -> Void) -> String? {
        var options = Self.article
        change(&options)
        return options.problem?.description
    }

    @Test func registrationWithInvalidOrTooManyOptionsIsRefused() {
        #expect(problem { _ in } == nil)
        func group(_ count: Int, _ name: String) -> ShareOptions.Group {
            .init(
                kind: .switches, identifier: name,
                options: (0..<count).map { .init(identifier: "\(name)\($0)", title: "T") })
        }
        #expect(problem { $0 = .init(groups: (0..<8).map { group(4, "g\($0)-") }) } == nil)
        #expect(problem { $0 = .init(groups: (0..<9).map { group(1, "g\($0)-") }) }?.contains("8 at most") == true)
        #expect(problem { $0 = .init(groups: [group(33, "g")]) }?.contains("32 at most") == true)
        #expect(problem { $0.summaries = Array(repeating: .init(when: [], summary: "x"), count: 33) } != nil)
        #expect(problem { $0.groups[1].identifier = "permission" }?.contains("another group") == true)
        #expect(problem { $0.groups[1].options[0].identifier = "read" }?.contains("another option") == true)
        #expect(problem { $0.groups[1].options[0].requires = ["nope"] }?.contains("not an option") == true)
        #expect(problem { $0.groups[1].options[0].requires = ["mentions"] }?.contains("itself") == true)
        #expect(problem { $0.groups[1].options[1].isSelected = true }?.contains("needs mentions") == true)
        #expect(problem { $0.groups[0].options.removeLast() }?.contains("at least two") == true)
        #expect(problem { $0.summaries[0].when = ["nope"] }?.contains("not an option") == true)
        #expect(ShareOptions(groups: [group(6, "g")]).warnings.isEmpty)
        #expect(ShareOptions(groups: [group(7, "g")]).warnings.count == 1)
    }

    @Test func optionsAreReadBackAsWritten() throws {
        let options = try Self.article.selecting(["change", "mentions"])
        var fields = try JSONFields(try JSONReader.read(JSONWriter.bytes(of: options)).value)
        #expect(try ShareOptions(from: &fields) == options)
    }

    /// opts-group-text: the optional title and footer of a group are written and read.
    @Test func groupKeepsItsTitleAndFooter() throws {
        var options = Self.article
        options.groups[0].title = "Permission"
        options.groups[0].footer = "Whoever reads may still copy."
        let json = try JSONReader.read(JSONWriter.bytes(of: options)).value
        let group = json["groups"]?.arrayValue?.first
        #expect(group?["title"] == "Permission" && group?["footer"] == "Whoever reads may still copy.")
        #expect(json["groups"]?.arrayValue?.last?["footer"] == nil)
        var fields = try JSONFields(json)
        #expect(try ShareOptions(from: &fields) == options)
    }
}
