import Accuracy
import ArgumentParser
import DemoHousehold
import Foundation

/// Measures how often the shipped pipeline is right about made-up households,
/// and fails where a figure is below the committed one.
@main
struct Program: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ghostvault-accuracy",
        abstract: "How often the shipped pipeline is right, on made-up households.",
        discussion: "To be run in the package's folder. docs/accuracy.md says what is measured.")

    @Flag(help: "List the mistakes that are made most often.")
    var misses = false

    @Option(help: "How many mistakes to list of each subject.")
    var most = 20

    @Flag(help: "Write the figures to the committed file instead of comparing with it.")
    var record = false

    @Option(help: "The folder of the configuration to measure.")
    var config = "config"

    func run() throws {
        let pipeline = try ShippedPipeline(configuration: config)
        var measured = Figures()
        var scores: [(trial: Trial, scores: [Noise.Level: Score])] = []
        for trial in [Trial.sample, .whole] {
            let found = try trial.scores(of: pipeline)
            for (level, score) in found { measured.take(score, of: trial, at: level) }
            scores.append((trial, found))
        }
        print(measured.table)
        if misses, let whole = scores.last?.scores { print(MissList(whole).text(most: most)) }
        if record {
            try CommittedFigures.write(measured)
        } else {
            try compare(scores, with: try CommittedFigures.read())
        }
    }

    private func compare(
        _ scores: [(trial: Trial, scores: [Noise.Level: Score])],
        with committed: Figures
    ) throws {
        var shortfalls: [String] = []
        for (trial, scores) in scores {
            for level in Noise.Level.allCases {
                guard let score = scores[level] else { continue }
                shortfalls += committed.shortfalls(of: score, in: trial, at: level)
            }
        }
        guard !shortfalls.isEmpty else { return }
        try FileHandle.standardError.write(
            contentsOf: Data((shortfalls.joined(separator: "\n") + "\n").utf8))
        throw ExitCode.failure
    }
}
