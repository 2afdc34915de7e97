internal import Hashing

extension RemoteMachine {
    /// What a worker says of a source that it loaded.
    struct Loading {
        let steps: Int
        let bytes: Int
        let result: Result<[Declaration], ScriptError>
    }

    func loading(_ reader: inout MessageReader) throws(MessageError) -> Loading {
        Loading(
            steps: try reader.natural(),
            bytes: try reader.natural(),
            result: try reader.result { (reader) throws(MessageError) in
                try reader.all { (reader) throws(MessageError) in
                    try reader.declaration(plan.vocabulary.declarations)
                }
            })
    }

    /// Nil for an answer that can't be read any more.
    func kept(_ answer: [UInt8]) -> Loading? {
        do throws(MessageError) {
            var reader = MessageReader(answer)
            let loading = try loading(&reader)
            return try !reader.boolean() && reader.rest == 0 ? loading : nil
        } catch {
            return nil
        }
    }

    func digest(of source: ScriptSource) -> [UInt8]? {
        host.digest {
            var plan = MessageWriter()
            plan.put(self.plan)
            let library = library.packed.digest {
                var message = MessageWriter()
                message.put(self.library)
                return SHA256.digest(of: message.bytes)
            }
            return [plan.bytes, library, Array(source.chunkName.utf8), source.bytes]
        }
    }
}
