import ArgumentParser
import Classification
import Engine
import Foundation
import Model
import Terminal
import Vault

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

struct RulesEditCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract: "Change a stored rule, or edit a rule file.",
        discussion: """
            Options replace single parts. Without options, the rule opens in the editor that \
            VISUAL or EDITOR names. A rule file of the vault opens there too and is checked \
            afterwards; "ghostvault apply-rules" applies it.

            Examples:
              ghostvault rules edit stored-12 --category groceries
              ghostvault rules edit stored-12
              ghostvault rules edit 20-mine.lua
            """)

    @OptionGroup var vault: PlainVaultOptions
    @OptionGroup var options: RuleOptions
    @Argument(help: RuleArgument.help)
    var rule: String

    func run(on screen: Screen) throws {
        let engine = try vault.engine()
        if let path = vault.folder.ruleFile(meantBy: rule) {
            return try edit(path, engine, screen)
        }
        let listed: ListedRule
        do {
            listed = try engine.rule(meantBy: rule)
        } catch RuleError.unknown(let name, let hint) {
            guard let path = vault.folder.ruleFile(meantBy: rule + ".lua") else {
                throw RuleError.unknown(name, hint: hint)
            }
            return try edit(path, engine, screen)
        }
        guard let stored = listed.stored else {
            throw RuleError.notStored(
                name: listed.name, file: listed.file ?? "", line: listed.line)
        }
        let change = try options.change(in: engine)
        let definition =
            if change.isEmpty {
                try edited(stored.definition, of: listed, engine, screen)
            } else {
                // The check below reports a definition that isn't a table.
                change.definition(changing: stored.definition) ?? stored.definition
            }
        guard definition != stored.definition else {
            try screen.print("Nothing was changed")
            return
        }
        let (rule, report) = try engine.changeRule(listed, to: definition)
        try RuleChangeView(screen: screen, engine: engine).show(rule, "changed", report)
    }

    /// Opens a rule file, and checks it afterwards.
    private func edit(_ path: String, _ engine: Engine, _ screen: Screen) throws {
        guard try options.change(in: engine).isEmpty else {
            throw ValidationError(
                "\"\(SafeText.neutralised(rule))\" is a file; the options change a stored rule.")
        }
        try screen.flush()
        try TextEditor().edit(path)
        try RuleCheckView(screen: screen).check(engine)
    }

    /// The definition after editing; the person is asked to fix errors.
    private func edited(
        _ definition: String, of rule: ListedRule, _ engine: Engine, _ screen: Screen
    ) throws -> String {
        let editor = try TextEditor()
        let path = "\(vault.folder.path)/.edit-\(rule.reference).lua"
        var text = definition
        while true {
            try screen.flush()
            let edited = try editor.edit(text.hasSuffix("\n") ? text : text + "\n", at: path)
            text = edited.hasSuffix("\n") ? String(edited.dropLast()) : edited
            guard text != definition else { return text }
            do {
                _ = try engine.checkedRule(text, as: rule.stored?.id ?? 0)
                return text
            } catch let error as RuleError {
                guard TextEditor.canAskAgain else { throw error }
                try screen.report(Failure(error))
                guard try Confirmation.ask("Edit it again?", on: screen) else { throw error }
            }
        }
    }
}

/// The person's editor, run on a private temporary file.
struct TextEditor {
    /// A shell command, "vim" or "code --wait".
    private let command: String

    /// - Throws: ``EditorMissing`` if no editor is set.
    init() throws {
        let context = ProgramContext.current
        guard let named = context.variable("VISUAL") ?? context.variable("EDITOR") else {
            throw EditorMissing()
        }
        command = named
    }

    /// Whether the person can be asked to edit again.
    static var canAskAgain: Bool { ProgramContext.current.inputIsTerminal }

    /// Opens a file in the editor and waits.
    func edit(_ path: String) throws { try run(on: path) }

    /// Opens the text in the editor and waits.
    ///
    /// - Parameter path: the temporary file; it must not exist.
    /// - Returns: the edited text.
    func edit(_ text: String, at path: String) throws -> String {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw EditorFailed(reason: "\(path): \(String(cString: strerror(errno)))")
        }
        defer { unlink(path) }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        try file.write(contentsOf: Data(text.utf8))
        try file.close()
        try run(on: path)
        return String(decoding: try FileReader.bytes(at: path), as: UTF8.self)
    }

    /// Runs the editor with `posix_spawn`; `Process` would take the terminal away from it.
    private func run(on path: String) throws {
        let words = ["sh", "-c", command + " \"$1\"", "sh", path]
        var arguments = words.map { strdup($0) } + [nil]
        var environment =
            ProgramContext.current.variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { (arguments + environment).forEach { free($0) } }
        var process = pid_t()
        let started = posix_spawn(&process, "/bin/sh", nil, nil, &arguments, &environment)
        guard started == 0 else { throw EditorFailed(reason: String(cString: strerror(started))) }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 {
            guard errno == EINTR else {
                throw EditorFailed(reason: String(cString: strerror(errno)))
            }
        }
        guard status == 0 else { throw EditorFailed(reason: "It reported an error.") }
    }
}

extension VaultFolder {
    /// The path of an existing rule file that an argument names, "20-mine.lua" or
    /// "rules/20-mine.lua"; nil for anything else.
    fileprivate func ruleFile(meantBy name: String) -> String? {
        guard name.hasSuffix(".lua") else { return nil }
        let places = [path + "/rules/" + name, path + "/" + name, name]
        return places.first { FileManager.default.fileExists(atPath: $0) }
    }
}

/// The person has set no editor.
struct EditorMissing: Error {}

/// The editor could not be run, or failed.
struct EditorFailed: Error {
    let reason: String
}
