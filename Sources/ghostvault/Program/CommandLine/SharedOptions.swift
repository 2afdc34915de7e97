import ArgumentParser
import Engine
import Foundation
import Model
import Platform
import Scripting
import Terminal
import Vault

/// The vault to use, and the day that counts as today.
struct VaultOptions: VaultArguments {
    @Option(help: VaultOptions.folderHelp) var vault: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The day that counts as today; later data is ignored.",
            discussion: """
                Such as 2026-10-31, yesterday, 7d for seven days ago, or oct for the end of \
                October. Default: GHOSTVAULT_TODAY, else the system's date.
                """, valueName: "day"),
        transform: PeriodWords.init(argument:))
    var asOf: PeriodWords?

    fileprivate static let folderHelp = ArgumentHelp(
        "The vault's folder.",
        discussion: "Default: GHOSTVAULT_VAULT, else ghostvault in the XDG data folder.",
        valueName: "dir")
}

/// The vault to use, for commands that don't depend on the day.
///
/// They accept the day, as all commands do before their name, but help doesn't list it.
struct PlainVaultOptions: VaultArguments {
    @Option(help: VaultOptions.folderHelp) var vault: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The day that counts as today.", visibility: .hidden),
        transform: PeriodWords.init(argument:))
    var asOf: PeriodWords?
}

/// What the options that name a vault give.
protocol VaultArguments: ParsableArguments {
    var vault: String? { get set }
    var asOf: PeriodWords? { get set }
}

extension VaultArguments {
    var folder: VaultFolder {
        guard let path = vault ?? ProgramContext.current.variable("GHOSTVAULT_VAULT") else {
            return VaultOptions.usualFolder
        }
        return VaultFolder(path: path)
    }

    /// - Throws: `ValidationError` if GHOSTVAULT_TODAY is not a day.
    func moment() throws -> Moment {
        let context = ProgramContext.current
        return Moment(clock: context.clock(), today: try lastDay(), zone: context.zone)
    }

    /// The last day to show, if the person chose a day as today.
    ///
    /// Nil for the clock's day, since banks date some transactions ahead of it.
    ///
    /// - Throws: `ValidationError` if GHOSTVAULT_TODAY is not a day.
    func lastDay() throws -> CalendarDay? {
        guard let asOf else { return try chosenDay() }
        let context = ProgramContext.current
        return asOf.lastDay(asOf: try chosenDay() ?? context.zone.day(at: context.clock()))
    }

    /// The day in GHOSTVAULT_TODAY.
    private func chosenDay() throws -> CalendarDay? {
        guard let text = ProgramContext.current.variable("GHOSTVAULT_TODAY") else { return nil }
        guard let day = CalendarDay(text) else {
            throw ValidationError("GHOSTVAULT_TODAY must be a day such as 2025-03-09.")
        }
        return day
    }

    /// Opens the existing vault.
    func engine() throws -> Engine {
        let moment = try moment()
        return engine(over: try Vault.open(folder, clock: { moment.now }), at: moment)
    }

    /// The engine for a vault that is already open.
    func engine(over vault: Vault, at moment: Moment) -> Engine {
        let context = ProgramContext.current
        return Engine(
            vault: vault, moment: moment, secretKeepers: context.secretKeepers,
            scripts: context.scriptHost(), readView: ViewCommand.reader)
    }
}

extension VaultOptions {
    /// The default vault folder.
    static var usualFolder: VaultFolder {
        let data =
            wholePath("XDG_DATA_HOME")
            ?? (wholePath("HOME") ?? NSHomeDirectory()) + "/.local/share"
        return VaultFolder(path: data + "/ghostvault")
    }

    /// Relative paths are ignored, as the XDG specification requires.
    private static func wholePath(_ name: String) -> String? {
        ProgramContext.current.variable(name).flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
}

/// The form in which a program reads a list.
struct OutputFormat {
    enum Syntax {
        case json
        /// An object on each line.
        case jsonLines
        case delimited(DelimitedText.Delimiter)
        /// A page with the columns of CSV.
        case html
    }

    let syntax: Syntax
    /// The fields to print, in this order; nil for all.
    let fields: [String]?
}

/// The choice of JSON for a command that prints one object.
struct JSONOption: ParsableArguments {
    @Flag(help: "Print JSON with stable field names.")
    var json = false
}

/// The choice of how a list is printed.
struct OutputOptions: ParsableArguments {
    @Flag(help: "Print JSON with stable field names.")
    var json = false

    @Flag(help: "Print a JSON object on each line.")
    var ndjson = false

    @Flag(help: "Print CSV with a header row.")
    var csv = false

    @Flag(help: "Print tab-separated values with a header row.")
    var tsv = false

    @Flag(help: "Print a page for a browser.")
    var html = false

    @Option(
        help: ArgumentHelp(
            "Only these fields, such as day,amount, in such a format.",
            valueName: "names"))
    var fields: String?

    func validate() throws {
        guard [json, ndjson, csv, tsv, html].count(where: \.self) < 2 else {
            throw ValidationError("Give one of --json, --ndjson, --csv, --tsv and --html.")
        }
        guard let names else { return }
        guard syntax != nil else {
            throw ValidationError("--fields needs --json, --ndjson, --csv, --tsv or --html.")
        }
        guard !names.isEmpty, Set(names).count == names.count else {
            throw ValidationError("--fields takes distinct names, such as day,amount.")
        }
    }

    /// The form for programs; nil for a table.
    var format: OutputFormat? {
        syntax.map { OutputFormat(syntax: $0, fields: names) }
    }

    private var syntax: OutputFormat.Syntax? {
        if json { return .json }
        if ndjson { return .jsonLines }
        if csv { return .delimited(.comma) }
        if html { return .html }
        return tsv ? .delimited(.tab) : nil
    }

    private var names: [String]? {
        fields?.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { !$0.isEmpty }
    }
}
