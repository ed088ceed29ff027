package import ChatOptions

extension PlayArguments {
    /// What `chat-client play --help` prints.
    static var help: String { description.help }

    package static let description = CommandDescription(
        "play", "play scenarios and check what each person sees", repeats: true,
        letters: ["-j": "--jobs"],
        help: """
            Plays scenarios: stories in .feature files, each person's side checked.

            usage: chat-client play PATH... [options]

            PATH is a .feature file, FILE:LINE for what stands at that line, or a folder of them.
            Without --server every scenario has a fresh server of its own, on a clock that waits for nothing.

              --server HOST:PORT  play against a running server, over real sockets; with HOST:PORT,HOST:PORT… against
                                  several on one log, each person on the next one
              --world NAME        the world of that server to play in
              --token WHO=SECRET,…
                                  for a server that asks for tokens: of observer, of each person by handle, of each
                                  app by bundle id; better in UNDERSTUDY_TOKEN, which `ps` does not show
              --tags EXPRESSION   only scenarios with these tags: "@mention and not @slow"
              --name REGEX        only scenarios whose name this is found in
              --report NAME[:FILE]
                                  how to tell what happens, in a file if one is named; may be given several times:
                                    pretty       every scenario with its steps (this is what you get without --report)
                                    summary      only what did not pass, and the counts
                                    dot          one character a scenario
                                    tap          the Test Anything Protocol, version 14
                                    junit        XML for CI systems
                                    messages     Cucumber Messages, one JSON a line
                                    annotations  for GitHub Actions: what did not pass, beside its line
                                    html         the trace: everybody's screen at every step; needs a file
              --steps COMMAND     what does steps that no phrase says; without it the file “steps” beside the features,
                                  if it may be run. "" for none
              --steps-seconds N   how long it may take for one of them; 10 if not given
              --linear            everybody has the client line by line: what they do is written as lines; what is about
                                  keys and rows is skipped
              --screens DIR       keep every screen that a step looks at as a picture (SVG), FEATURE-LINE-NAME.svg
              --pace X            type and wait as a person would; 2 is twice as fast
              --order ORDER       defined, random, or random:N to play a shuffled order again
              --jobs N            so many scenarios at a time; no report is another for it
              --shard I/N         the I-th of N parts, for one of N machines
              --repeat N          everything so many times
              --retries N         a scenario that fails is tried again, up to N times; one that passes then is told as flaky
              --rerun FILE        only what failed last time, where anything did; FILE keeps the list
              --watch             play again whenever one of the files changes
              --fail-fast         end with the first scenario that fails
              --dry-run           only check that every step is known
              --seed N            the seed of random choices
              --times WHICH       the times in reports: real, what the steps took, or story, what passed on the story's
                                  clock, the same in every run; without it JUnit has real times, the others the story's
              --timings           the same as --times real
              --no-color          no colours (so does NO_COLOR)
              --help              this text

            exit status: 0 all passed (flaky ones too, and a shard that has none), 1 a scenario failed, 2 bad usage or
            a file that cannot be read

            """)
}
