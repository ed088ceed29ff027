/// The keys and commands.
public enum HelpText {
    /// One a line, in columns, as the help sheet shows them.
    public static let lines =
        [
            "Return         send",
            "Alt Return     a new line",
            "PgUp PgDn      scroll back, scroll on",
            "Ctrl-N Ctrl-P  next, previous conversation",
            "Tab            complete a command; else to the list",
            "Ctrl-O         open (or answer) the notice on top",
            "Ctrl-X         dismiss it",
            "Ctrl-L         draw the screen anew",
            "F1, ?          this help",
            "Ctrl-C Ctrl-D  quit",
        ] + [""] + commands

    /// The same for `--plain`, where there are no keys and a question is answered by a line.
    public static let plainLines =
        ["TEXT                     sends it"] + commands + [
            "/to                      the list of the conversations",
            "/allow, /notnow, /never  answer the app that asks",
            "The newest messages of a conversation are printed when /to goes there; older ones are on the screen only.",
        ]

    private static let commands = [
        "/new HANDLE… [as NAME]   begin a conversation",
        "/to N or NAME            another conversation",
        "/pin N or URL, /unpin    a link by number",
        "/open N or URL           open a link",
        "/notices                 all that wait on top",
        "/shelf                   Shared with You",
        "/settings                automatic sharing",
        "/contact add HANDLE      or remove",
        "/explain N or URL        why you see it, or not",
        "/help, /quit",
        "//text                   sends a leading slash",
    ]
}
