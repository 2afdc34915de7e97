public import Model
public import Scripting

/// Runs what a person types, over the transactions of a snapshot and what is
/// concluded about them. It can read them and change nothing.
///
/// `view` is the view that plugins are given, and `tx(ID)` one transaction of
/// it. Used by one thread at a time.
public final class LuaConsole {
    private let sandbox: Sandbox
    private let view: PluginView

    private static let prelude = """
        function tx(id) return view:by_id(id)[1] end
        """

    /// Opens a console for as long as `body` runs.
    ///
    /// - Parameters:
    ///   - classifier: concludes what the transactions are.
    ///   - library: what `require` and `map` find.
    ///   - host: where lines are run.
    public static func open<Result>(
        over snapshot: Snapshot, classifier: Classifier, library: ScriptLibrary = .empty,
        on host: ScriptHost, _ body: (LuaConsole) throws -> Result
    ) throws -> Result {
        try classifier.withView(of: snapshot) { view in
            try body(try LuaConsole(view, library, host))
        }
    }

    private init(_ view: PluginView, _ library: ScriptLibrary, _ host: ScriptHost)
        throws(ScriptError)
    {
        self.view = view
        sandbox = try Sandbox(
            limits: LoadedPlugin.limits, layout: PluginFields.layout, vocabulary: Vocabulary(),
            library: library, on: host)
        _ = try sandbox.evaluate(Self.prelude, chunkName: "prelude", over: view)
    }

    /// Runs one line: an expression, whose values are shown, or statements.
    ///
    /// - Returns: what was printed and then the values, a line each.
    /// - Throws: `ScriptError`; what was printed before is lost.
    public func evaluate(_ line: String) throws(ScriptError) -> [String] {
        let values: String
        do {
            values = try sandbox.evaluate(line, chunkName: "input", over: view)
        } catch {
            _ = sandbox.takeOutput()
            throw error
        }
        return sandbox.takeOutput().map(\.text) + (values.isEmpty ? [] : [values])
    }

    /// Words worth completing.
    public static let completions: [String] = {
        var words: Set<String> = ["view", "tx", "local", "function", "return"]
        for section in LuaReference.sections { words.formUnion(section.entries.map(\.name)) }
        return words.sorted()
    }()
}
