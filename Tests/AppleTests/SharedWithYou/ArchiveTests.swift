import AppTestKit
import SharedWithYou
import Testing

/// Round trips of Apple's classes through a keyed archive.
struct ArchiveTests {
    private func roundTrip<Value: NSObject & NSSecureCoding>(_ value: Value) throws -> Value {
        let data = try NSKeyedArchiver.archivedData(withRootObject: value, requiringSecureCoding: true)
        return try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: Value.self, from: data))
    }

    private let identity = SWPerson.Identity(rootHash: Data([1, 2, 255]))

    @Test("people, identities and proofs survive an archive")
    func peopleSurvive() throws {
        let person = SWPerson(
            handle: "bea", identity: identity, displayName: "Bea", thumbnailImageData: Data("png".utf8))
        #expect(try roundTrip(person) == person)
        let nameless = SWPerson(handle: nil, identity: nil, displayName: "", thumbnailImageData: nil)
        #expect(try roundTrip(nameless) == nameless)
        #expect(nameless != person)
    }

    @Test("metadata survives an archive, with its options, their choices and the sender's name")
    func metadataSurvives() throws {
        let metadata = SWCollaborationMetadata(localIdentifier: .init("row 7"))
        metadata.title = "Ideas"
        metadata.initiatorHandle = "anna@example.com"
        var name = PersonNameComponents()
        (name.givenName, name.familyName) = ("Änne", "Müller")
        metadata.initiatorNameComponents = name
        let picker = SWCollaborationOptionsPickerGroup(
            identifier: "access",
            options: [
                .init(title: "Everyone", identifier: "all", subtitle: "with the link", selected: true),
                .init(title: "Invited", identifier: "some", requiredOptionsIdentifiers: ["all"]),
            ])
        picker.footer = "Anyone"
        metadata.defaultShareOptions = SWCollaborationShareOptions(optionsGroups: [picker], summary: "Everyone")
        let back = try roundTrip(metadata)
        #expect(back == metadata)
        #expect(back.defaultShareOptions?.optionsGroups.first is SWCollaborationOptionsPickerGroup)
        #expect(back.initiatorNameComponents?.familyName == "Müller")
    }

    @Test("the options that a caller changes afterwards are not those of the metadata")
    func optionsAreCopied() {
        let option = SWCollaborationOption(title: "Comments", identifier: "comments")
        let group = SWCollaborationOptionsGroup(identifier: "g", options: [option])
        let metadata = SWCollaborationMetadata(collaborationIdentifier: .init("c1"))
        metadata.defaultShareOptions = SWCollaborationShareOptions(optionsGroups: [group])
        option.isSelected = true
        #expect(metadata.defaultShareOptions?.optionsGroups[0].options[0].isSelected == false)
    }

    @Test("a picker selects one of its options, and ignores an unknown one")
    func pickerSelectsOne() {
        let picker = SWCollaborationOptionsPickerGroup(
            identifier: "access",
            options: [.init(title: "A", identifier: "a"), .init(title: "B", identifier: "b")])
        #expect(picker.selectedOptionIdentifier == "a")
        picker.selectedOptionIdentifier = "b"
        #expect(picker.options.map(\.isSelected) == [false, true])
        picker.selectedOptionIdentifier = "c"
        #expect(picker.selectedOptionIdentifier == "b")
    }

    @Test("highlights and events survive an archive, and events of two triggers differ")
    func highlightsAndEventsSurvive() async throws {
        let world = try await TestWorld("Anna", "Bea")
        let plan = try await world.anna.share("Trip plan", in: world.conversation)
        try await world.anna.running {
            let url = try #require(URL(string: plan.url))
            let highlight = try await SWHighlightCenter().collaborationHighlight(for: url)
            let back = try roundTrip(highlight)
            #expect(back == highlight && back.title == "Trip plan" && back.creationDate == highlight.creationDate)
            let edit = SWHighlightChangeEvent(highlight: highlight, trigger: .edit)
            #expect(try roundTrip(edit) == edit)
            #expect(edit != SWHighlightChangeEvent(highlight: highlight, trigger: .comment))
            let mention = SWHighlightMentionEvent(highlight: highlight, mentionedPersonIdentity: identity)
            #expect(try roundTrip(mention) == mention)
            let moved = SWHighlightPersistenceEvent(highlight: highlight, trigger: .moved)
            #expect(try roundTrip(moved).persistenceEventTrigger == .moved)
        }
    }

    @Test("an item provider passes metadata on, and refuses data that is no archive of it")
    func itemProviderPassesMetadata() async throws {
        let metadata = SWCollaborationMetadata(collaborationIdentifier: .init("board-1"))
        metadata.title = "Ideas"
        let provider = NSItemProvider(object: metadata)
        #expect(provider.canLoadObject(ofClass: SWCollaborationMetadata.self))
        let back: SWCollaborationMetadata? = await withCheckedContinuation { continuation in
            _ = provider.loadObject(ofClass: SWCollaborationMetadata.self) { object, _ in
                nonisolated(unsafe) let object = object as? SWCollaborationMetadata
                continuation.resume(returning: object)
            }
        }
        #expect(back == metadata)
        #expect(throws: (any Error).self) {
            try SWCollaborationMetadata.object(withItemProviderData: Data("x".utf8), typeIdentifier: "any")
        }
    }

    @Test("an archive without its required members is refused")
    func brokenArchiveIsRefused() throws {
        let archiver = NSKeyedArchiver(requiringSecureCoding: true)
        archiver.encode("x" as NSString, forKey: NSKeyedArchiveRootObjectKey)
        let data = archiver.encodedData
        let back = try? NSKeyedUnarchiver.unarchivedObject(ofClass: SWHighlight.self, from: data)
        #expect(back == nil)
    }
}
