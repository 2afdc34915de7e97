import Scripting

/// The words that the functions of a file are written in.
final class FunctionWords {
    private let library: ScriptLibrary
    /// By the names of the sources.
    private var sources: [String: Source]
    /// What is known of functions: many rules can share a long one.
    private var known: [ScriptFunction: Words] = [:]

    /// Words one after another, each with its length before it, so that no two run together.
    struct Words {
        var count = 0
        var bytes: [UInt8] = []
    }

    private struct Source {
        let outline: LuaOutline
        /// By line, where functions begin in it: positions among the tokens.
        let starts: [Int: [Int]]

        init(_ outline: LuaOutline) {
            self.outline = outline
            let starts = outline.tokens.indices.filter { outline.isKeyword($0, "function") }
            self.starts = Dictionary(grouping: starts) { outline.tokens[$0].place.line }
        }

        /// Between the word and its bracket, whose line is known, there may be
        /// others.
        func starts(near line: Int) -> [Int] {
            if let starts = starts[line] { return starts }
            let nearest = starts.keys.filter { $0 < line }.max()
            return nearest.flatMap { starts[$0] } ?? []
        }
    }

    init(file: String, _ outline: LuaOutline, library: ScriptLibrary) {
        self.library = library
        sources = [file: Source(outline)]
    }

    /// Of all functions that begin where one does: no more is known of its
    /// place than the line. None for a function of Lua's own.
    func words(of function: ScriptFunction) -> Words {
        if let words = known[function] { return words }
        var words = Words()
        if let line = function.line, let source = source(function.chunkName) {
            let outline = source.outline
            for start in source.starts(near: line) {
                for token in outline.tokens[start...(outline.closings[start] ?? start)] {
                    words.count += 1
                    words.bytes += Array("\(token.bytes.count):".utf8)
                    words.bytes += outline.source[token.bytes]
                }
            }
        }
        known[function] = words
        return words
    }

    private func source(_ name: String) -> Source? {
        if let known = sources[name] { return known }
        guard let module = library.modules.first(where: { $0.chunkName == name }) else {
            return nil
        }
        let source = Source(LuaOutline(module.source))
        sources[name] = source
        return source
    }
}
