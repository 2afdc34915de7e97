public import Automation
public import Classification
internal import Configuration
internal import Model
internal import Outside
internal import Scripting
internal import Vault

/// What is in the folder of automations, and what is wrong with it.
public struct AutomationCheck: Sendable {
    /// Files that can be used, in the order in which they are read.
    public let files: [Automations.File]
    public let modules: [String]
    public let maps: [FolderMap]
    /// Files with mistakes.
    public let leftOut: [LeftOutFile]
    /// What goes wrong in handlers that are told of made-up events. It need not
    /// with the bank's own, so the files are used.
    public let failures: [RuleFileProblem]
    /// What is probably not meant.
    public let notes: [RuleFileProblem]
}

extension Engine {
    /// Reads all automations, and looks for what is probably not meant.
    public func checkAutomations() throws -> AutomationCheck {
        let sources = try automationSources()
        let library = sources.library
        let automations = sources.read()
        let accounts = Set(try vault.accounts().map { $0.name.lowercased() })
        let unnamed = automations.handlers.compactMap { handler -> RuleFileProblem? in
            guard let account = handler.subscription.options.account, !accounts.isEmpty,
                !accounts.contains(account.lowercased())
            else { return nil }
            return RuleFileProblem(
                file: handler.file, line: handler.line,
                message: "no account of the vault is named \"\(account)\"")
        }
        return AutomationCheck(
            files: automations.files, modules: library.modules.map(\.chunkName),
            maps: library.maps.map {
                FolderMap(path: "automation/\($0.name)", rows: $0.entries.count)
            },
            leftOut: automations.leftOut, failures: automations.handlerProblems(),
            notes: unnamed + (try commandsThatCannotRun()))
    }

    /// Commands of the configuration that the system would not run.
    func commandsThatCannotRun() throws -> [RuleFileProblem] {
        try configured { try $0.automationSettings() }.commands.sorted { $0.key < $1.key }
            .compactMap { name, command in
                command.reasonToRefuse.map { reason in
                    RuleFileProblem(
                        file: "config/automation.toml", line: nil,
                        message: "the command \"\(name)\" can't be run: \(reason)")
                }
            }
    }
}
