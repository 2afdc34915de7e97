internal import Automation
internal import Classification
internal import Configuration
internal import Vault

extension Examination {
    /// Looks at the configuration and, where it has no mistake, at what is read
    /// with it: rules and handlers of events.
    mutating func examineFiles(of engine: Engine) {
        guard
            let lastGood = read(.configuration, lastGood: nil, { try LastGoodFiles(engine.vault) }),
            let configuration = read(
                .configuration, lastGood: lastGood, { try engine.configuration() })
        else { return }
        let mistakes = configuration.mistakes()
        note(.configuration, mistakes.map { Problem($0, lastGood) })
        guard mistakes.isEmpty else { return }
        if let rules = read(
            .rules, lastGood: lastGood,
            {
                try engine.passSetup().leftOut.flatMap(\.problems)
                    + PluginFolders(vaultPath: engine.vault.folder.pluginsPath).folders
                    .flatMap(\.problems)
            })
        {
            note(.rules, Self.distinct(rules).map(Problem.leftOut))
        }
        if let handlers = read(
            .automation, lastGood: lastGood,
            {
                try engine.automations().leftOut.flatMap(\.problems)
                    + engine.commandsThatCannotRun()
            })
        {
            note(.automation, handlers.map(Problem.leftOut))
        }
    }

    /// A plugin that is on and can't be used is reported by the rules, too.
    private static func distinct(_ problems: [RuleFileProblem]) -> [RuleFileProblem] {
        var seen: Set<RuleFileProblem> = []
        return problems.filter { seen.insert($0).inserted }
    }

    /// What a reading gives; nil, and a problem more, where it fails.
    private mutating func read<Value>(
        _ check: Check, lastGood: LastGoodFiles?, _ body: () throws -> Value
    ) -> Value? {
        do {
            return try body()
        } catch let error as ConfigurationError {
            note(check, [Problem(error, lastGood)])
        } catch let error as VaultError {
            note(check, [.cannotOpen(error)])
        } catch EngineError.cannotRead(let path, let reason) {
            note(check, [.cannotOpen(.cannotRead(path: path, reason: reason))])
        } catch {
            note(check, [.unknown(reason: "\(error)")])
        }
        return nil
    }
}

extension Examination.Problem {
    fileprivate init(_ error: ConfigurationError, _ lastGood: LastGoodFiles?) {
        self = .configuration(error, standIn: lastGood?.standIn(for: error.file))
    }
}
