import TestSupport

/// Reads and stores made-up answers of banks until the time is up, or until one
/// of them breaks what is promised.
///
/// Arguments: the seconds to run, 60 without; then the seed to begin with. Each
/// answer is made from a seed of its own, the next number.
@main
struct FuzzAnswers {
    static func main() throws {
        let empty = try ScratchVault()
        var accepted = 0
        let loop = FuzzLoop(arguments: CommandLine.arguments)
        let count = try loop.run("answers", tellingEach: 500) { seed in
            let answer = AnswerMaker(seed: seed).make()
            let trial = Trial(of: answer)
            if trial.isAccepted { accepted += 1 }
            return FuzzLoop.BrokenPromise(
                try trial.problems(storingInCopyOf: empty, classifying: seed % 8 == 0),
                source: answer.body)
        }
        print("\(count) answers, \(accepted) of them accepted and stored twice")
        print("no broken promise")
    }
}
