extension PlayPhrases {
    /// Names for what a story speaks of again.
    static let references: [StepDefinition<Troupe>] = [
        step(
            "[the link] {url} is called {text}",
            example: #"the link "https://notes.example/d/1" is called "the plan""#,
            summary: "Gives a link a name, or a message of which the step says that it was just sent."
        ) { troupe, arguments throws(StepFailure) in
            try troupe.nameLink(arguments, as: arguments.namedReference)
        },
        step(
            "the message {text} in {conversation} is called {text}",
            example: #"the message "Who drives?" in "Trip" is called "the question""#,
            summary: "Gives the newest message that reads so a name, which it keeps when it is edited."
        ) { troupe, arguments throws(StepFailure) in
            try troupe.nameMessage(arguments)
        },
    ]
}
