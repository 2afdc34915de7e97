internal import Classification
public import Scripting
internal import Statements

/// The person's plugins that read files of formats that the program doesn't know.
///
/// All files that are read with one value share a budget.
public struct StatementPlugins {
    /// Enabled ones whose folder is gone, so that their files aren't read.
    public let missing: [RejectedPlugin]
    private let readers: [Plugins.Choice]
    private let host: ScriptHost?

    fileprivate init(readers: [Plugins.Choice], missing: [RejectedPlugin], host: ScriptHost?) {
        self.readers = readers
        self.missing = missing
        self.host = host
    }

    /// None, for a folder without a vault.
    public static var none: StatementPlugins {
        StatementPlugins(readers: [], missing: [], host: nil)
    }

    var signs: [StatementSign] { readers.compactMap(\.plugin.manifest.reads) }

    /// Reads a file with the first of the plugins whose signs it has.
    ///
    /// - Parameter answers: only an encoding is for a plugin.
    func statement(
        in file: OwnStatement, named name: String, signs: [Int], answers: StatementAnswers
    ) throws(StatementFailure) -> Statement {
        let known = signs.filter(readers.indices.contains).map { readers[$0] }
        guard let reader = known.first, known.count == signs.count, let host else {
            throw .notRead(StatementReading.invalidResponse)
        }
        guard StatementAnswers(encoding: answers.encoding) == answers else {
            throw .readByPlugin(reader.plugin.manifest.name)
        }
        let plugin: LoadedPlugin
        do throws(PluginLoadError) {
            plugin = try LoadedPlugin(
                withFilesOf: reader.plugin.source, limits: LoadedPlugin.readingLimits, on: host)
        } catch {
            throw .notRead(error.problems.map(\.message).joined(separator: "; "))
        }
        var statement: Statement
        do throws(PluginReadingError) {
            statement = try plugin.read(file, named: name, settings: reader.settings)
        } catch {
            throw .notRead(error.words)
        }
        guard
            statement.accounts.contains(where: { !$0.rows.isEmpty }) || !statement.rejected.isEmpty
        else { throw .notRead("the plugin \(statement.plugin) found no transaction in it") }
        statement.otherPlugins = known.dropFirst().map(\.plugin.manifest.name)
        return statement
    }
}

extension Engine {
    /// The enabled plugins that read files, as last approved.
    ///
    /// - Parameter budget: for all files together.
    public func statementPlugins(
        budget: ScriptHost.Budget = .statement
    ) throws -> StatementPlugins {
        let shelf = try pluginShelf()
        return StatementPlugins(
            readers: try shelf.readers(), missing: try shelf.missingReaders(),
            host: scripts.separate(budget))
    }
}
