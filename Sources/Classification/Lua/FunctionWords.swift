internal import Hashing
import Scripting

/// The words that the functions of a file are written in.
final class FunctionWords {
    private let library: ScriptLibrary
    /// By the names of the sources.
    private var sources: [String: Source]
    /// What is known of functions, by where they begin: many rules can share a long one.
    private var known: [Start: Words] = [:]

    private struct Start: Hashable {
        let source: String
        let line: Int
    }

    /// Words one after another, each with its length before it, so that no two run together;
    /// of more than ``mostBytes`` their digest.
    struct Words {
        var count = 0
        var bytes: [UInt8] = []
    }

    private static let mostBytes = 64 << 10

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
        guard let line = function.line else { return Words() }
        let start = Start(source: function.chunkName, line: line)
        if let words = known[start] { return words }
        let words = source(function.chunkName).map { Self.words(in: $0, near: line) } ?? Words()
        known[start] = words
        return words
    }

    private static func words(in source: Source, near line: Int) -> Words {
        let outline = source.outline
        var words = Words()
        for start in source.starts(near: line) {
            for token in outline.tokens[start...(outline.closings[start] ?? start)] {
                words.count += 1
                words.bytes += Array("\(token.bytes.count):".utf8)
                words.bytes += outline.source[token.bytes]
            }
        }
        if words.bytes.count > mostBytes { words.bytes = SHA256.digest(of: words.bytes) }
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
