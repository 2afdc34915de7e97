import CLuaShim

/// The shim's access to the host's answers to queries.
///
/// Its callback runs between frames of Lua, like those of ``LuaView``.
final class LuaQueries {
    private let vocabulary: Vocabulary
    private let answer: (Int, ScriptValue) -> ScriptQueryAnswer
    private let kept = KeptAnswer()

    /// - Parameters:
    ///   - vocabulary: the words that a script may pass in a query.
    ///   - answer: gets the number of a query word, and its value.
    init(_ vocabulary: Vocabulary, _ answer: @escaping (Int, ScriptValue) -> ScriptQueryAnswer) {
        self.vocabulary = vocabulary
        self.answer = answer
    }

    func withQueries<Result>(_ body: (UnsafePointer<gv_queries>) -> Result) -> Result {
        var queries = gv_queries(
            owner: Unmanaged.passUnretained(self).toOpaque(),
            answer: { owner, word, value in
                Unmanaged<LuaQueries>.fromOpaque(owner).takeUnretainedValue()
                    .found(Int(word), value)
            })
        return withExtendedLifetime(self) { body(&queries) }
    }

    private func found(_ word: Int, _ value: gv_nodes) -> gv_found {
        var reader = NodeReader(value, vocabulary, chunkName: "")
        do throws(ScriptError) {
            switch answer(word, try reader.readValue()) {
            case .values(let values): return kept.value(.table(ScriptTable(array: values)))
            case .problem(let message): return kept.problem(message)
            }
        } catch {
            return kept.problem(error.message)
        }
    }
}

/// The last answer to a question of the shim, which reads it in place.
final class KeptAnswer {
    private var nodes: UnsafeMutableBufferPointer<gv_node> = .allocate(capacity: 0)
    /// The bytes of its texts.
    private var bytes: UnsafeMutableBufferPointer<UInt8> = .allocate(capacity: 0)

    deinit {
        nodes.deallocate()
        bytes.deallocate()
    }

    func value(_ value: ScriptValue) -> gv_found {
        do throws(ScriptError) {
            let written = try NodeWriter(value)
            bytes = written.keptBytes(insteadOf: bytes)
            nodes = written.keptNodes(over: bytes, insteadOf: nodes)
            return gv_found(rows: gv_rows(), value: nodes.baseAddress, problem: gv_text())
        } catch {
            return problem(error.message)
        }
    }

    func problem(_ message: String) -> gv_found {
        let texts = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: message.utf8.count + 1)
        _ = texts.initialize(from: Array(message.utf8) + [0])
        bytes.deallocate()
        bytes = texts
        let text = texts.baseAddress.map {
            UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self)
        }
        return gv_found(
            rows: gv_rows(), value: nil,
            problem: gv_text(bytes: text, length: message.utf8.count))
    }
}
