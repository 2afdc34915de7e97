import ArgumentParser
import Classification
import Engine
import Model
import Platform
import Scripting
import Terminal
import Vault

struct DoctorCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Check the vault for problems.",
        discussion: """
            Checks the whole database, whether it can be written, file permissions, access URLs, \
            configuration, rules, handlers, the stored state of passes, and accounts for missing \
            transactions. Suggests a fix for each problem and changes nothing. Says whether the \
            vault's disk is encrypted, where the system shows it.

            Exit code 0 if all is well or there are only remarks, 3 if something needs attention, \
            4 if the database is damaged.

            With --bundle it writes facts for a bug report: versions, kinds of problems, and \
            sizes in words. A check then looks at the finished text, as for "ghostvault ghost", and \
            nothing is written unless nothing in it can be private.

            Examples:
              ghostvault doctor
              ghostvault doctor --bundle
            """)

    @OptionGroup var vault: PlainVaultOptions
    @OptionGroup var format: JSONOption

    @Flag(help: "Write facts for a bug report, nothing private.")
    var bundle = false

    @Option(
        help: ArgumentHelp(
            "Write this file, which only you can read, instead of standard output.",
            valueName: "file"))
    var output: String?

    func validate() throws {
        guard !(bundle && format.json) else {
            throw ValidationError("Give one of --bundle and --json.")
        }
        guard output == nil || bundle else { throw ValidationError("--output needs --bundle.") }
        guard output != "" else { throw ValidationError("--output takes a file.") }
    }

    func run(on screen: Screen) throws {
        let context = ProgramContext.current
        let examination = try Examination(
            of: vault.folder, scripts: context.scriptHost(),
            disk: context.diskEncryption(of: vault.folder.path), today: try vault.moment().today,
            readView: ViewCommand.reader)
        if bundle { return try write(examination, on: screen) }
        if format.json {
            try DoctorView.report.printJSON(examination, on: screen)
        } else {
            try DoctorView(screen: screen, database: vault.folder.databasePath).show(examination)
        }
        guard examination.findings.contains(where: { !$0.isSound && !$0.isRemark }) else { return }
        throw PartialResult(examination.isDamaged ? .vault : .partial)
    }

    private func write(_ examination: Examination, on screen: Screen) throws {
        let bundle = DiagnosticBundle(
            of: vault.folder, examination,
            versions: [("Version", GhostVault.configuration.version)] + SystemVersions.all)
        guard bundle.leaks.isEmpty else { throw GhostLeaks(leaks: bundle.leaks) }
        if let output {
            try DraftFile.write(bundle.text, to: output)
        } else {
            try screen.output.write(bundle.text)
        }
        try screen.note(
            "Checked against \(bundle.checked) words, amounts and days of the vault: none is in "
                + "this text.")
    }
}

struct DoctorView {
    let screen: Screen
    /// Its path.
    let database: String

    func show(_ examination: Examination) throws {
        for finding in examination.findings {
            let (mark, style): (String, Style) =
                finding.isSound
                ? ("✓", .positive) : finding.isRemark ? ("!", .warning) : ("✗", .negative)
            let name = "\(finding.check.rawValue)"
            let gap = String(repeating: " ", count: max(0, Self.nameColumns - name.count))
            try screen.print(
                screen.palette.styled(mark, as: style)
                    + " \(name)" + (finding.isSound ? gap + Self.words(finding.check) : ""))
            for (number, problem) in finding.problems.enumerated() {
                try screen.print(SafeText.neutralised("    \(Self.words(problem))"), style)
                var whatToDo = Self.whatToDo(problem)
                if case .damage(let reason) = problem {
                    // Once for all damage, as it looks for the newest intact backup.
                    guard number == finding.problems.count - 1 else { continue }
                    whatToDo = Failure(.notADatabase(path: database, reason: reason)).whatToDo
                }
                try screen.print(SafeText.neutralised("    \(whatToDo)"))
            }
        }
        let problems = examination.findings.count { !$0.isSound && !$0.isRemark }
        let remarks = examination.findings.count { $0.isRemark }
        try screen.print(
            problems + remarks == 0
                ? "All is well."
                : [
                    problems > 0 ? Count.text(problems, "problem") : "",
                    remarks > 0 ? Count.text(remarks, "remark") : "",
                ].filter { !$0.isEmpty }.joined(separator: ", "), .heading)
        try screen.print(Self.words(examination.disk))
        guard let countries = examination.countries, !countries.codes.isEmpty else { return }
        try screen.print(SafeText.neutralised("Countries: " + Self.words(countries)))
    }

    private static let nameColumns = 15

    private static func words(_ countries: HomeCountries) -> String {
        let isShort = countries.names.count <= mostCountries
        let shown = isShort ? countries.names : countries.shownNames
        let left = shown.count - mostCountries
        let names =
            shown.prefix(mostCountries).joined(separator: ", ")
            + (left > 0 ? " and \(left) more" : "")
        let open = isShort ? [] : countries.openCurrencies.map(\.code)
        if countries.areSet { return names + " (set in config/places.toml)" }
        let unknown = open.isEmpty ? "" : "not known for \(open.joined(separator: ", "))"
        guard !shown.isEmpty else { return unknown + " (config/places.toml sets them)" }
        return names + (unknown.isEmpty ? "" : "; \(unknown)")
            + " (from your accounts and their texts; config/places.toml sets others)"
    }

    private static let mostCountries = 4

    private static func words(_ disk: DiskEncryption) -> String {
        switch disk {
        case .encrypted(let method): "Disk: encrypted (\(method))"
        case .plain: "Disk: not encrypted; whoever has it can read the vault"
        case .unknown: "Disk: the system does not show whether it is encrypted"
        }
    }

    static var report: Report<Examination> {
        Report(
            "doctor",
            .value("sound", "Whether there are no problems; remarks, such as plain HTTP, are none.")
            {
                $0.findings.allSatisfy { $0.isSound || $0.isRemark }
            },
            .list("checks", "The checks.", checks) { $0.findings },
            .values(
                "countries",
                "The household's countries, such as `de`, which decide what brands and languages its payees are looked for in."
            ) { $0.countries?.codes ?? [] },
            .values(
                "countries_unknown_for",
                "The currencies whose accounts show no country, so that `countries` has all of theirs."
            ) { $0.countries?.openCurrencies.map(\.code) ?? [] },
            .value("countries_set", "Whether `config/places.toml` sets them.") {
                $0.countries?.areSet ?? false
            },
            .value(
                "disk_encryption",
                "How the vault's disk is encrypted, such as `LUKS`; `none` if it is not; null if the system does not show it."
            ) {
                switch $0.disk {
                case .encrypted(let method): method
                case .plain: "none"
                case .unknown: nil as String?
                }
            })
    }

    private static var checks: [Field<Examination.Finding>] {
        [
            .value(
                "check",
                "`opens`, `writing`, `integrity`, `privacy`, `secrets`, `encryption`, `continuity`, `configuration`, `rules` or `automation`."
            ) { $0.check.rawValue },
            .value("sound", "Whether it is well.") { $0.isSound },
            .list(
                "problems", "Its problems.",
                [
                    .value("problem", "The problem.") { words($0) },
                    .value("what_to_do", "How to fix it.") { whatToDo($0) },
                ]
            ) { $0.problems },
        ]
    }

    private static func words(_ check: Examination.Check) -> String {
        switch check {
        case .opens: "The vault opens, and has this version's schema."
        case .writing: "The vault can be written."
        case .integrity: "The database has no damage."
        case .privacy: "Only you can read the vault, its secrets and its backups."
        case .secrets: "Each connection has its access URL."
        case .encryption: "Each connection is encrypted."
        case .continuity: "No account that can be checked lacks transactions or is silent."
        case .configuration: "The configuration has no mistakes."
        case .rules: "Your rules have no mistakes."
        case .automation: "Your handlers of events have no mistakes."
        }
    }

    private static func words(_ problem: Examination.Problem) -> String {
        switch problem {
        case .cannotOpen(let error), .cannotWrite(let error):
            ([Failure(error).whatHappened] + Failure(error).details).joined(separator: " ")
        case .notUsed(let path, let reason): "\(path) is not used: \(reason)."
        case .damage(let words): words
        case .exposed(let exposed):
            "\(exposed.path) has mode \(String(exposed.mode, radix: 8))."
        case .secretMissing(let connection): "\"\(connection)\" has none."
        case .plainHTTP(let connection):
            "\"\(connection)\" is not encrypted, to a bridge on this machine."
        case .configuration(let error, _): Failure(error)?.details.joined(separator: " ") ?? ""
        case .gap(let account, let gap): ContinuityWords.words(gap, of: account)
        case .silent(let account, let silence): ContinuityWords.words(silence, of: account)
        case .leftOut(let problem), .unread(let problem): FindingsView.line(problem)
        case .unknown(let reason): reason
        }
    }

    private static func whatToDo(_ problem: Examination.Problem) -> String {
        switch problem {
        case .cannotOpen(let error), .cannotWrite(let error): Failure(error).whatToDo
        case .notUsed: Failure.checkFolder
        case .damage: "Restore a backup; keep the damaged file, because much of it can be read."
        case .exposed(let exposed):
            "Run: chmod \(String(exposed.privateMode, radix: 8)) \(exposed.path)"
        case .secretMissing(let connection):
            "Make a new setup token at the bridge, and run \"ghostvault connect\" with --replace "
                + "\"\(connection)\"; all history stays."
        case .plainHTTP:
            "This is fine for your own bridge; otherwise reconnect over https."
        case .configuration(_, .lastGood?):
            "Fix the file or delete it; until then its last good version stays in use."
        case .configuration(_, .shipped?):
            "Fix the file or delete it; until then the shipped version stays in use."
        case .configuration(let error, nil) where ViewCommand.isOfView(error):
            ViewCommand.whatToDo
        case .configuration(_, nil): "Fix the file or delete it; until then it is not used."
        case .leftOut:
            "Fix it; until then the file's last good version is used, if it has one."
        case .unread: "Rename or delete it; nothing in it is used."
        case .gap: "Run: ghostvault accounts check"
        case .silent: "Look whether your bank has newer data; if so, reconnect it at the bridge."
        case .unknown: "Please report this, with the output of: ghostvault doctor --bundle"
        }
    }
}

extension Examination.Finding {
    /// Whether what was found may be meant so.
    fileprivate var isRemark: Bool {
        !isSound
            && problems.allSatisfy {
                if case .plainHTTP = $0 { true } else { false }
            }
    }
}
