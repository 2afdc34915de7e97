import Foundation
import Scripting
import TestSupport

/// Feeds made-up rule files to the sandbox until the time is up, or until one
/// of them breaks what the sandbox promises.
///
/// Arguments: the seconds to run, 60 without; then the seed to begin with. Each
/// source is made from a seed of its own, the next number.
@main
struct FuzzRuleFiles {
    static func main() {
        let arguments = CommandLine.arguments.dropFirst().map { UInt64($0) }
        let seconds = (arguments.first ?? nil) ?? 60
        let firstSeed =
            (arguments.dropFirst().first ?? nil) ?? UInt64.random(in: 0..<1_000_000_000)
        print("seed \(firstSeed), \(seconds) seconds")

        let clock = ContinuousClock()
        let end = clock.now + .seconds(Int64(clamping: seconds))
        var seed = firstSeed
        var loaded = 0
        var longest = Duration.zero
        while clock.now < end {
            if (seed - firstSeed) % 5_000 == 0 { tell("sources from seed \(seed)") }
            let source = RuleFileMaker(seed: seed).make()
            let start = clock.now
            let trial = Trial(source: source)
            let problems = trial.problems()
            longest = max(longest, clock.now - start)
            guard problems.isEmpty else {
                report(problems, source: source, seed: seed)
                exit(1)
            }
            if trial.loads { loaded += 1 }
            seed += 1
        }
        print("\(seed - firstSeed) sources, \(loaded) of them loaded")
        print("no broken promise; the slowest took \(longest)")
    }

    private static func report(_ problems: [String], source: [UInt8], seed: UInt64) {
        print("seed \(seed) broke a promise:")
        for problem in problems { print("  " + problem) }
        print("----- the source")
        FileHandle.standardOutput.write(Data(source))
        print("\n-----")
    }

    /// To standard error at once, so that a crash shows where to begin again.
    private static func tell(_ text: String) {
        FileHandle.standardError.write(Data((text + "\n").utf8))
    }
}
