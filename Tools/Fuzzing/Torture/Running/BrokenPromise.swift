/// Something that GhostVault promises was not so.
struct BrokenPromise: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

func promise(_ isKept: Bool, _ description: @autoclosure () -> String) throws(BrokenPromise) {
    guard isKept else { throw BrokenPromise(description()) }
}
