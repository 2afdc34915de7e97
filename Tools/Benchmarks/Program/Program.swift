import BenchmarkData
import Scripting

/// Measures the costs that are promised, as ratios within one run, and fails
/// where one is missed.
///
/// `ghostvault-bench passes COUNT …` measures passes alone, over vaults of so
/// many transactions, `ghostvault-bench answers COUNT` an answer of so many,
/// `ghostvault-bench watch COUNT` a watcher of so many, and
/// `ghostvault-bench worker COUNT RULES` what so many functions in a worker cost.
@main
enum Program {
    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        if arguments.first == ScriptWorker.argument { ScriptWorker.run() }
        if arguments.first == WorkerReport.nothing { return }
        if let path = arguments.last, try workForMemory(arguments.first, on: path) {
            return print(try PeakMemory.ofThisProcess())
        }
        var passes = PassReport()
        var answers = AnswerReport()
        var watching = WatchReport()
        if arguments.first == "watch" {
            return try watching.run(
                transactions: arguments.last.flatMap { Int($0) } ?? 100_000)
        }
        if arguments.first == "answers" {
            return try answers.run(transactions: arguments.last.flatMap { Int($0) } ?? 100_000)
        }
        if arguments.first == "passes" {
            return try passes.run(arguments.dropFirst().compactMap { Int($0) })
        }
        if arguments.first == "worker" {
            var worker = WorkerReport()
            let numbers = arguments.dropFirst().compactMap { Int($0) }
            return try worker.run(
                transactions: numbers.first ?? 20_000, rules: numbers.dropFirst().first ?? 10)
        }
        try answers.run(transactions: 100_000)
        try watching.run(transactions: 100_000)
        try passes.run([10_000, 100_000, 1_000_000])
        var workers = WorkerReport()
        try workers.run(transactions: 20_000, rules: 10)
        try workers.run(transactions: 1_000_000, rules: 1)
        let snapshot = HouseholdSnapshot.make(transactions: 1_000_000)
        let numbered = HouseholdSnapshot.make(transactions: 1_000_000, numbersDescriptions: true)
        let comparisons = [
            tableRules(1_000, over: snapshot, limit: 3),
            tableRules(5_000, over: snapshot),
            tableRules(20_000, over: snapshot),
            tableRules(1_000, over: numbered, note: ", each text new"),
        ]
        print(Report.heading)
        var isEveryLimitKept =
            passes.isEveryLimitKept && answers.isEveryLimitKept
            && watching.isEveryLimitKept && workers.isEveryLimitKept
        for comparison in comparisons {
            let measurement = try comparison.measure(rounds: 9)
            print(Report.lines(of: measurement))
            if measurement.isLimitMissed { isEveryLimitKept = false }
        }
        if !isEveryLimitKept { exitWithFailure() }
    }
    /// Does work whose memory another process of this program measures.
    ///
    /// - Returns: whether there was such work.
    private static func workForMemory(_ work: String?, on path: String) throws -> Bool {
        switch work {
        case PeakMemory.Work.pass: try PassReport.pass(over: path)
        case PeakMemory.Work.answer: try AnswerReport.store(path)
        default: return false
        }
        return true
    }
}
