import Foundation
import Testing
import UnderstudyFoundation

/// The names of people, which Foundation on Linux does not format.
struct PersonNameTests {
    private func name(given: String? = nil, family: String? = nil, nickname: String? = nil) -> String {
        var components = PersonNameComponents()
        (components.givenName, components.familyName, components.nickname) = (given, family, nickname)
        (components.namePrefix, components.middleName) = ("Dr.", "Maria")
        return components.formatted()
    }

    @Test("a name has the given name and the family name, without title and middle name")
    func nameHasTwoParts() {
        #expect(name(given: "Änne", family: "Müller", nickname: "Ännchen") == "Änne Müller")
    }

    @Test("a missing or blank part leaves no space")
    func missingPartLeavesNoSpace() {
        #expect(name(given: "Bea") == "Bea")
        #expect(name(given: " ", family: "Müller") == "Müller")
    }

    @Test("a name without both parts is the nickname, or empty")
    func nicknameIsTheFallback() {
        #expect(name(nickname: "Ännchen") == "Ännchen")
        #expect(name().isEmpty)
    }
}
