public import Model
public import Scripting

/// A read-only Lua console over a snapshot's transactions and their conclusions.
///
/// `view` is the view that plugins get, and `tx(ID)` returns one of its transactions.
/// Only one thread at a time may use it.
public final class LuaConsole {
    private let sandbox: Sandbox
    private let view: PluginView

    private static let prelude = """
        function tx(id) return view:by_id(id)[1] end
        """

    /// Opens a console for the duration of `body`.
    ///
    /// - Parameters:
    ///   - classifier: classifies the transactions.
    ///   - library: the modules and maps for `require` and `map`.
    ///   - host: where the lines run.
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

    /// Evaluates one line: an expression, whose values are shown, or statements.
    ///
    /// - Returns: the output, then the values, one per line.
    /// - Throws: `ScriptError`; output before the error is lost.
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

    /// Words for completion.
    public static let completions: [String] = {
        var words: Set<String> = ["view", "tx", "local", "function", "return"]
        for section in LuaReference.sections { words.formUnion(section.entries.map(\.name)) }
        return words.sorted()
    }()
}
