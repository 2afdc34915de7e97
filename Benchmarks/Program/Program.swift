import BenchmarkData

/// Measures the costs that are promised, as ratios within one run, and fails
/// where one is missed.
///
/// `ghostvault-bench passes COUNT …` measures passes alone, over vaults of so
/// many transactions.
@main
enum Program {
    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        if arguments.first == PeakMemory.argument, let path = arguments.last {
            return try PassReport.pass(over: path)
        }
        var passes = PassReport()
        if arguments.first == "passes" {
            return try passes.run(arguments.dropFirst().compactMap { Int($0) })
        }
        try passes.run([10_000, 100_000, 1_000_000])
        let snapshot = HouseholdSnapshot.make(transactions: 1_000_000)
        let numbered = HouseholdSnapshot.make(transactions: 1_000_000, numbersDescriptions: true)
        let comparisons = [
            try luaFunctionRule(over: snapshot),
            tableRules(1_000, over: snapshot, limit: 3),
            tableRules(5_000, over: snapshot),
            tableRules(20_000, over: snapshot),
            tableRules(1_000, over: numbered, note: ", each text new"),
        ]
        print(Report.heading)
        var isEveryLimitKept = passes.isEveryLimitKept
        for comparison in comparisons {
            let measurement = try comparison.measure(rounds: 9)
            print(Report.lines(of: measurement))
            if measurement.isLimitMissed { isEveryLimitKept = false }
        }
        if !isEveryLimitKept { exitWithFailure() }
    }
}
