internal import Classification
public import Configuration
internal import Foundation
internal import Platform
public import Scripting
public import Statements
public import Vault

/// The layouts of tables that a person answered questions about: the files in
/// `config/imports`.
///
/// A file with a mistake has no last good version: what it was written for waits until it is
/// fixed.
public struct ImportLayouts: Sendable {
    /// Without the broken ones, by name.
    public private(set) var layouts: [TableLayout] = []
    /// One for each broken file.
    public private(set) var mistakes: [ConfigurationError] = []
    /// The texts by name within `config`, "imports/statement.toml".
    private var texts: [String: String] = [:]
    /// Stand for the broken files whose headings are known.
    private var broken: [TableLayout] = []

    /// No layouts.
    public init() {}

    /// - Parameter folder: the vault's; need not exist.
    init(_ folder: VaultFolder, on scripts: ScriptHost) {
        guard FileManager.default.fileExists(atPath: folder.layoutsPath) else { return }
        var reader = FolderReader(
            path: folder.layoutsPath, folder: Self.path, bounds: .configuration
        ) { $0.hasSuffix(".toml") }
        reader.read()
        mistakes = reader.problems.map {
            ConfigurationError(file: $0.file, line: $0.line, $0.message)
        }
        for file in reader.files {
            texts["\(ConfigurationFiles.layoutsFolder)/\(file.path)"] = String(
                decoding: file.bytes, as: UTF8.self)
        }
        let files = ConfigurationFiles(texts: texts, on: scripts)
        for name in texts.keys.sorted() {
            do throws(ConfigurationError) {
                let layout = try files.tableLayout(name)
                try refuseSecond(layout)
                layouts.append(layout)
            } catch {
                mistakes.append(error)
                if let headings = files.headings(ofBroken: name), !headings.isEmpty {
                    broken.append(.broken(file: Self.file(name), headings: headings))
                }
            }
        }
    }

    private func refuseSecond(_ layout: TableLayout) throws(ConfigurationError) {
        guard !layout.headings.isEmpty else { return }
        let other = layouts.first { $0.headings == layout.headings }
        guard let other else { return }
        throw ConfigurationError(
            file: Self.path(of: layout),
            "\"headings\" are those of \(Self.path(of: other)), too; delete one of the files")
    }

    /// All that decide how a table is read.
    var forReading: [TableLayout] { broken + layouts }

    func mistake(in file: String) -> ConfigurationError? {
        mistakes.first { Self.file($0.file) == file }
    }

    /// Refuses a table that no layout was used for if a broken one could have been for it.
    ///
    /// - Throws: ``StatementError/brokenLayout(_:)``.
    func check(_ statement: Statement) throws(StatementError) {
        guard let layout = statement.layout, layout.file.isEmpty else { return }
        let known = Set(broken.map(\.file))
        let unknown = mistakes.map { Self.file($0.file) }.first { !known.contains($0) }
        if let unknown { throw .brokenLayout(unknown) }
    }

    /// Whether a layout's file is as it was written, without a person's edit.
    func isAsWritten(_ layout: TableLayout) -> Bool {
        texts["\(ConfigurationFiles.layoutsFolder)/\(layout.file)"] == layout.toml
    }

    /// "config/imports/statement.toml".
    static func path(of layout: TableLayout) -> String { "\(path)/\(layout.file)" }

    private static let path = "config/" + ConfigurationFiles.layoutsFolder

    private static func file(_ path: String) -> String {
        String(path.split(separator: "/").last ?? "")
    }
}

extension VaultFolder {
    fileprivate var layoutsPath: String { configPath + "/" + ConfigurationFiles.layoutsFolder }
}

extension TableLayout {
    /// The path of its file in the vault, "config/imports/statement.toml"; nil if it is from
    /// none.
    public var path: String? { file.isEmpty ? nil : ImportLayouts.path(of: self) }
}

/// What became of a layout that an import understood.
public enum RememberedLayout: Hashable, Sendable {
    /// It stands in this file now.
    case written(path: String)
    /// The file says otherwise and was edited by hand, so it was left.
    case edited(path: String)
}

extension Engine {
    /// The remembered layouts in a vault's folder.
    public static func importLayouts(
        in folder: VaultFolder, scripts: ScriptHost
    ) -> ImportLayouts {
        ImportLayouts(folder, on: scripts)
    }

    public func importLayouts() -> ImportLayouts { ImportLayouts(vault.folder, on: scripts) }

    /// Writes how a table was understood, so that the next one like it needs no answer.
    ///
    /// - Parameters:
    ///   - layout: as the file was read, with all answers.
    ///   - account: the account that was named for a file that doesn't name its own.
    ///   - file: the imported file's name.
    /// - Returns: nil if it stands there already.
    public func remember(
        _ layout: TableLayout, account: String?, currency: String?, ofFile file: String
    ) throws -> RememberedLayout? {
        let known = importLayouts()
        var layout = layout
        layout.currency = currency?.uppercased() ?? layout.currency
        if let account, !layout.accounts.contains(account) { layout.accounts.append(account) }
        if let before = known.layouts.first(where: { $0.file == layout.file }) {
            guard before != layout else { return nil }
            guard known.isAsWritten(before) else {
                return .edited(path: ImportLayouts.path(of: before))
            }
        } else {
            layout.file = freeLayoutName(for: file)
        }
        try write(layout)
        return .written(path: ImportLayouts.path(of: layout))
    }

    /// "checking.toml" for the file "Checking 2026-03.csv".
    private func freeLayoutName(for file: String) -> String {
        let stem = file.split(separator: ".").first ?? ""
        let words = stem.lowercased().split { !($0.isASCII && $0.isLetter) }
        let name = words.isEmpty ? "statement" : String(words.joined(separator: "-").prefix(40))
        var free = name
        var number = 1
        while FileManager.default.fileExists(atPath: "\(vault.folder.layoutsPath)/\(free).toml") {
            number += 1
            free = "\(name)-\(number)"
        }
        return free + ".toml"
    }

    private func write(_ layout: TableLayout) throws(EngineError) {
        let path = "\(vault.folder.layoutsPath)/\(layout.file)"
        do {
            try FileManager.default.createDirectory(
                atPath: vault.folder.layoutsPath, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
            try Data(layout.toml.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
            // It names accounts.
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o600], ofItemAtPath: path)
        } catch {
            throw .cannotWrite(path: path, reason: FileErrorWords.cause(of: error))
        }
    }
}
