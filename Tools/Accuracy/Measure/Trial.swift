public import DemoHousehold
import Model

/// Lives of the made-up household that the pipeline is measured on, each at
/// every level of noise.
public struct Trial: Sendable {
    /// What the file of figures calls it.
    public let name: String
    private let seeds: ClosedRange<UInt64>

    /// What is promised.
    public static let whole = Trial(name: "whole", seeds: 1...10)
    /// A part of it that takes a test seconds.
    public static let sample = Trial(name: "sample", seeds: 1...1)

    /// Measures a pipeline. The same pipeline gives the same scores.
    ///
    /// - Throws: what a pass throws.
    public func scores(of pipeline: ShippedPipeline) throws -> [Noise.Level: Score] {
        var scores: [Noise.Level: Score] = [:]
        for seed in seeds {
            // Three payments of what comes once a year.
            let household = Household(
                seed: seed, today: CalendarDay(daysSinceEpoch: 20_777), months: 36)
            for level in Noise.Level.allCases {
                scores[level, default: Score()] += try Score(
                    household, noise: Noise(level: level, seed: seed), pipeline: pipeline)
            }
        }
        return scores
    }
}
