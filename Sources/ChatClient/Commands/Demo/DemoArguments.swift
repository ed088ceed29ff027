import ChatProtocol
import ChatScenario
import ChatSystem
import ChatTerminal
import Gherkin

/// The command line of `chat-client demo`.
struct DemoArguments {
    /// The path of the feature to play; nil for the built-in tour.
    var feature: String?
    /// The speed of the play; at 1, a step takes a second or two.
    var pace = "1"
    /// The person at the keyboard after the play; nil for the first person of the feature.
    var me: Handle?
    var palette: Palette

    /// Reads the words after `demo`.
    ///
    /// - Returns: Nil if they ask for help.
    init?(_ words: [String], environment: [String: String] = [:]) throws(UsageError) {
        guard let words = try OptionWords.read(words, of: Self.description) else { return nil }
        try words.limit(to: 1)
        if let first = words.rest.first { feature = first }
        if let text = words.value("--pace") {
            guard let number = Double(text), PlayArguments.paces.contains(number) else {
                throw words.problem("--pace needs a number from 0.001 to 1000000, not “\(text)”")
            }
            pace = text
        }
        if words.value("--as") != nil { me = try words.handle() }
        palette = try words.colors(environment)
    }

    /// Refuses `--as` with a person who is not in the feature, before the play begins.
    ///
    /// A feature that cannot be read is not refused here, because the player reports it.
    func refuseStranger() throws(UsageError) {
        guard let me, let table = try? PlayPhrases.table(),
            // After the play, the keyboard controls a person in the world of the last scenario.
            let feature, let story = (try? ScenarioFiles(paths: [feature]).read())?.pickles.last
        else { return }
        var cast: [Handle] = []
        for step in story.steps {
            guard case .found(_, let arguments) = table.match(step) else { continue }
            for name in arguments.everyone {
                guard let handle = CastPerson.handle(of: name), !cast.contains(handle) else { continue }
                cast.append(handle)
            }
        }
        guard !cast.isEmpty, !cast.contains(me) else { return }
        let names = cast.map(\.rawValue).joined(separator: ", ")
        throw UsageError("demo: \(me) is not in this feature; use --as with one of: \(names)")
    }

    static let description = CommandDescription(
        "demo", "watch the tour, then take part in it",
        help: """
            Plays the tour with everyone's thread on the screen, then hands over the keyboard.

            usage: chat-client demo [FEATURE] [options]

              FEATURE        the feature to play (default: the built-in tour)
              --pace X       the speed; 2 is twice as fast
              --as HANDLE    the person that you are afterwards (default: the first one in the feature)
              --no-color     no colours (same as NO_COLOR)
              --theme NAME   dark, light, high-contrast, or auto, which asks the terminal
              --help         this text

            While it plays, Space pauses, → takes the next step, Tab shows another person, and q skips to the end.
            Without a terminal on standard output, it prints each person's screen without pauses.

            exit status: 0 if every step passed, 1 if a step failed, 2 bad usage

            """)
}
