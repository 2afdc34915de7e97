import ArgumentParser

/// What connecting needs, whether a connection is new or renewed.
struct ConnectOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("A file with the setup token; - is standard input.", valueName: "file"))
    var tokenFile: String?

    @Option(help: "How many months of history to ask for.")
    var months = 24

    @Flag(help: "Only connect; bring nothing in yet.")
    var noSync = false

    @Flag(help: "Ask nothing, also at a terminal.")
    var noQuestions = false

    @Flag(
        name: .customLong("allow-http-on-loopback"),
        help: "Allow a bridge on this machine without TLS. Elsewhere HTTPS is always needed.")
    var allowsHTTPOnLoopback = false

    @OptionGroup var wishes: AccountWishes

    func validate() throws {
        guard (1...600).contains(months) else {
            throw ValidationError("--months must be from 1 to 600.")
        }
        guard !noSync || wishes.isEmpty else {
            throw ValidationError(
                "What accounts are to be can only be said when they are brought in: leave "
                    + "--no-sync out.")
        }
    }
}
