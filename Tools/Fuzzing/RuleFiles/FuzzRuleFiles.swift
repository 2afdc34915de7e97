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
        if CommandLine.arguments.dropFirst().first == ScriptWorker.argument { ScriptWorker.run() }
        let clock = ContinuousClock()
        var loaded = 0
        var longest = Duration.zero
        let loop = FuzzLoop(arguments: CommandLine.arguments)
        let count = loop.run("sources", tellingEach: 5_000) { seed in
            let source = RuleFileMaker(seed: seed).make()
            let start = clock.now
            let trial = Trial(source: source)
            let problems = trial.problems()
            longest = max(longest, clock.now - start)
            if trial.loads { loaded += 1 }
            return FuzzLoop.BrokenPromise(problems, source: source)
        }
        print("\(count) sources, \(loaded) of them loaded")
        print("no broken promise; the slowest took \(longest)")
    }
}
