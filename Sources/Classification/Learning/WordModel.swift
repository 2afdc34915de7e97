/// A naive Bayes model that tells a category by words.
///
/// It learns from lessons, one for each payee whose category is known. All arithmetic
/// is in integers, so the same lessons give the same answers on every machine. Learning
/// and each answer cost some nanoseconds per feature and category.
struct WordModel: Sendable {
    /// A payee whose category is known.
    struct Lesson {
        /// Distinct, as in ``WordFeatures/hashes``.
        let features: [UInt64]
        /// An index of a category.
        let label: Int
        /// How much it counts, from 1.
        let weight: Int
    }

    struct Answer: Equatable {
        let label: Int
        /// How often such an answer was right for payees that the model did not know, in
        /// percent.
        let chance: Int
    }

    private let labelCount: Int
    /// By feature, its row in ``counts``.
    private var rows: [UInt64: Int] = [:]
    /// By row and label, the weight of the lessons with the feature.
    private var counts: [Int] = []
    private var totals: [Int] = []
    private var lessonsOfLabel: [Int]
    private var featuresOfLabel: [Int]
    private var confidence = Confidence()

    init(_ lessons: [Lesson], labels: Int) {
        labelCount = labels
        lessonsOfLabel = [Int](repeating: 0, count: labels)
        featuresOfLabel = [Int](repeating: 0, count: labels)
        for lesson in lessons { learn(lesson) }
        confidence = Confidence(
            lessons.compactMap { lesson in
                best(for: lesson.features, without: lesson).map { best in
                    Confidence.Trial(
                        lead: best.lead, isRight: best.label == lesson.label,
                        weight: lesson.weight)
                }
            })
    }

    /// The most likely category; nil if nothing in the strings was seen before.
    func answer(_ features: [UInt64]) -> Answer? {
        best(for: features, without: nil).map { best in
            Answer(label: best.label, chance: confidence.chance(atLead: best.lead))
        }
    }

    private mutating func learn(_ lesson: Lesson) {
        lessonsOfLabel[lesson.label] += lesson.weight
        featuresOfLabel[lesson.label] += lesson.weight * lesson.features.count
        for feature in lesson.features {
            let row = rows[feature, default: rows.count]
            if row == rows.count {
                rows[feature] = row
                counts.append(contentsOf: repeatElement(0, count: labelCount))
                totals.append(0)
            }
            counts[row * labelCount + lesson.label] += lesson.weight
            totals[row] += lesson.weight
        }
    }

    // MARK: Scores

    private struct Best {
        let label: Int
        /// The distance to the second best per feature, in units of 2^-16 bits.
        let lead: Int
    }

    /// Logarithms of `4n + 1`, which is a count with a quarter added: a feature that a
    /// category lacks must not exclude it.
    private static let logarithms = (0..<4096).map { FixedLogarithm.base2(UInt64(4 * $0 + 1)) }

    private static func logarithm(ofCount count: Int) -> Int {
        count < logarithms.count ? logarithms[count] : FixedLogarithm.base2(UInt64(4 * count + 1))
    }

    /// - Parameter left: a lesson to leave out, as if it had not been learnt.
    private func best(for features: [UInt64], without left: Lesson?) -> Best? {
        var scores = [Int](repeating: 0, count: labelCount)
        var known = 0
        for feature in features {
            guard let row = rows[feature] else { continue }
            // Every feature of a lesson is in that lesson.
            guard totals[row] > (left?.weight ?? 0) else { continue }
            known += 1
            for label in 0..<labelCount {
                scores[label] += Self.logarithm(ofCount: counts[row * labelCount + label])
            }
            if let left {
                let count = counts[row * labelCount + left.label]
                scores[left.label] +=
                    Self.logarithm(ofCount: count - left.weight) - Self.logarithm(ofCount: count)
            }
        }
        guard known > 0 else { return nil }
        var best: (label: Int, score: Int)?
        var second: Int?
        for label in 0..<labelCount {
            let isLeft = label == left?.label
            let lessons = lessonsOfLabel[label] - (isLeft ? left?.weight ?? 0 : 0)
            guard lessons > 0 else { continue }
            let features =
                featuresOfLabel[label]
                - (isLeft ? (left?.weight ?? 0) * (left?.features.count ?? 0) : 0)
            let score =
                scores[label] + FixedLogarithm.base2(UInt64(lessons))
                - known * FixedLogarithm.base2(UInt64(4 * features + rows.count))
            if best.map({ score > $0.score }) ?? true {
                second = best?.score
                best = (label, score)
            } else if second.map({ score > $0 }) ?? true {
                second = score
            }
        }
        guard let best, let second else { return nil }
        return Best(label: best.label, lead: (best.score - second) / known)
    }
}

/// How often answers are right, by their lead over the second best.
///
/// Naive Bayes is far too sure of itself, so its leads are compared with what
/// happened: each lesson is answered by the others. The result never falls as the lead
/// grows (isotonic regression by pooling adjacent violators).
struct Confidence: Sendable {
    struct Trial {
        let lead: Int
        let isRight: Bool
        let weight: Int
    }

    private struct Step {
        /// The least lead that it holds for.
        var lead: Int
        var right: Int
        var all: Int
    }

    /// By descending lead.
    private var steps: [Step] = []

    init(_ trials: [Trial] = []) {
        let sorted = trials.sorted { ($0.lead, $0.isRight ? 1 : 0) > ($1.lead, $1.isRight ? 1 : 0) }
        for trial in sorted {
            steps.append(
                Step(
                    lead: trial.lead, right: trial.isRight ? trial.weight : 0, all: trial.weight))
            while let last = steps.last, let before = steps.dropLast().last,
                before.lead == last.lead || before.right * last.all <= last.right * before.all
            {
                steps.removeLast(2)
                steps.append(
                    Step(
                        lead: last.lead, right: before.right + last.right,
                        all: before.all + last.all))
            }
        }
    }

    /// In percent, rounded down; cautious where there were few trials.
    func chance(atLead lead: Int) -> Int {
        guard let step = steps.first(where: { lead >= $0.lead }) else { return 0 }
        return 100 * (step.right + 1) / (step.all + 2)
    }
}

/// Logarithms in fixed point, the same on every machine.
enum FixedLogarithm {
    /// The binary logarithm in units of 2^-16, rounded down.
    ///
    /// - Parameter value: at least 1.
    static func base2(_ value: UInt64) -> Int {
        let whole = 63 - value.leadingZeroBitCount
        // The value over its power of two, in [1, 2) with 63 fractional bits.
        var rest = value << (63 - whole)
        var logarithm = whole << 16
        for bit in (0..<16).reversed() {
            let square = rest.multipliedFullWidth(by: rest).high
            if square >= 1 << 63 {
                logarithm += 1 << bit
                rest = square
            } else {
                rest = square << 1
            }
        }
        return logarithm
    }
}
