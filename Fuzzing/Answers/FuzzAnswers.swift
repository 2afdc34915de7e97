import Foundation

/// Reads and stores made-up answers of banks until the time is up, or until one
/// of them breaks what is promised.
///
/// Arguments: the seconds to run, 60 without; then the seed to begin with. Each
/// answer is made from a seed of its own, the next number.
@main
struct FuzzAnswers {
    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst().map { UInt64($0) }
        let seconds = (arguments.first ?? nil) ?? 60
        let firstSeed =
            (arguments.dropFirst().first ?? nil) ?? UInt64.random(in: 0..<1_000_000_000)
        print("seed \(firstSeed), \(seconds) seconds")

        let clock = ContinuousClock()
        let end = clock.now + .seconds(Int64(clamping: seconds))
        var seed = firstSeed
        var accepted = 0
        while clock.now < end {
            if (seed - firstSeed) % 500 == 0 { tell("answers from seed \(seed)") }
            let answer = AnswerMaker(seed: seed).make()
            let trial = Trial(of: answer)
            let problems = try trial.problems()
            guard problems.isEmpty else {
                report(problems, body: answer.body, seed: seed)
                exit(1)
            }
            if trial.isAccepted { accepted += 1 }
            seed += 1
        }
        print("\(seed - firstSeed) answers, \(accepted) of them accepted and stored twice")
        print("no broken promise")
    }

    private static func report(_ problems: [String], body: [UInt8], seed: UInt64) {
        print("seed \(seed) broke a promise:")
        for problem in problems { print("  " + problem) }
        print("----- the answer")
        FileHandle.standardOutput.write(Data(body.prefix(20_000)))
        print("\n-----")
    }

    /// To standard error at once, so that a crash shows where to begin again.
    private static func tell(_ text: String) {
        FileHandle.standardError.write(Data((text + "\n").utf8))
    }
}
