import Model
import Rules

/// How sure a guess has to be.
public struct GuessSettings: Hashable, Sendable {
    /// The least chance of being right, in percent.
    public let leastChance: Int

    public init(leastChance: Int = 70) {
        self.leastChance = leastChance
    }
}

extension PipelineRun {
    /// Keeps the category that the person confirmed, and gives other spending the one that
    /// they gave to most of the same payee or left there.
    ///
    /// What a list or code knows yields only to a decision that carries so far.
    mutating func runMemory(stage: Int) {
        guard let payees else { return }
        let seen = seenCategories()
        guard !seen.isEmpty else { return }
        keep(seen, stage: stage)
        let memory = PayeeMemory(seen, of: payees, in: self)
        let listed = ListedCategories(self, payees, knownTo: memory)
        var contributions: [LearnedContribution: Int32] = [:]
        var overrulings: [LearnedContribution: Bool] = [:]
        for row in snapshot.transactions.indices {
            let payee = payees.payeeOfRow[row]
            guard memory.knows(payee),
                let learned = memory[payee, on: snapshot.transactions[row].day]
            else { continue }
            let key = LearnedContribution(payee: payee, times: learned.times, all: learned.all)
            if let category = categoryOfList(row) {
                guard category != learned.category else { continue }
                let outweighs =
                    overrulings[key]
                    ?? learned.outweighs(lists: listed.others(than: learned, of: payee))
                overrulings[key] = outweighs
                guard outweighs else { continue }
            } else if !isOpenSpending(row) {
                continue
            }
            if contributions[key] == nil {
                contributions[key] = number(
                    of: Contribution(
                        stage: stage,
                        reason: Reason(
                            by: pipeline.stages[stage].name, rule: nil,
                            learned.evidence(
                                from: payees.names[Int(payee)],
                                to: categoryName(learned.category))),
                        effect: Effect(category: learned.category),
                        overrules: .stages(Set(0..<stage))))
            }
            if let contribution = contributions[key] { add(contribution, to: row) }
        }
    }

    private mutating func keep(_ seen: [SeenCategory], stage: Int) {
        for seen in seen
        where seen.isConfirmed && (isOpenSpending(seen.row) || categoryOfList(seen.row) != nil) {
            add(
                Contribution(
                    stage: stage,
                    reason: Reason(
                        by: pipeline.stages[stage].name, rule: nil, Evidence(.confirmed),
                        kind: .confirmation),
                    effect: Effect(category: seen.category), isPersons: true,
                    overrules: .stages(Set(0..<stage))),
                to: seen.row)
        }
    }

    /// Guesses the category of spending that nothing else knows, by its words, amounts and
    /// accounts.
    mutating func runGuess(_ settings: GuessSettings, stage: Int) {
        guard let payees else { return }
        let open = snapshot.transactions.indices.filter(isOpenSpending)
        guard !open.isEmpty else { return }
        let lessons = Lessons(
            of: self, payees, memory: PayeeMemory(seenCategories(), of: payees, in: self))
        guard lessons.labels.count > 1 else { return }
        let model = GuessModel(lessons.all, labels: lessons.labels.count)
        var contributions: [Int32: Int32?] = [:]
        for row in open {
            let payee = payees.payeeOfRow[row]
            if contributions[payee] == nil {
                let name = payees.names[Int(payee)]
                let features = WordFeatures(name)
                // "CHECK" and "E-TRANSFER" are anybody's.
                let isSomebody = pipeline.payeeNormaliser?.isSomebody(name) != false
                let answer =
                    isSomebody ? model.answer(lessons.sample(of: payee, features)) : nil
                contributions[payee] = .some(
                    answer.flatMap { answer in
                        guard answer.chance >= settings.leastChance else { return nil }
                        let word = lessons.typicalWord(of: answer.label, in: features)
                        let category = lessons.labels[answer.label]
                        return number(
                            of: Contribution(
                                stage: stage,
                                reason: Reason(
                                    by: pipeline.stages[stage].name, rule: nil,
                                    lessons.evidence(
                                        for: answer, word, named: categoryName(category)),
                                    kind: .guess, chance: answer.chance),
                                effect: Effect(category: category)))
                    })
            }
            if case .some(.some(let contribution)) = contributions[payee] {
                add(contribution, to: row)
            }
        }
    }

    private func isOpenSpending(_ row: Int) -> Bool {
        // What may turn out to be income waits for that.
        expectedClass(of: row) == .expense && !waiting.contains(row)
            && states.takesCategory(in: stateOfRow[row])
    }

    /// The person's corrections and confirmations, in the order of rows.
    private func seenCategories() -> [SeenCategory] {
        let set = correctedRows.inRowOrder.compactMap { row, correction in
            correction.category.map {
                SeenCategory(
                    row: row, category: pipeline.categories.resolved($0), isConfirmed: false,
                    reach: correction.reach, listed: listedCategories[row])
            }
        }
        let confirmed = snapshot.decisions.confirmations.compactMap {
            transaction, confirmation -> SeenCategory? in
            guard
                let category = confirmation.category.flatMap({ pipeline.categories[$0] }),
                let row = snapshot.row(of: transaction), correctedRows[row]?.category == nil,
                correctedRows[row]?.splits == nil,
                // It may have turned out to be no spending.
                (states.transactionClass(of: stateOfRow[row]) ?? .expense) == .expense
            else { return nil }
            return SeenCategory(
                row: row, category: category.id, isConfirmed: true, reach: .usual, listed: nil)
        }
        return (set + confirmed).sorted { $0.row < $1.row }
    }

    private func categoryName(_ id: String) -> String { pipeline.categories[id]?.name ?? id }
}

/// What is learned of a payee, at one of the times when that changed.
private struct LearnedContribution: Hashable {
    let payee: Int32
    let times: Int
    let all: Int
}

/// What the model of guesses learns from: the payees whose category the person or a rule
/// decided.
struct Lessons {
    /// The categories, in alphabetical order.
    private(set) var labels: [String] = []
    private(set) var all: [GuessModel.Lesson] = []
    private let payments: PaymentTraits
    /// By word, how many payees of each category have it.
    private var words: [UInt64: [Int: Payees]] = [:]

    /// A payee that the person decided about counts as much as this many others.
    private static let weightOfPerson = 4

    private struct Payees {
        var ofPerson = 0
        var all = 0
    }

    init(of run: PipelineRun, _ payees: NamedPayees, memory: PayeeMemory) {
        var known: [Int32: [String: Int]] = [:]
        var payments = PaymentTraits()
        for row in run.snapshot.transactions.indices
        where run.expectedClass(of: row) == .expense {
            let payee = payees.payeeOfRow[row]
            payments.add(run.snapshot.transactions[row], of: payee)
            let answer =
                run.correctedRows[row]?.teachesNothing == true
                ? run.listedCategories[row] : run.states.category(of: run.stateOfRow[row])
            guard let category = answer else { continue }
            known[payee, default: [:]][category, default: 0] += 1
        }
        self.payments = payments
        let decided = known.keys.map { payee -> (payee: Int32, category: String, own: Bool) in
            if let learned = memory[payee] { return (payee, learned.category, true) }
            let most = known[payee]?.max { ($0.value, $1.key) < ($1.value, $0.key) }
            return (payee, most?.key ?? "", false)
        }.sorted {
            // What the person decided and what is paid most often comes first, where not all fit.
            ($0.own ? 0 : 1, -payments.count(of: $0.payee), payees.names[Int($0.payee)])
                < ($1.own ? 0 : 1, -payments.count(of: $1.payee), payees.names[Int($1.payee)])
        }.prefix(GuessModel.mostLessons)
        labels = Set(decided.map(\.category)).sorted()
        let numbers = Dictionary(uniqueKeysWithValues: labels.enumerated().map { ($1, $0) })
        for (payee, category, isPersons) in decided {
            guard let label = numbers[category] else { continue }
            let features = WordFeatures(payees.names[Int(payee)])
            all.append(
                GuessModel.Lesson(
                    sample: sample(of: payee, features), label: label,
                    weight: isPersons ? Self.weightOfPerson : 1))
            for word in features.words {
                words[word.hash, default: [:]][label, default: Payees()].all += 1
                if isPersons { words[word.hash]?[label]?.ofPerson += 1 }
            }
        }
    }

    /// What is known of a payee, with the features of its name.
    func sample(of payee: Int32, _ features: WordFeatures) -> GuessModel.Sample {
        GuessModel.Sample(name: features.hashes, traits: payments.traits(of: payee))
    }

    /// A word of a name that is typical of a category, with the payees that have it.
    struct TypicalWord {
        let text: String
        let payees: Int
        /// Those that the person decided about.
        let ofPerson: Int
    }

    /// The word of a name that most payees of a category have: two at least, and two of
    /// three that have it at all.
    func typicalWord(of label: Int, in features: WordFeatures) -> TypicalWord? {
        features.words.compactMap { word -> TypicalWord? in
            guard let labels = words[word.hash], let own = labels[label], own.all > 1,
                own.all * 3 >= labels.values.reduce(0, { $0 + $1.all }) * 2
            else { return nil }
            return TypicalWord(text: word.text, payees: own.all, ofPerson: own.ofPerson)
        }.max { ($0.ofPerson, $0.payees) < ($1.ofPerson, $1.payees) }
    }

    /// The reason for an answer, by its typical word if it has one.
    func evidence(
        for answer: GuessModel.Answer, _ word: TypicalWord?, named category: String
    ) -> Evidence {
        guard let word else { return Evidence(.guessed, category, "\(answer.chance)") }
        let isOwn = word.ofPerson > 0
        return Evidence(
            isOwn ? .guessedFromOwn : .guessedFromKnown, word.text,
            "\(isOwn ? word.ofPerson : word.payees)", category, "\(answer.chance)")
    }
}

extension Correction {
    /// Whether its category is for its transaction alone.
    fileprivate var teachesNothing: Bool { category != nil && reach == .alone }
}
