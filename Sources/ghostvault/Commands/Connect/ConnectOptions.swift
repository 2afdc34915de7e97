import ArgumentParser
import Engine
import Foundation

/// What connecting needs, whether a connection is new or renewed.
struct ConnectOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("A file with the setup token; - is standard input.", valueName: "file"))
    var tokenFile: String?

    @Option(help: "How many months of history to ask for; 24 where nothing is said.")
    var months: Int?

    @Flag(help: "Only connect; bring nothing in yet.")
    var noSync = false

    @Flag(help: "Ask nothing, also at a terminal.")
    var noQuestions = false

    @Flag(
        name: .customLong("allow-http-on-loopback"),
        help: "Allow a bridge on this machine without TLS. Elsewhere HTTPS is always needed.")
    var allowsHTTPOnLoopback = false

    @Option(
        help: ArgumentHelp(
            "Where to keep the access URL: service, the desktop's secret service; keychain, on "
                + "macOS; or file.",
            discussion: "Else GHOSTVAULT_SECRETS, else the Keychain or the service where there is "
                + "one.",
            valueName: "place"))
    var secrets: SecretPlace?

    @OptionGroup var wishes: AccountWishes

    /// Where the person wants the access URL; nil where they did not say.
    ///
    /// - Throws: `ValidationError` where GHOSTVAULT_SECRETS is no place.
    func secretPlace() throws -> SecretPlace? {
        if let secrets { return secrets }
        guard let text = ProcessInfo.processInfo.environment["GHOSTVAULT_SECRETS"], !text.isEmpty
        else { return nil }
        guard let place = SecretPlace(rawValue: text) else {
            throw ValidationError("GHOSTVAULT_SECRETS must be service, keychain or file.")
        }
        return place
    }

    func validate() throws {
        _ = try secretPlace()
        guard months.map((1...600).contains) ?? true else {
            throw ValidationError("--months must be from 1 to 600.")
        }
        guard !noSync || wishes.isEmpty else {
            throw ValidationError(
                "What accounts are to be can only be said when they are brought in: leave "
                    + "--no-sync out.")
        }
    }
}
