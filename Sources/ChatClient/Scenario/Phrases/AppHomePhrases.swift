extension PlayPhrases {
    /// An app's home, what is begun there, and what the app adds to the system's panel.
    static let appHome: [StepDefinition<Troupe>] = [
        step(
            "{person} begins {text} in {app}", example: #"Anna begins "Trip plan" in "Notes""#,
            summary: "Presses n on the app's home, writes a title and presses Return: the new document is open then."
        ) { troupe, arguments throws(StepFailure) in
            let screen = try troupe.screen(arguments)
            screen.press([.character("n")] + (try arguments.text()).map { .character($0) } + [.enter])
        },
        step(
            "the app {app} adds nothing to the panel for {person}",
            summary: "Leaves the panel behind the collaboration button to the system alone."
        ) { troupe, arguments throws(StepFailure) in
            try troupe.screen(arguments).runtime.documents.hasPanelContent = false
        },
    ]
}
