/// A model that tells a category by a payee's name, its amounts and its accounts.
///
/// It is ridge regression with one column for each category, in its kernel form: there are
/// fewer payees than parts of names. What it would answer for each lesson if it had not
/// learnt it follows in closed form (D. M. Allen, "The relationship between variable
/// selection and data augmentation", 1974), and shows how sure an answer may be.
///
/// Only basic operations of IEEE 754 in one order are used, so that the same lessons give the
/// same answers on every machine.
///
/// - Complexity: n³ for n lessons, at most 300.
struct GuessModel: Sendable {
    /// What is known of a payee.
    struct Sample {
        /// The features of its name, distinct and in ascending order.
        let name: [UInt64]
        /// Its amounts and accounts, in ascending order.
        let traits: [Trait]
    }

    /// A part of how a payee is paid.
    struct Trait: Hashable {
        let feature: UInt64
        let weight: Double
    }

    /// A payee whose category is known.
    struct Lesson {
        let sample: Sample
        /// An index of a category.
        let label: Int
        /// How much it counts, from 1.
        let weight: Int
    }

    struct Answer: Equatable {
        let label: Int
        /// How sure it is, in percent, rounded down.
        let chance: Int
    }

    static let mostLessons = 300
    /// How much lessons yield to each other, found by trial.
    private static let ridge = 0.3
    private static let temperatures = [0.03, 0.05, 0.07, 0.1, 0.14, 0.2, 0.3]

    private let labelCount: Int
    private let names: FeatureTable
    private let traits: FeatureTable
    /// By label: its share of the lessons.
    private var shares: [Double]
    /// By lesson and label.
    private var coefficients: [Double]
    private var temperature = 0.3
    private var trials: [Trial] = []

    /// What would have been answered for a lesson that was not learnt.
    private struct Trial {
        let chance: Double
        let isRight: Bool
    }

    /// - Parameter lessons: in any order. Where there are more than ``mostLessons``, the first count.
    init(_ lessons: [Lesson], labels: Int) {
        let lessons = lessons.prefix(Self.mostLessons).sorted {
            ($0.label, $0.weight, $0.sample.name.count) != (
                $1.label, $1.weight, $1.sample.name.count
            )
                ? ($0.label, $0.weight, $0.sample.name.count)
                    < ($1.label, $1.weight, $1.sample.name.count)
                : $0.sample.name.lexicographicallyPrecedes($1.sample.name)
        }
        labelCount = labels
        names = FeatureTable(ofNames: lessons.map(\.sample.name))
        traits = FeatureTable(lessons.map { $0.sample.traits.map { ($0.feature, $0.weight) } })
        shares = [Double](repeating: 0, count: labels)
        coefficients = [Double](repeating: 0, count: lessons.count * labels)
        guard !lessons.isEmpty else { return }
        let all = lessons.reduce(0.0) { $0 + Double($1.weight) }
        for lesson in lessons { shares[lesson.label] += Double(lesson.weight) / all }
        var matrix = SymmetricMatrix(size: lessons.count)
        names.addProducts(to: &matrix)
        traits.addProducts(to: &matrix)
        for (row, lesson) in lessons.enumerated() {
            matrix[row, row] += Self.ridge / Double(lesson.weight)
        }
        let inverse = matrix.inverseOfFactor()
        let targets = lessons.flatMap { lesson in
            (0..<labels).map { ($0 == lesson.label ? 1 : 0) - shares[$0] }
        }
        coefficients = inverse.solution(targets, columns: labels)
        tryOut(lessons, targets, inverse.diagonalOfInverse())
    }

    /// The most likely category; nil if nothing in the name was seen before.
    func answer(_ sample: Sample) -> Answer? {
        var near = [Double](repeating: 0, count: coefficients.count / max(1, labelCount))
        guard names.addProducts(withName: sample.name, to: &near) else { return nil }
        traits.addProducts(with: sample.traits.map { ($0.feature, $0.weight) }, to: &near)
        var scores = shares
        for (lesson, likeness) in near.enumerated() where likeness != 0 {
            for label in 0..<labelCount {
                scores[label] += likeness * coefficients[lesson * labelCount + label]
            }
        }
        guard let (label, chance) = Self.best(scores, temperature) else { return nil }
        return Answer(
            label: label, chance: Int((min(chance, seen(chance)) * 1_000_000).rounded()) / 10_000)
    }

    /// Chooses the temperature with which the answers for lessons left out were likeliest.
    private mutating func tryOut(_ lessons: [Lesson], _ targets: [Double], _ diagonal: [Double]) {
        let left = lessons.indices.map { row in
            (0..<labelCount).map { label in
                let place = row * labelCount + label
                return targets[place] - coefficients[place] / diagonal[row] + shares[label]
            }
        }
        let losses = Self.temperatures.map { temperature in
            zip(left, lessons).reduce(0) { loss, trial in
                let chances = Self.chances(trial.0, temperature)
                let chance = max(chances[trial.1.label], Self.leastChance)
                return loss - trial.1.weight
                    * (FixedLogarithm.base2(UInt64(chance * 4_294_967_296)) - 32 << 16)
            }
        }
        if let least = losses.min(), let best = losses.firstIndex(of: least) {
            temperature = Self.temperatures[best]
        }
        trials = zip(left, lessons).compactMap { scores, lesson in
            Self.best(scores, temperature).map {
                Trial(chance: $0.chance, isRight: $0.label == lesson.label)
            }
        }
    }

    private static let leastChance = 0.001

    /// How often answers for lessons left out that were about as sure were right, with caution
    /// where there were few.
    private func seen(_ chance: Double) -> Double {
        // A lesson that is left out takes from its own category, so exactly as sure is too much.
        let sure = trials.filter { $0.chance >= chance - Self.nearness }
        return Double(sure.count { $0.isRight } + 1) / Double(sure.count + 2)
    }

    private static let nearness = 0.05

    private static func best(
        _ scores: [Double], _ temperature: Double
    ) -> (label: Int, chance: Double)? {
        let chances = chances(scores, temperature)
        guard let most = chances.max(), let label = chances.firstIndex(of: most) else { return nil }
        return (label, most)
    }

    private static func chances(_ scores: [Double], _ temperature: Double) -> [Double] {
        let most = scores.max() ?? 0
        let powers = scores.map { power(($0 - most) / temperature) }
        let sum = powers.reduce(0, +)
        return powers.map { $0 / sum }
    }

    /// e to the power of a number that isn't above 0, the same on every machine.
    static func power(_ exponent: Double) -> Double {
        let binary = max(exponent, -700) * 1.442_695_040_888_963_4
        let whole = binary.rounded(.down)
        let rest = (binary - whole) * 0.693_147_180_559_945_3
        var sum = 1.0
        for term in stride(from: 14.0, through: 1, by: -1) { sum = 1 + rest / term * sum }
        return sum * Double(sign: .plus, exponent: Int(whole), significand: 1)
    }
}

/// By feature: the lessons that have it, and how much.
private struct FeatureTable: Sendable {
    private var rows: [UInt64: Range<Int>] = [:]
    private var runs: [Range<Int>] = []
    private var entries: [(lesson: Int, weight: Double)] = []
    private var lessonCount: Int

    init(_ lessons: [[(feature: UInt64, weight: Double)]]) {
        lessonCount = lessons.count
        let all = lessons.enumerated().flatMap { lesson, features in
            features.map { (feature: $0.feature, lesson: lesson, weight: $0.weight) }
        }.sorted { ($0.feature, $0.lesson) < ($1.feature, $1.lesson) }
        entries = all.map { ($0.lesson, $0.weight) }
        var start = 0
        while start < all.count {
            let feature = all[start].feature
            let end = all[start...].firstIndex { $0.feature != feature } ?? all.count
            rows[feature] = start..<end
            runs.append(start..<end)
            start = end
        }
    }

    /// Features of names count the more, the fewer names have them; each name counts alike.
    init(ofNames names: [[UInt64]]) {
        self.init(names.map { $0.map { ($0, 1) } })
        for lesson in names.indices {
            let length = length(of: names[lesson])
            for feature in names[lesson] {
                guard let run = rows[feature],
                    let place = entries[run].firstIndex(where: { $0.lesson == lesson })
                else { continue }
                entries[place].weight = rarity(run.count) / length
            }
        }
    }

    private func rarity(_ count: Int) -> Double {
        let parts =
            FixedLogarithm.base2(UInt64(1 + lessonCount)) - FixedLogarithm.base2(UInt64(1 + count))
        return 1 + Double(parts) / 65_536 * 0.693_147_180_559_945_3
    }

    private func length(of name: [UInt64]) -> Double {
        name.reduce(0.0) { sum, feature in
            let rarity = rarity(rows[feature]?.count ?? 0)
            return sum + rarity * rarity
        }.squareRoot()
    }

    func addProducts(to matrix: inout SymmetricMatrix) {
        for run in runs {
            for one in run {
                for other in run.lowerBound...one {
                    matrix[entries[one].lesson, entries[other].lesson] +=
                        entries[one].weight * entries[other].weight
                }
            }
        }
    }

    func addProducts(with features: [(feature: UInt64, weight: Double)], to near: inout [Double]) {
        for (feature, weight) in features {
            for entry in entries[rows[feature] ?? 0..<0] {
                near[entry.lesson] += entry.weight * weight
            }
        }
    }

    /// - Returns: whether a lesson has any feature of the name.
    func addProducts(withName name: [UInt64], to near: inout [Double]) -> Bool {
        let length = length(of: name)
        let known = name.compactMap { feature in
            rows[feature].map { (feature: feature, weight: rarity($0.count) / length) }
        }
        addProducts(with: known, to: &near)
        return !known.isEmpty
    }
}

/// A symmetric matrix. Only the part below the diagonal is kept.
private struct SymmetricMatrix {
    let size: Int
    /// By rows.
    private var values: [Double]

    init(size: Int) {
        self.size = size
        values = [Double](repeating: 0, count: size * size)
    }

    /// - Parameter row: at least the column.
    subscript(row: Int, column: Int) -> Double {
        get { values[row * size + column] }
        set { values[row * size + column] = newValue }
    }

    /// The inverse of the Cholesky factor of a positive definite matrix.
    func inverseOfFactor() -> InverseFactor {
        var factor = values
        var inverse = [Double](repeating: 0, count: size * size)
        factor.withUnsafeMutableBufferPointer { factor in
            for row in 0..<size {
                for column in 0...row {
                    var sum = factor[row * size + column]
                    for place in 0..<column {
                        sum -= factor[row * size + place] * factor[column * size + place]
                    }
                    factor[row * size + column] =
                        row == column ? sum.squareRoot() : sum / factor[column * size + column]
                }
            }
            inverse.withUnsafeMutableBufferPointer { inverse in
                for row in 0..<size {
                    for place in 0..<row {
                        let times = factor[row * size + place]
                        for column in 0...place {
                            inverse[row * size + column] -= times * inverse[place * size + column]
                        }
                    }
                    let diagonal = factor[row * size + row]
                    for column in 0..<row { inverse[row * size + column] /= diagonal }
                    inverse[row * size + row] = 1 / diagonal
                }
            }
        }
        return InverseFactor(size: size, values: inverse)
    }
}

/// The inverse of a Cholesky factor.
private struct InverseFactor {
    let size: Int
    let values: [Double]

    func diagonalOfInverse() -> [Double] {
        (0..<size).map { column in
            (column..<size).reduce(0.0) { sum, row in
                let value = values[row * size + column]
                return sum + value * value
            }
        }
    }

    /// What the matrix would have to be multiplied with for each of some columns, by rows.
    func solution(_ targets: [Double], columns: Int) -> [Double] {
        var middle = [Double](repeating: 0, count: targets.count)
        var result = middle
        for row in 0..<size {
            for place in 0...row {
                let value = values[row * size + place]
                for column in 0..<columns {
                    middle[row * columns + column] += value * targets[place * columns + column]
                }
            }
        }
        for row in 0..<size {
            for place in 0...row {
                let value = values[row * size + place]
                for column in 0..<columns {
                    result[place * columns + column] += value * middle[row * columns + column]
                }
            }
        }
        return result
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
