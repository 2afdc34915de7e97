/// The longest wait of a test: far longer than anything takes on a busy machine.
public enum Patience {
    public static let longest = Duration.seconds(600)
    /// It also looks so often. Other tests can keep a waiting one from looking for minutes.
    private static let fewestLooks = 1_000

    /// Waits until something is so.
    ///
    /// - Parameter what: names it where it never became so.
    public static func wait(
        for what: String, until isSo: () async throws -> Bool
    ) async throws {
        _ = try await wait(for: what) { try await isSo() ? true : nil }
    }

    /// Waits until there is something, and returns it.
    public static func wait<Result>(
        for what: String, until found: () async throws -> Result?
    ) async throws -> Result {
        let end = ContinuousClock.now.advanced(by: longest)
        var looks = 0
        while looks < fewestLooks || ContinuousClock.now < end {
            looks += 1
            if let result = try await found() { return result }
            try await Task.sleep(for: .milliseconds(20))
        }
        throw WaitedInVain(what: what)
    }
}

/// What a test waited for never came.
public struct WaitedInVain: Error, CustomStringConvertible {
    let what: String
    public var description: String { "It never came, in ten minutes: \(what)" }
}
