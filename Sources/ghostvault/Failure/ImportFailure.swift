import Configuration
import Engine
import Statements
import Vault

extension Failure {
    init(_ error: StatementFailure) {
        switch error {
        case .notRead(let reason):
            self.init(
                .failed, "The file can't be read.", details: [reason], "Nothing was imported.")
        case .refused(let error): self.init(error)
        case .readByPlugin(let plugin):
            self.init(
                .usage,
                "The plugin \(plugin) reads this file, and options about tables don't count.",
                "Nothing was imported. Leave out --days, --decimals and --reverse, or disable the "
                    + "plugin: ghostvault plugins disable \(plugin)")
        case .brokenLayout(let error):
            let place = FindingsView.place(error.file, error.line, error.column)
            self.init(
                .rules, "The file in which the layout of such tables is remembered has a mistake.",
                details: ["\(place): \(error.message)"],
                "Fix it, or delete it to be asked again. Nothing was imported.")
        }
    }

    init(_ error: UnknownStatementAccount) {
        self.init(
            .usage, "It can't be told which account \(error.name) is.",
            details: error.known.prefix(20).map { "  \($0.name)" },
            (error.isOneOfSeveral
                ? "Run it in a terminal to be asked for each, or make all of them new with --new NAME"
                : "Name it with --account, or make a new one with --new NAME")
                + (error.hasCurrency ? "" : " --currency EUR") + ". Nothing was imported.")
    }

    init(_ error: TakenAccountName) {
        self.init(
            .usage, "There is an account \(error.name) already.",
            "Import into it with --account, or choose another name. Nothing was imported.")
    }

    init(_ error: OtherStatementCurrency) {
        self.init(
            .usage,
            "\(error.account) is in \(error.currency), and the file's amounts are in "
                + "\(error.ofFile).",
            "Name an account in \(error.ofFile), or make one with --new NAME. Nothing was imported."
        )
    }

    init(_ error: AbsentStatementCurrency) {
        let known = Set(error.known).sorted().prefix(20).joined(separator: ", ")
        self.init(
            .usage, "The file has no amounts in \(error.currency).",
            "Its amounts are in \(known). Nothing was imported.")
    }

    init(_ error: SharedStatementAccount) {
        self.init(
            .usage, "Several accounts of the file would become \(error.account).",
            details: error.parts.prefix(20).map { "  \($0)" },
            "Export each account to a file of its own, or make new accounts with --new. Nothing "
                + "was imported.")
    }

    init(_: UnknownStatementCurrency) {
        self.init(
            .usage, "The file doesn't say in which currency its amounts are.",
            "Say it with --currency, such as --currency EUR. Nothing was imported.")
    }

    init(_ error: MovedRulesError) {
        switch error {
        case .notRules:
            self.init(
                .notUnderstood, "The file has no rules that can be read.",
                "Name the .rules file of hledger, the rules that Firefly III exports as CSV, or the "
                    + "export of Actual.")
        case .noRules:
            self.init(
                .failed, "None of the rules can be said here.",
                "\"ghostvault docs coming-from\" shows what can. Nothing was written.")
        }
    }

    init(_ error: OpenStatementQuestion) {
        self.init(
            .usage, "\(error.question.words).", "Nothing was imported.")
    }

    init(_: UnclearStatement) {
        self.init(
            .failed, "It can't be told what the columns of the file hold.",
            "Export it in another format, such as OFX or CAMT. Nothing was imported.")
    }

    private init(_ error: StatementError) {
        let (what, details): (String, [String]) =
            switch error {
            case .notAStatement: ("The file is no statement that can be read.", [])
            case .empty: ("The file has no transactions.", [])
            case .otherContent(let words): ("The file has other content: \(words).", [])
            case .bankError(let code, let words):
                ("The file is an error of the bank and has no transactions.", ["\(code) \(words)"])
            case .malformed(0): ("The file is cut off or damaged.", [])
            case .malformed(let line): ("The file is cut off or damaged at line \(line).", [])
            case .notText: ("The file is no text in a known encoding.", [])
            case .tooLarge: ("The file is larger than 32 MB.", [])
            case .brokenLayout(let file): ("config/imports/\(file) has a mistake.", [])
            }
        let whatToDo =
            switch error {
            case .tooLarge: "Export fewer years at a time."
            case .bankError: "Download it again."
            case .malformed: "Download it again, or export it in another format."
            case .empty: "Export another period."
            case .notAStatement, .otherContent, .notText, .brokenLayout:
                "Export it as CSV, OFX, QIF, CAMT or MT940, or read it with a plugin of yours "
                    + "(ghostvault docs writing-rules)."
            }
        self.init(.failed, what, details: details, "\(whatToDo) Nothing was imported.")
    }
}
