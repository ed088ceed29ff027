package import ChatSystem

extension PlayArguments {
    /// The text that `chat-client play --help` prints.
    static var help: String { description.help }

    package static let description = CommandDescription(
        "play", "play scenarios and check what each person sees", repeats: true,
        letters: ["-j": "--jobs"],
        help: """
            Plays scenarios: .feature files that check what each person sees.

            usage: chat-client play PATH... [options]

            PATH is a .feature file, FILE:LINE for the scenario at that line, or a folder of files. Without --server,
            every scenario runs on its own server with a virtual clock.

              --server HOST:PORT  plays on a running server, over sockets; with HOST:PORT,HOST:PORT… on several servers
                                  of one log, over which the people are spread
              --world NAME        the world of that server
              --token WHO=SECRET,…
                                  the tokens for that server: of observer, of each person by handle, of each app by
                                  bundle id; UNDERSTUDY_TOKEN hides them from `ps`
              --tags EXPRESSION   only scenarios with these tags: "@mention and not @slow"
              --name REGEX        only scenarios whose name matches
              --report NAME[:FILE]
                                  the report, on standard output or in FILE; can be repeated:
                                    pretty       every scenario with its steps (the default)
                                    summary      only failures, and the counts
                                    dot          one character a scenario
                                    tap          the Test Anything Protocol, version 14
                                    junit        XML for CI systems
                                    messages     Cucumber Messages, one JSON a line
                                    annotations  for GitHub Actions: failures at their lines
                                    html         the trace: every person's screen at every step; needs FILE
              --steps COMMAND     a program for steps without a phrase; "" for none (default: an executable file “steps”
                                  in the folder of the features)
              --steps-seconds N   the longest time for one such step (default: 10)
              --linear            plays with the line-by-line client (connect --plain); scenarios about keys and
                                  the screen are skipped
              --screens DIR       saves every checked screen as a picture (SVG), FEATURE-LINE-NAME.svg
              --pace X            types and waits as a person would; 2 is twice as fast
              --order ORDER       defined, random, or random:N to play a shuffled order again
              --jobs N            the number of scenarios at a time (default: 1); reports do not change
              --shard I/N         part I of N, for one of N machines
              --repeat N          plays everything N times
              --retries N         plays a failed scenario again, up to N times; if it passes then, the report marks it
                                  as flaky
              --rerun FILE        plays the scenarios that failed last time, or all if none failed; FILE stores the list
              --watch             plays again when a file changes
              --fail-fast         ends after the first failed scenario
              --dry-run           only checks that every step is known
              --seed N            the seed of random choices
              --times WHICH       the times in reports: real time, or story time by the scenario's clock, which is the
                                  same in every run (default: real for JUnit, story for others)
              --timings           the same as --times real
              --no-color          no colours (same as NO_COLOR)
              --help              this text

            exit status: 0 all passed (including flaky scenarios and an empty shard), 1 a scenario failed, 2 bad usage
            or a file that cannot be read

            """)
}
