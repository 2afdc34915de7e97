import Model
import Rules

/// How sure the word model has to be.
public struct GuessSettings: Hashable, Sendable {
    /// The least chance of being right, in percent.
    public let leastChance: Int

    public init(leastChance: Int = 70) {
        self.leastChance = leastChance
    }
}

extension PipelineRun {
    /// Gives spending the category that the person gave to most of the same payee.
    mutating func runMemory(stage: Int) {
        guard let payees else { return }
        let memory = payeeMemory(of: payees)
        guard !memory.isEmpty else { return }
        var contributions: [Int32: Int32] = [:]
        for row in snapshot.transactions.indices where isOpenSpending(row) {
            let payee = payees.payeeOfRow[row]
            if contributions[payee] == nil, let learned = memory[payee] {
                let name = payees.names[Int(payee)]
                let category = categoryName(learned.category)
                contributions[payee] = number(
                    of: Contribution(
                        stage: stage,
                        reason: Reason(
                            by: pipeline.stages[stage].name, rule: nil,
                            text: "Learned: you set \(learned.times) of \(learned.all) from "
                                + "\(name) to \(category)"),
                        effect: Effect(category: learned.category)))
            }
            if let contribution = contributions[payee] { add(contribution, to: row) }
        }
    }

    /// Guesses the category of spending that nothing else knows, by its words.
    mutating func runGuess(_ settings: GuessSettings, stage: Int) {
        guard let payees else { return }
        let open = snapshot.transactions.indices.filter(isOpenSpending)
        guard !open.isEmpty else { return }
        let lessons = Lessons(of: self, payees, memory: payeeMemory(of: payees))
        guard lessons.payeesOfPerson >= Lessons.fewestOfPerson, lessons.labels.count > 1 else {
            return
        }
        let model = WordModel(lessons.all, labels: lessons.labels.count)
        var contributions: [Lessons.Writing: Int32?] = [:]
        for row in open {
            let writing = Lessons.Writing(row, in: snapshot, payees)
            if contributions[writing] == nil {
                let features = WordFeatures(writing.texts(in: snapshot, payees))
                let answer = model.answer(features.hashes)
                contributions[writing] = .some(
                    answer.flatMap { answer in
                        guard answer.chance >= settings.leastChance,
                            features.words.contains(where: { model.knows($0.hash, answer.label) })
                        else { return nil }
                        let category = lessons.labels[answer.label]
                        return number(
                            of: Contribution(
                                stage: stage,
                                reason: Reason(
                                    by: pipeline.stages[stage].name, rule: nil,
                                    text: lessons.reason(
                                        for: answer, features, named: categoryName(category)),
                                    kind: .guess),
                                effect: Effect(category: category)))
                    })
            }
            if case .some(.some(let contribution)) = contributions[writing] {
                add(contribution, to: row)
            }
        }
    }

    private func isOpenSpending(_ row: Int) -> Bool {
        // What may turn out to be income waits for that.
        expectedClass(of: row) == .expense && !waiting.contains(row)
            && states.takesSplits(in: stateOfRow[row])
    }

    private func payeeMemory(of payees: NamedPayees) -> PayeeMemory {
        var memory = PayeeMemory()
        for (row, correction) in correctedRows.inRowOrder {
            let payee = payees.payeeOfRow[row]
            guard let category = correction.category, isSomebody(payee, payees) else { continue }
            memory.add(category, of: payee, snapshot.transactions[row])
        }
        return memory
    }

    /// A payee such as "Check" stands for many different things.
    private func isSomebody(_ payee: Int32, _ payees: NamedPayees) -> Bool {
        let name = payees.names[Int(payee)]
        return !name.isEmpty && pipeline.payeeNormaliser?.isSomebody(name) != false
    }

    private func categoryName(_ id: String) -> String { pipeline.categories[id]?.name ?? id }
}

/// What the word model learns from: the payees whose category the person or a rule
/// decided.
struct Lessons {
    /// The categories, in alphabetical order.
    private(set) var labels: [String] = []
    private(set) var all: [WordModel.Lesson] = []
    /// By word, how many payees the person gave to each category.
    private var wordsOfPerson: [UInt64: [Int: Int]] = [:]
    private var wordsOfRules: [UInt64: [Int: Int]] = [:]

    /// The number of payees that the person decided about.
    private(set) var payeesOfPerson = 0

    /// Before the person has said something about so many payees, fewer than half of the
    /// guesses are right (`Tools/strangers`).
    static let fewestOfPerson = 5

    /// A payee that the person decided about counts as much as this many others.
    private static let weightOfPerson = 4

    /// The strings of a transaction that the model looks at.
    struct Writing: Hashable {
        let payee: Int32
        let description: TextID

        init(_ row: Int, in snapshot: Snapshot, _ payees: NamedPayees) {
            payee = payees.payeeOfRow[row]
            description = snapshot.transactions[row].description
        }

        func texts(in snapshot: Snapshot, _ payees: NamedPayees) -> [String] {
            [payees.names[Int(payee)], snapshot.texts[description]]
        }
    }

    private struct Payee {
        let writing: Writing
        var categories: [String: Int] = [:]
    }

    init(of run: PipelineRun, _ payees: NamedPayees, memory: PayeeMemory) {
        var known: [Int32: Payee] = [:]
        var order: [Int32] = []
        for row in run.snapshot.transactions.indices
        where run.expectedClass(of: row) == .expense {
            let payee = payees.payeeOfRow[row]
            guard let category = run.states.category(of: run.stateOfRow[row]) else { continue }
            if known[payee] == nil {
                known[payee] = Payee(writing: Writing(row, in: run.snapshot, payees))
                order.append(payee)
            }
            known[payee]?.categories[category, default: 0] += 1
        }
        let decided = order.compactMap { payee -> (Payee, String, Bool)? in
            guard let of = known[payee] else { return nil }
            if let learned = memory[payee] { return (of, learned.category, true) }
            let most = of.categories.max { ($0.value, $1.key) < ($1.value, $0.key) }
            return most.map { (of, $0.key, false) }
        }
        labels = Set(decided.map(\.1)).sorted()
        let numbers = Dictionary(uniqueKeysWithValues: labels.enumerated().map { ($1, $0) })
        for (payee, category, isPersons) in decided {
            guard let label = numbers[category] else { continue }
            if isPersons { payeesOfPerson += 1 }
            let features = WordFeatures(payee.writing.texts(in: run.snapshot, payees))
            all.append(
                WordModel.Lesson(
                    features: features.hashes, label: label,
                    weight: isPersons ? Self.weightOfPerson : 1))
            for word in features.words {
                if isPersons {
                    wordsOfPerson[word.hash, default: [:]][label, default: 0] += 1
                } else {
                    wordsOfRules[word.hash, default: [:]][label, default: 0] += 1
                }
            }
        }
    }

    /// The reason for an answer, by the word that most payees of the category share.
    func reason(
        for answer: WordModel.Answer, _ features: WordFeatures, named category: String
    ) -> String {
        func most(_ known: [UInt64: [Int: Int]]) -> (word: String, payees: Int)? {
            features.words.compactMap { word in
                known[word.hash]?[answer.label].map { (word.text, $0) }
            }.max { $0.1 < $1.1 }
        }
        let sure = "\(answer.chance) % sure"
        if let (word, count) = most(wordsOfPerson) {
            return "Guess: \"\(word)\" as in \(count) that you set to \(category), \(sure)"
        }
        if let (word, count) = most(wordsOfRules) {
            return "Guess: \"\(word)\" as in \(count) known for \(category), \(sure)"
        }
        return "Guess: spelled like payees known for \(category), \(sure)"
    }
}
