internal import Automation
internal import Classification
internal import Foundation
internal import Model
internal import Platform
internal import Vault

extension Engine {
    /// Creates a rule file with an example that matches no real transaction.
    ///
    /// - Parameter name: "20-mine", "20-mine.lua" or "rules/20-mine.lua".
    /// - Returns: the path.
    /// - Throws: ``EngineError/unusableName(_:)`` if the name is empty or leads out of the
    ///   folder, ``EngineError/alreadyThere(path:)`` if the file exists.
    public func newRuleFile(named name: String) throws -> String {
        try NewLuaFile(folder: "rules", path: vault.folder.rulesPath)
            .write(Self.newRules, named: name)
    }

    private static let newRules = """
        -- When a transaction looks like "when", set what "set" says. Every name that
        -- can stand here: ghostvault docs lua-reference

        rule {
            name = "Corner Shop by its own name",
            when = { description = starts_with "SQ *CORNER SHOP EXAMPLE" },
            set = { payee = "Corner Shop", category = "groceries" },
            tests = {
                match = {
                    { description = "SQ *CORNER SHOP EXAMPLE 0042", gets = { payee = "Corner Shop" } },
                },
                no_match = { "CORNERSTONE BANK" },
            },
        }

        """

    /// Creates an automation file with a handler and its tests.
    ///
    /// - Parameter name: "alerts", "alerts.lua" or "automation/alerts.lua".
    /// - Returns: the path.
    /// - Throws: ``EngineError/unusableName(_:)`` if the name is empty or leads out of the
    ///   folder, ``EngineError/alreadyThere(path:)`` if the file exists.
    public func newAutomationFile(named name: String) throws -> String {
        try NewLuaFile(folder: "automation", path: vault.folder.automationPath)
            .write(Self.newAutomation, named: name)
    }

    /// A name that ``newAutomationFile(named:)`` takes: "alerts", or with a number if there is
    /// such a file.
    public func freeAutomationName() -> String {
        var name = "alerts"
        var number = 1
        while FileManager.default.fileExists(atPath: vault.folder.automationPath + "/\(name).lua") {
            number += 1
            name = "alerts-\(number)"
        }
        return name
    }

    private static let newAutomation = """
        -- When something happens, the function behind it is called, and what it asks
        -- for is done. Every event and every word: ghostvault docs automation

        on("large_transaction", { over = 500 }, function(e)
            if e.transaction.class ~= "expense" then return end
            notify {
                title = "Large charge",
                text = e.transaction.payee .. ": " .. e.transaction.amount_text,
            }
        end)

        test {
            name = "a large charge is told",
            on = "large_transaction",
            event = { transaction = { payee = "Corner Shop", amount = -812.50 } },
            expect = { notify = { text = "Corner Shop: -812.50 USD" } },
        }

        test {
            name = "a small one is not",
            on = "large_transaction",
            event = { transaction = { amount = -20 } },
            expect = {},
        }

        """
}

/// A new Lua file in one of the vault's folders.
struct NewLuaFile {
    /// The folder's name, "rules", which may prefix a file's name.
    let folder: String
    /// The folder's path; it is created if it is missing.
    let path: String

    /// - Parameter name: "20-mine", "20-mine.lua" or "rules/20-mine.lua".
    /// - Returns: the path.
    /// - Throws: ``EngineError``, with nothing written.
    func write(_ text: String, named name: String) throws(EngineError) -> String {
        let file = fileName(of: name)
        let isUsable =
            !file.hasPrefix(".") && file != ".lua"
            && file.utf8.allSatisfy { byte in
                (0x21...0x7E).contains(byte) && byte != UInt8(ascii: "/")
                    && byte != UInt8(ascii: "\\")
            }
        guard isUsable else { throw .unusableName(name) }
        let path = path + "/" + file
        guard !FileManager.default.fileExists(atPath: path) else {
            throw .alreadyThere(path: path)
        }
        do {
            try FileManager.default.createDirectory(
                atPath: self.path, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
            try Data(text.utf8).write(
                to: URL(fileURLWithPath: path), options: .withoutOverwriting)
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o600], ofItemAtPath: path)
        } catch {
            throw .cannotWrite(path: path, reason: FileErrorWords.cause(of: error))
        }
        return path
    }

    /// "20-mine.lua" for any way to name it.
    func fileName(of name: String) -> String {
        let file = name.hasPrefix(folder + "/") ? String(name.dropFirst(folder.count + 1)) : name
        return file.hasSuffix(".lua") ? file : file + ".lua"
    }
}

/// A file for editors.
public struct StubFile: Sendable {
    public let path: String
    /// Whether it existed with other content and was left alone.
    public let isKept: Bool
}

extension Engine {
    /// Writes annotations for the Lua language server, and its settings if there are none.
    ///
    /// - Parameters:
    ///   - folder: the folder that the editor opens; it must exist.
    ///   - names: the names that the vault has.
    public static func writeStubs(into folder: String, names: StubNames) throws -> [StubFile] {
        let files = EditorStubs(folder: folder, names: names)
        try files.write()
        let settings = folder + "/.luarc.json"
        let text = LuaReference.languageServerSettings(stubs: EditorStubs.folderName)
        var isKept = false
        if FileManager.default.fileExists(atPath: settings) {
            isKept = try FileReader.bytes(ofOrdinaryFile: settings) != Array(text.utf8)
        }
        if !isKept { try EditorStubs.write(Array(text.utf8), to: settings) }
        return [
            StubFile(path: files.annotationsPath, isKept: false),
            StubFile(path: settings, isKept: isKept),
        ]
    }

    /// The names that annotations of the vault's files list.
    public func stubNames() throws -> StubNames {
        StubNames(
            categories: try categories().categories.map(\.id),
            accounts: try vault.accounts().map(\.name))
    }

    /// Brings the annotations in the vault's folder up to date, if there are any: with the
    /// categories and accounts of now, as this version of the program writes them.
    ///
    /// - Returns: whether it wrote something.
    @discardableResult
    public func refreshStubs() throws -> Bool {
        // Most vaults have none.
        guard EditorStubs.areThere(in: vault.folder.path) else { return false }
        return try EditorStubs(folder: vault.folder.path, names: try stubNames()).refresh()
    }
}

/// The names in annotations: categories' ids and accounts' names.
public struct StubNames: Sendable, Hashable {
    public let categories: [String]
    public let accounts: [String]

    public init(categories: [String], accounts: [String] = []) {
        self.categories = categories
        self.accounts = accounts
    }
}

/// The annotations in a folder.
private struct EditorStubs {
    static let folderName = ".lua-stubs"

    let folder: String
    let names: StubNames

    private var path: String { folder + "/" + Self.folderName }

    var annotationsPath: String { path + "/ghostvault.lua" }

    static func areThere(in folder: String) -> Bool {
        FileManager.default.fileExists(atPath: folder + "/\(folderName)/ghostvault.lua")
    }

    /// The files by path. The shipped modules come along for "go to definition".
    private var files: [(path: String, bytes: [UInt8])] {
        let text = AutomationReference.stubs(
            categories: names.categories, accounts: names.accounts)
        return [(annotationsPath, Array(text.utf8))]
            + ShippedFiles.modules.map { ("\(path)/\($0.path)", $0.bytes) }
    }

    func write() throws {
        for file in files { try Self.write(file.bytes, to: file.path) }
    }

    /// Writes the files that differ.
    func refresh() throws -> Bool {
        var isRefreshed = false
        for file in files {
            let isThere = FileManager.default.fileExists(atPath: file.path)
            if isThere, try FileReader.bytes(ofOrdinaryFile: file.path) == file.bytes { continue }
            try Self.write(file.bytes, to: file.path)
            isRefreshed = true
        }
        return isRefreshed
    }

    static func write(_ bytes: [UInt8], to path: String) throws {
        let parent = URL(fileURLWithPath: path).deletingLastPathComponent().path
        do {
            if !FileManager.default.fileExists(atPath: parent) {
                try FileManager.default.createDirectory(
                    atPath: parent, withIntermediateDirectories: true,
                    attributes: [.posixPermissions: 0o700])
            }
            try Data(bytes).write(to: URL(fileURLWithPath: path), options: .atomic)
            // They have names of accounts and categories.
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o600], ofItemAtPath: path)
        } catch {
            throw EngineError.cannotWrite(path: path, reason: FileErrorWords.cause(of: error))
        }
    }
}
