internal import Classification
internal import Configuration
internal import Foundation
public import Insights
internal import Model
public import Vault

/// Facts about a vault for a bug report, in Markdown, without anything private.
///
/// Each value is one of a fixed list, a size in words, or the name of a table or file that
/// GhostVault has itself.
public struct DiagnosticBundle: Sendable {
    public let text: String
    /// What the text was searched for.
    public let checked: Int
    /// What may be private; the text must not be shown unless it is empty.
    public let leaks: [LeakProver.Leak]

    /// - Parameters:
    ///   - examination: of the folder.
    ///   - versions: of the program and the system. They don't come from the vault, so each may be
    ///     a line as it is.
    ///
    /// Parts of a damaged vault that can't be read are said to be so.
    public init(
        of folder: VaultFolder, _ examination: Examination,
        versions: [(name: String, value: String)]
    ) {
        let lines = versions.map { "- \($0.name): \($0.value)" }
        var text = ["# GhostVault diagnostics", ""] + lines
        var facts = PrivateFacts(texts: [])
        for (heading, entries) in Self.sections(of: folder, examination, &facts)
        where !entries.isEmpty {
            text += ["", "## \(heading)", ""] + entries.map { "- \($0.name): \($0.value)" }
        }
        self.text = text.joined(separator: "\n") + "\n"
        let prover = LeakProver(facts, publicWords: Self.publicWords)
        checked = prover.checked
        leaks = prover.leaks(in: self.text, publicLines: Set(lines))
    }

    private typealias Entry = (name: String, value: String)

    /// - Parameter facts: set to the secrets of the vault, as far as it can be read. The prover
    ///   allows nothing that is unknown to it, with or without them.
    private static func sections(
        of folder: VaultFolder, _ examination: Examination, _ facts: inout PrivateFacts
    ) -> [(heading: String, entries: [Entry])] {
        var sections: [(heading: String, entries: [Entry])] = [
            ("Checks", examination.findings.map { ($0.check.rawValue, words($0.problems)) }),
            ("Files", files(in: folder)),
        ]
        guard examination.findings.contains(where: { $0.check == .opens && $0.isSound }) else {
            return sections
        }
        do throws(VaultError) {
            let vault = try Vault.open(folder)
            sections += [
                ("Accounts", entries { () throws(VaultError) in try accounts(of: vault) }),
                ("Connections", entries { () throws(VaultError) in try connections(of: vault) }),
                ("Rows", entries { () throws(VaultError) in try rows(of: vault) }),
            ]
            facts = try vault.privateFacts()
        } catch {
            // The checks say that it can't be read.
        }
        return sections
    }

    private static func entries(_ read: () throws(VaultError) -> [Entry]) -> [Entry] {
        do throws(VaultError) {
            return try read()
        } catch {
            return [("cannot read", kind(error))]
        }
    }

    private static func accounts(of vault: Vault) throws(VaultError) -> [Entry] {
        Dictionary(grouping: try vault.accounts(), by: \.type.rawValue)
            .sorted { $0.key < $1.key }.map { ($0.key, size($0.value.count)) }
    }

    private static func rows(of vault: Vault) throws(VaultError) -> [Entry] {
        try vault.tableSizes().filter { $0.value > 0 }.sorted { $0.key < $1.key }
            .map { ($0.key, size($0.value)) }
    }

    private static func connections(of vault: Vault) throws(VaultError) -> [Entry] {
        var entries: [Entry] = []
        for connection in try vault.connections() {
            let last = try vault.lastSync(connection: connection.id)
            entries.append((connection.kind.rawValue, last?.outcome.rawValue ?? noSync))
        }
        return entries
    }

    /// The files of the person: configuration by name if it is a shipped one, others by number.
    private static func files(in folder: VaultFolder) -> [Entry] {
        let own = Set(names(in: folder.configPath))
        var entries: [Entry] = own.intersection(configurationNames).sorted().map { ("config", $0) }
        entries.append(("config, other", size(own.subtracting(configurationNames).count)))
        let folders = [
            ("rules", folder.rulesPath), ("automation", folder.automationPath),
            ("plugins", folder.pluginsPath), ("inbox", folder.inboxPath),
            ("backups", folder.backupsPath),
        ]
        for (name, path) in folders { entries.append((name, size(names(in: path).count))) }
        return entries
    }

    /// None if there is no folder, or if it can't be read, which the checks say.
    private static func names(in path: String) -> [String] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: path)
        } catch {
            return []
        }
    }

    private static let configurationNames = Set(
        ShippedFiles.all.map(\.path).filter { $0.hasPrefix("config/") }
            .map { String($0.dropFirst("config/".count)) }.filter { !$0.contains("/") })

    // MARK: Words

    /// "none", "up to a hundred"; a number could be known to somebody.
    static func size(_ count: Int) -> String {
        let limits = [
            (0, "none"), (1, "one"), (10, "up to ten"), (100, "up to a hundred"),
            (1_000, "up to a thousand"), (10_000, "up to ten thousand"),
            (100_000, "up to a hundred thousand"), (1_000_000, "up to a million"),
        ]
        return limits.first { count <= $0.0 }?.1 ?? "more than a million"
    }

    /// The kinds of problems, each with how many there are.
    private static func words(_ problems: [Examination.Problem]) -> String {
        guard !problems.isEmpty else { return "fine" }
        return Dictionary(grouping: problems, by: kind).sorted { $0.key < $1.key }
            .map { "\($0.key) (\(size($0.value.count)))" }.joined(separator: ", ")
    }

    private static func kind(_ problem: Examination.Problem) -> String {
        switch problem {
        case .cannotOpen(let error): "cannot open, \(kind(error))"
        case .cannotWrite(let error): "cannot write, \(kind(error))"
        case .notUsed: "folder not used"
        case .damage: "damage"
        case .exposed: "open to others"
        case .secretMissing: "missing"
        case .plainHTTP: "not encrypted"
        case .unread(let problem): mistake(in: problem.file)
        case .configuration(let error, let standIn):
            mistake(in: error.file) + (standIn == nil ? "" : ", another version in use")
        case .gap: "gap"
        case .silent: "silent"
        case .leftOut(let problem): mistake(in: problem.file)
        case .unknown: "unknown"
        }
    }

    private static func mistake(in file: String) -> String {
        let name = file.split(separator: "/").last.map(String.init) ?? ""
        return configurationNames.contains(name) && file == "config/\(name)"
            ? "mistake in \(name)" : "mistake in an own file"
    }

    private static func kind(_ error: VaultError) -> String {
        switch error {
        case .missing, .databaseLost: "missing"
        case .madeByOtherVersion: "made by another version"
        case .notADatabase, .damagedRow: "damage"
        case .openToOthers, .sharedFolder, .foreignFolder: "open to others"
        case .cannotWrite: "cannot write"
        case .cannotRead: "cannot read"
        case .busy: "busy"
        default: "unknown"
        }
    }

    private static let noSync = "no sync"

    /// All words that a bundle may have, from the program alone.
    public static let publicWords: Set<String> = {
        let own = """
            ghostvault diagnostics checks files accounts connections rows fine none one up to ten a
            hundred thousand million more than cannot open write read folder not used damage others
            missing encrypted mistake in an own file another version use gap silent unknown made by
            busy no sync config other rules automation plugins inbox backups
            """
        let named =
            Vault.tableNames + Array(configurationNames)
            + Examination.Check.allCases.map(\.rawValue)
            + AccountType.allCases.map(\.rawValue)
            + [SyncOutcome.running, .complete, .partial, .failed, .stopped].map(\.rawValue)
            + [Connection.Kind.simplefin, .file, .hand].map(\.rawValue)
        return Set(
            ([own] + named).flatMap { $0.lowercased().split { !$0.isLetter }.map(String.init) })
    }()
}
