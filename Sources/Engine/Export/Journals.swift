internal import Configuration
internal import Foundation
public import Insights
internal import Model
internal import Platform
public import Vault

extension Engine {
    /// The transactions of a query as a journal, with the person's categories and rates.
    public func journal(_ query: TransactionQuery) throws -> Journal {
        try Journal(
            vault, query, categories: try categories(), rates: try currencyRates())
    }

    /// Writes a journal of all accounts that aren't hidden, and remembers in `automation.toml` to
    /// keep it current.
    ///
    /// - Parameter path: the path from "/".
    /// - Throws: `ConfigurationError` if that file has a mistake, with nothing written.
    public func keepCurrent(_ dialect: JournalDialect, at path: String) throws {
        let known = try configuration().automationSettings().journals
        let journal = AutomationSettings.LiveJournal(format: dialect.rawValue, file: path)
        guard known.allSatisfy({ $0.file != path || $0 == journal }) else {
            throw LiveJournalClash(path: path)
        }
        _ = try write(journal)
        guard !known.contains(journal) else { return }
        let folder = vault.folder.configPath
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        // The file behind a link is changed, and the link stays.
        let settings = URL(fileURLWithPath: "\(folder)/\(ConfigurationFiles.automationFile)")
            .resolvingSymlinksInPath().path
        var text = ""
        if FileManager.default.fileExists(atPath: settings) {
            text = try String(contentsOfFile: settings, encoding: .utf8)
            if !text.isEmpty { text += text.hasSuffix("\n") ? "\n" : "\n\n" }
        }
        text += "[[journal]]\nformat = \"\(journal.format)\"\nfile = \(Self.quoted(path))\n"
        try Self.replace(settings) { sink in sink(text) }
    }

    /// Brings the journals of `automation.toml` up to date. A file whose content stays the same
    /// is left as it is.
    ///
    /// - Returns: the paths of those that changed.
    /// - Throws: the first error, after all others are written.
    @discardableResult
    public func updateJournals() throws -> [String] {
        var changed: [String] = []
        var failure: (any Error)?
        for journal in try configured({ try $0.automationSettings() }).journals {
            do {
                if try write(journal) { changed.append(journal.file) }
            } catch {
                failure = failure ?? error
            }
        }
        if let failure { throw failure }
        return changed
    }

    private func write(_ live: AutomationSettings.LiveJournal) throws -> Bool {
        guard let dialect = JournalDialect(rawValue: live.format) else { return false }
        var query = TransactionQuery()
        query.leavesOutHiddenAccounts = true
        let journal = try journal(query)
        return try Self.replace(live.file) { try journal.write(as: dialect, to: $0) }
    }

    /// Writes a new version of a file in pieces.
    ///
    /// - Returns: whether it differs from the old one.
    @discardableResult
    private static func replace(
        _ path: String, _ write: (@escaping (String) -> Void) throws -> Void
    ) throws -> Bool {
        let draft = try DraftFile(of: path)
        let handle = FileHandle(fileDescriptor: draft.descriptor, closeOnDealloc: false)
        var buffer = Data()
        var failure: (any Error)?
        func passOn() {
            guard failure == nil else { return }
            do {
                try handle.write(contentsOf: buffer)
            } catch {
                failure = error
            }
            buffer.removeAll(keepingCapacity: true)
        }
        try write { text in
            buffer.append(contentsOf: text.utf8)
            if buffer.count >= bufferSize { passOn() }
        }
        passOn()
        if let failure { throw failure }
        return try draft.replace(onlyIfChanged: true)
    }

    private static let bufferSize = 1 << 16

    /// A string in TOML.
    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += "\\\(scalar)"
            case "\u{00}"..."\u{1F}", "\u{7F}":
                let digits = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}

/// Another journal is kept in the file.
public struct LiveJournalClash: Error {
    public let path: String
}
