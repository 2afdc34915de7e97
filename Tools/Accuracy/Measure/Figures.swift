public import DemoHousehold
import TOMLKit

/// Figures by trial and level of noise, as the committed file has them.
public struct Figures: Hashable, Sendable {
    private var values: [Place: [String: Percentage]] = [:]

    private struct Place: Hashable {
        let trial: String
        let level: Noise.Level
    }

    public init() {}

    /// Reads a file that ``text`` wrote.
    ///
    /// - Throws: a decoding error where the text is anything else.
    public init(text: String) throws {
        let file = try TOMLDecoder().decode([String: [String: [String: Double]]].self, from: text)
        for (trial, levels) in file {
            for level in Noise.Level.allCases {
                let place = Place(trial: trial, level: level)
                values[place] = levels[level.name]?.mapValues {
                    Percentage(hundredths: Int64(($0 * 100).rounded()))
                }
            }
        }
    }

    public mutating func take(_ score: Score, of trial: Trial, at level: Noise.Level) {
        let figures = score.figures.map { ($0.name, $0.value) }
        values[Place(trial: trial.name, level: level)] = Dictionary(
            uniqueKeysWithValues: figures)
    }

    public func value(
        of figure: String, in trial: Trial, at level: Noise.Level
    ) -> Percentage? {
        values[Place(trial: trial.name, level: level)]?[figure]
    }

    /// What of a score is below these figures, a sentence each. A figure that
    /// is not among them is below too: nothing holds it.
    public func shortfalls(
        of score: Score, in trial: Trial, at level: Noise.Level
    ) -> [String] {
        score.figures.compactMap { name, value in
            guard let floor = self.value(of: name, in: trial, at: level) else {
                return "\(name) at \(level.name) (\(trial.name)) has no committed figure."
            }
            guard value < floor else { return nil }
            return "\(name) at \(level.name) (\(trial.name)) is \(value),"
                + " below the committed \(floor)."
        }
    }

    /// The figures as TOML, in an order that does not change.
    public var text: String {
        var lines = [
            "# The figures, in percent, below which nothing may fall: `make accuracy` measures",
            "# them and `make accuracy RECORD=1` writes them. docs/accuracy.md says what they are.",
        ]
        for trial in [Trial.sample, .whole] {
            for level in Noise.Level.allCases {
                let figures = Score().figures.compactMap { name, _ in
                    value(of: name, in: trial, at: level).map { "\(name) = \($0)" }
                }
                if !figures.isEmpty {
                    lines += ["", "[\(trial.name).\(level.name)]"] + figures
                }
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The figures of the whole trial as a table in Markdown, with what
    /// is aimed for.
    public var table: String {
        var lines = [
            "| figure | " + Noise.Level.allCases.map(\.name).joined(separator: " | ") + " | aim |",
            "| --- " + Noise.Level.allCases.map { _ in "| ---: " }.joined() + "| ---: |",
        ]
        for name in Score().figures.map(\.name) {
            let values = Noise.Level.allCases.map {
                value(of: name, in: .whole, at: $0)?.description ?? ""
            }
            let aim = Self.aims[name] ?? ""
            lines.append("| \(name) | \(values.joined(separator: " | ")) | \(aim) |")
        }
        return lines.joined(separator: "\n")
    }

    private static let aims = [
        "transfers-precision": "99.90", "transfers-recall": "99.00", "income-precision": "99.00",
        "series-precision": "97.00", "series-recall": "97.00", "spending-right": "95.00",
    ]
}

extension Noise.Level {
    /// "noise-0" for none.
    public var name: String { "noise-\(rawValue)" }
}
