import Classification
import Engine
import Foundation
import Model
import Scripting
import Vault

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Measures what it costs that functions of rules run in a worker, in time that passes: the worker
/// is another process.
struct WorkerReport {
    private(set) var isEveryLimitKept = true

    private static let rounds = 7
    private static let roundsOfMany = 3
    /// Of a pass in a worker against one in this process.
    private static let mostOfPass = 1.3
    /// Of starting a worker that reads an empty source, against starting this program for
    /// nothing.
    private static let mostOfStart = 1.5
    /// The argument that has this program end at once.
    static let nothing = "nothing"

    /// - Parameters:
    ///   - transactions: how many the vault has, about.
    ///   - rules: how many functions are asked about each.
    mutating func run(transactions: Int, rules: Int) throws {
        print("\nFunctions in a worker, \(transactions) transactions")
        let start = try Timings.ofWallClock(rounds: 25) { try Self.startWorker() }.median
        let floor = try Timings.ofWallClock(rounds: 25) { try Self.startNothing() }.median
        let isQuick = start <= floor * Self.mostOfStart
        print(
            "  a worker starts in \(Self.text(start)) ms, this program in \(Self.text(floor)), "
                + "ratio \(Self.text(start / floor)) of \(Self.mostOfStart)  "
                + (isQuick ? "ok" : "MISSED"))
        let vault = try PassVault(transactions: transactions, rules: Self.functions(rules))
        let plain = vault.engine(on: .inThisProcess)
        let apart = vault.engine(on: ScriptHost(worker: .itself))
        _ = try plain.classify(dryRun: false)
        var ratios: [Double] = []
        var times: [Double] = []
        for _ in 0..<(transactions > 100_000 ? Self.roundsOfMany : Self.rounds) {
            let one = try Timings.ofWallClock(rounds: 1) {
                _ = try plain.classify(dryRun: true, isWhole: true)
            }
            let other = try Timings.ofWallClock(rounds: 1) {
                _ = try apart.classify(dryRun: true, isWhole: true)
            }
            ratios.append(other.median / one.median)
            times.append(other.median)
        }
        let ratio = Timings(ratios).median
        let isCheap = ratio <= Self.mostOfPass
        print(
            "  a pass with \(rules) function rules \(Self.text(Timings(times).median)) ms, "
                + "\(Self.text(ratio)) of one in this process  \(isCheap ? "ok" : "MISSED")")
        if !isQuick || !isCheap { isEveryLimitKept = false }
    }

    private static func startWorker() throws {
        let sandbox = try Sandbox(
            layout: RecordLayout(typeName: "nothing", fields: []), vocabulary: Vocabulary(),
            on: ScriptHost(worker: .itself))
        try sandbox.load(source: "", chunkName: "empty.lua")
    }

    /// Starts this program and waits for its end.
    private static func startNothing() throws {
        var process: pid_t = 0
        let arguments = [strdup(CommandLine.arguments[0]), strdup(nothing), nil]
        defer { for argument in arguments { free(argument) } }
        var status: Int32 = 0
        guard posix_spawn(&process, CommandLine.arguments[0], nil, nil, arguments, [nil]) == 0,
            waitpid(process, &status, 0) == process, status == 0
        else { throw NotStarted() }
    }

    private struct NotStarted: Error {}

    private static func text(_ number: Double) -> String { String(format: "%.2f", number) }

    private static func functions(_ count: Int) -> String {
        (0..<count).map { number in
            """
            rule {
                name = "Function \(number)",
                when = function(tx)
                    return tx.amount < -\(number * 3) and tx.description:contains("shop \(number)")
                        or tx.payee == "Nobody \(number)" or tx.weekday == "sunday" and tx.amount > 1e7
                end,
                set = { tags = { "function-\(number)" } },
            }
            """
        }.joined(separator: "\n")
    }
}
