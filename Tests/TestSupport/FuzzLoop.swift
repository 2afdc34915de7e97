import Foundation

/// Makes things up from seeds until the time is up, or until one of them breaks
/// a promise.
public struct FuzzLoop {
    /// What broke a promise, and how.
    public struct BrokenPromise {
        let problems: [String]
        let source: [UInt8]

        /// Nil where there are no problems.
        public init?(_ problems: [String], source: [UInt8]) {
            guard !problems.isEmpty else { return nil }
            self.problems = problems
            self.source = source
        }
    }

    private let seconds: UInt64
    private let firstSeed: UInt64

    /// - Parameter arguments: of the program: the seconds to run, 60 without;
    ///   then the seed to begin with.
    public init(arguments: some Sequence<String>) {
        let numbers = arguments.dropFirst().map { UInt64($0) }
        seconds = (numbers.first ?? nil) ?? 60
        firstSeed = (numbers.dropFirst().first ?? nil) ?? UInt64.random(in: 0..<1_000_000_000)
    }

    /// Tries one seed after the other. A broken promise ends the program.
    ///
    /// - Parameters:
    ///   - things: what is made up, for a line now and then.
    ///   - step: after how many of them.
    /// - Returns: how many there were.
    public func run(
        _ things: String, tellingEach step: UInt64, _ trial: (UInt64) throws -> BrokenPromise?
    ) rethrows -> UInt64 {
        print("seed \(firstSeed), \(seconds) seconds")
        let clock = ContinuousClock()
        let end = clock.now + .seconds(Int64(clamping: seconds))
        var seed = firstSeed
        while clock.now < end {
            if (seed - firstSeed) % step == 0 { tell("\(things) from seed \(seed)") }
            if let broken = try trial(seed) {
                report(broken, seed: seed)
                exit(1)
            }
            seed += 1
        }
        return seed - firstSeed
    }

    private func report(_ broken: BrokenPromise, seed: UInt64) {
        print("seed \(seed) broke a promise:")
        for problem in broken.problems { print("  " + problem) }
        print("----- the source")
        fflush(nil)
        FileHandle.standardOutput.write(Data(broken.source))
        print("\n-----")
    }

    /// To standard error at once, so that a crash shows where to begin again.
    private func tell(_ text: String) {
        FileHandle.standardError.write(Data((text + "\n").utf8))
    }
}
