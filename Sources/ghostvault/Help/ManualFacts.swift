/// What every manual page says of exit codes, environment and files.
enum ManualFacts {
    struct Fact {
        let name: String
        let meaning: String

        init(_ name: String, _ meaning: String) {
            self.name = name
            self.meaning = meaning
        }
    }

    static var exitStatuses: [Fact] {
        ExitStatus.allCases.map { Fact("\($0.rawValue)", $0.meaning) }
    }

    static let environment = [
        Fact("GHOSTVAULT_VAULT", "The vault's folder, unless --vault gives one."),
        Fact("GHOSTVAULT_TODAY", "The day that counts as today, unless --as-of gives one."),
        Fact("GHOSTVAULT_SECRETS", "Where to keep access URLs: service, keychain or file."),
        Fact("GHOSTVAULT_PAGER, PAGER", "The pager for long output. (default: less -FRX)"),
        Fact("VISUAL, EDITOR", "The editor of \"ghostvault rules edit\"."),
        Fact("NO_COLOR, CLICOLOR_FORCE, FORCE_COLOR", "Turn colour off or on."),
        Fact("COLUMNS", "The terminal's width, if the terminal does not report it."),
        Fact("LC_ALL, LC_CTYPE, LANG", "Without UTF-8, output is pure ASCII."),
        Fact("TZ", "The time zone of the days."),
        Fact("XDG_DATA_HOME", "The folder of the default vault. (default: ~/.local/share)"),
    ]

    /// By their paths in the vault's folder.
    static let files = [
        Fact("~/.local/share/ghostvault", "The default vault. The other paths are relative to it."),
        Fact("vault.sqlite", "The database."),
        Fact("rules/*.lua", "Your rules; see \"ghostvault docs writing-rules\"."),
        Fact("automation/*.lua", "Your event handlers; see \"ghostvault docs automation\"."),
        Fact("config/*.toml", "The configuration that you changed."),
        Fact("Plugins/", "Your plugins; see \"ghostvault docs plugins\"."),
        Fact("secrets/", "Access URLs and webhook keys, readable only by you."),
        Fact("backups/", "Backups of the vault."),
    ]

    /// Those of the page of the whole program.
    static let examples = [
        "ghostvault demo", "ghostvault connect", "ghostvault sync", "ghostvault spending oct",
        "ghostvault transactions coffee last month",
        "ghostvault transactions --all --csv --fields day,payee,amount,category",
    ]
}

extension ExitStatus {
    /// The meaning in a sentence; `docs/exit-codes.md` has the details.
    var meaning: String {
        switch self {
        case .done: "Done."
        case .failed: "Failed for a reason without its own code."
        case .partial: "Partly done; the rest was stored."
        case .vault: "The vault can't be used."
        case .unreachable: "The bridge could not be reached or could not respond."
        case .refused: "The bridge refused access, or the token or access URL is unusable."
        case .paymentRequired: "The bridge wants payment."
        case .notUnderstood: "A response or a file is not a SimpleFIN response."
        case .limitReached: "The daily request limit is reached."
        case .rules: "A rule, configuration or handler file has mistakes."
        case .usage: "The command line is invalid."
        }
    }
}
