internal import CShippedFiles
internal import Foundation
internal import Platform
public import Vault

/// The default configuration, rules and plugins that are built into the program.
public enum ShippedFiles {
    /// All files by path, such as "config/pipeline.toml".
    public static let all = list(gv_shipped_file_count(), gv_shipped_file_at)

    /// The modules for all Lua files, by path: "ghostvault/days.lua" for
    /// `require("ghostvault.days")`.
    public static let modules = list(gv_shipped_module_count(), gv_shipped_module_at)

    /// The content of a file by its path; nil if there is none.
    static func bytes(of path: String) -> [UInt8]? { byPath[path] }

    private static let byPath = Dictionary(
        all.map { ($0.path, $0.bytes) }, uniquingKeysWith: { first, _ in first })

    private static func list(
        _ count: Int, _ file: (Int) -> UnsafePointer<gv_shipped_file>?
    ) -> [(path: String, bytes: [UInt8])] {
        (0..<count).compactMap { position in
            guard let file = file(position)?.pointee else { return nil }
            let bytes = UnsafeBufferPointer(start: file.bytes, count: file.count)
            return (String(cString: file.path), Array(bytes))
        }
    }
}

/// A page of the documentation that is built into the program.
public struct ShippedDocument: Sendable {
    /// "writing-rules".
    public let name: String
    /// "Write a rule".
    public let title: String
    /// In Markdown.
    public let text: String

    /// All pages, from A to Z.
    public static let all: [ShippedDocument] = (0..<gv_shipped_page_count()).compactMap {
        guard let page = gv_shipped_page_at($0)?.pointee else { return nil }
        let bytes = UnsafeBufferPointer(start: page.bytes, count: page.count)
        let text = String(decoding: bytes, as: UTF8.self)
        let path = String(cString: page.path)
        return ShippedDocument(
            name: String(path.dropFirst("docs/".count).dropLast(".md".count)),
            title: String(text.prefix { $0 != "\n" }.drop { $0 == "#" || $0 == " " }),
            text: text)
    }
}

/// The outcome of `init`.
public struct WrittenDefaults: Sendable {
    public let isNew: Bool
    /// The files written, by path within the vault.
    public let written: [String]
    /// The files that existed and were kept.
    public let kept: [String]
}

extension Engine {
    /// Creates a vault's folder, its database and the files that the user edits. Existing files
    /// are never overwritten.
    ///
    /// - Parameter configuration: whether to write the configuration files too. A written file
    ///   no longer follows the shipped default, so this is optional.
    public static func layOut(
        _ folder: VaultFolder, configuration: Bool
    ) throws -> (vault: Vault, files: WrittenDefaults) {
        let isNew = !folder.holdsVault
        let vault = try Vault.openOrCreate(folder)
        var written: [String] = []
        var kept: [String] = []
        var files = ShippedFiles.all.filter {
            // Shipped plugins are not copied, as a copy would need approval.
            $0.path.hasPrefix("rules/") || (configuration && $0.path.hasPrefix("config/"))
        }
        files.append((".gitignore", Array(gitignore.utf8)))
        for file in files {
            let path = folder.path + "/" + file.path
            if FileManager.default.fileExists(atPath: path) {
                kept.append(file.path)
                continue
            }
            do {
                try Data(file.bytes).write(to: URL(fileURLWithPath: path), options: .atomic)
                try FileManager.default.setAttributes(
                    [.posixPermissions: 0o600], ofItemAtPath: path)
            } catch {
                throw EngineError.cannotWrite(path: path, reason: FileErrorWords.cause(of: error))
            }
            written.append(file.path)
        }
        return (vault, WrittenDefaults(isNew: isNew, written: written, kept: kept))
    }

    /// Rules and configuration live well in git; money and secrets don't.
    private static let gitignore = """
        # The database, its journals, secrets and backups stay on this machine.
        vault.sqlite*
        asked.json
        ask.lock
        sync.lock
        deciding.lock
        watch.*
        secrets/
        backups/
        inbox/

        """
}
