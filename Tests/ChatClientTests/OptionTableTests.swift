import ChatSystem
import Testing

@testable import ChatClient

/// One description of a command, and the texts that are generated from it.
@Suite struct OptionTableTests {
    private let command = CommandDescription(
        "paint", "paint a wall",
        letters: ["-c": "--coat"],
        help: """
            Paints.

              WALL           which
              --colour NAME  which colour;
                             white --unless told otherwise
              --coat         twice
              --a-rather-long-option VALUE
                             stands above its text
              --help         this text

            --late  is no row
            """)

    private func problem(_ words: String...) -> String? {
        do throws(UsageError) {
            _ = try OptionWords.sorted(words, of: command)
            return nil
        } catch {
            return error.description
        }
    }

    @Test func theRowsOfTheHelpAreTheOptions() {
        #expect(command.options.map(\.name) == ["--colour", "--coat", "--a-rather-long-option", "--help"])
        #expect(command.options.map(\.value) == ["NAME", nil, "VALUE", nil])
        #expect(command.with(options: ["--coat"]).options.map(\.name) == ["--coat", "--help"])
    }

    @Test func wordsAreSortedByIt() throws {
        let words = try OptionWords.sorted(["a", "--colour=red=ish", "-c", "-", "--", "--coat"], of: command)
        #expect(words.rest == ["a", "-", "--coat"])
        #expect(words.value("--colour") == "red=ish" && words.has("--coat"))
        #expect(!words.wantsHelp)
        #expect(try OptionWords.sorted(["-h", "--nonsense"], of: command).wantsHelp, "nothing else counts then")
    }

    @Test func theTableNamesTheProblemOfAWrongOption() {
        #expect(problem("--color", "x") == "paint has no option --color; did you mean --colour?")
        #expect(problem("--zzz") == "paint has no option --zzz; see chat-client paint --help")
        #expect(problem("--colour") == "paint: --colour needs a value: --colour NAME")
        #expect(problem("--colour", "--coat") == "paint: --colour needs a value: --colour NAME")
        #expect(problem("--coat=1") == "paint: --coat takes no value")
        #expect(problem("--colour", "a", "--colour", "b") == "paint: give --colour once")
        #expect(problem("--coat", "--coat") == nil)
    }

    @Test(arguments: ClientHelp.commands.map(\.name))
    func completionSaysEveryOption(name: String) throws {
        let command = try #require(ClientHelp.commands.first { $0.name == name })
        let line = CompletionCommand.script.text(for: .bash).split(separator: "\n").first {
            $0.hasPrefix("        \(name)) words=")
        }
        let words = line?.split { " \"".contains($0) }.map(String.init) ?? []
        for option in command.options where command.options.count > 1 {
            #expect(words.contains(option.name))
        }
    }
}
