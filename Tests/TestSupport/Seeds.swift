internal import Foundation

/// The seeds of property tests: a few each time, and all of them with `SEEDS=all`.
public enum Seeds {
    /// Whether every seed is wanted, however long that takes.
    public static let areAll = ProcessInfo.processInfo.environment["SEEDS"] == "all"

    /// The first seeds.
    ///
    /// - Parameters:
    ///   - count: how many there are in all.
    ///   - few: how many are enough for every run.
    public static func first(of count: UInt64, few: UInt64 = 3) -> ClosedRange<UInt64> {
        1...(areAll ? count : min(few, count))
    }
}
