/// What a sandbox loaded, or a file of data.
struct ScriptSource: Hashable, Sendable {
    let chunkName: String
    let bytes: [UInt8]
    /// Found once: every request looks its source up.
    private let hash: Int

    init(chunkName: String, bytes: [UInt8]) {
        self.chunkName = chunkName
        self.bytes = bytes
        var hasher = Hasher()
        hasher.combine(chunkName)
        hasher.combine(bytes)
        hash = hasher.finalize()
    }

    static let none = ScriptSource(chunkName: "", bytes: [])

    func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}

extension MessageWriter {
    mutating func put(_ source: ScriptSource) {
        put(source.bytes)
        put(source.chunkName)
    }
}
