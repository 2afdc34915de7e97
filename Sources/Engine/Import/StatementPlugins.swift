internal import Classification
internal import Scripting
internal import Statements

/// The person's plugins that read files of formats that the program doesn't know.
public struct StatementPlugins {
    private let readers: [Plugins.Choice]
    private let host: ScriptHost?

    fileprivate init(readers: [Plugins.Choice], host: ScriptHost?) {
        self.readers = readers
        self.host = host
    }

    /// None, for a folder without a vault.
    public static var none: StatementPlugins { StatementPlugins(readers: [], host: nil) }

    var signs: [StatementSign] { readers.compactMap(\.plugin.manifest.reads) }

    /// Reads a file with the plugin whose sign it has.
    func statement(
        in file: OwnStatement, named name: String, sign: Int
    ) throws(StatementFailure) -> Statement {
        guard readers.indices.contains(sign), let host else {
            throw .notRead(StatementReading.invalidResponse)
        }
        let reader = readers[sign]
        let plugin: LoadedPlugin
        do throws(PluginLoadError) {
            plugin = try LoadedPlugin(
                withFilesOf: reader.plugin.source, limits: LoadedPlugin.readingLimits,
                on: host.separate(.statement))
        } catch {
            throw .notRead(error.problems.map(\.message).joined(separator: "; "))
        }
        let statement: Statement
        do throws(PluginReadingError) {
            statement = try plugin.read(file, named: name, settings: reader.settings)
        } catch {
            throw .notRead(error.words)
        }
        guard
            statement.accounts.contains(where: { !$0.rows.isEmpty }) || !statement.rejected.isEmpty
        else { throw .notRead("the plugin \(statement.plugin) found no transaction in it") }
        return statement
    }
}

extension Engine {
    /// The enabled plugins that read files, as last approved.
    public func statementPlugins() throws -> StatementPlugins {
        StatementPlugins(readers: try pluginShelf().readers(), host: scripts)
    }
}
