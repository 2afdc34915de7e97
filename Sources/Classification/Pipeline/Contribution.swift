public import Model
public import Rules

/// The outcome of one rule or stage for a transaction.
///
/// It is the same for every such transaction, so each is stored once.
struct Contribution: Hashable {
    /// The stages whose decisions a contribution replaces. Those of the person stay.
    enum Overruling: Hashable {
        case none
        case all
        /// By their positions in the pipeline.
        case stages(Set<Int>)

        func includes(stage: Int) -> Bool {
            switch self {
            case .none: false
            case .all: true
            case .stages(let stages): stages.contains(stage)
            }
        }
    }

    /// The position of the stage in the pipeline.
    let stage: Int
    let reason: Reason
    var effect: Effect
    /// Whether it makes the transaction one side of a transfer, or the refund of a purchase.
    let linksPartner: Bool
    /// Whether the person made it, in a rule or for this transaction.
    let isPersons: Bool
    let overrules: Overruling
    /// Whether it recognises money paid into or taken out of an investment account, rather
    /// than moved inside it. Holds whoever decides the class; nil if it isn't about movements.
    let isContribution: Bool?

    init(
        stage: Int, reason: Reason, effect: Effect, linksPartner: Bool = false,
        isPersons: Bool = false,
        overrules: Overruling = .none, isContribution: Bool? = nil
    ) {
        self.stage = stage
        self.reason = reason
        self.effect = effect
        self.linksPartner = linksPartner
        self.isPersons = isPersons
        self.overrules = overrules
        self.isContribution = isContribution
    }

    /// Whether its splits take the place of a category: all but those that keep it do.
    var splitsTakeCategory: Bool { effect.splits.map { !$0.keepsCategory } ?? true }

    /// The same without some attributes, but with its appended note. Splits that take the place of
    /// a category go with it.
    func yielding(to attributes: Set<Attribute>) -> Contribution {
        var rest = self
        for attribute in attributes where attribute != .notes { rest.effect.clear(attribute) }
        if attributes.contains(.notes) { rest.effect.note = nil }
        if attributes.contains(.category), splitsTakeCategory { rest.effect.clear(.splits) }
        return rest
    }

    /// The same with the categories that others became, and without a lens where the person chose
    /// the category's.
    func resolved(in categories: CategoryTree) -> Contribution {
        guard categories.hasMerged || categories.hasChosenLens else { return self }
        var resolved = self
        resolved.effect.category = effect.category.map(categories.resolved)
        resolved.effect.splits = effect.splits?.renamingCategories(categories.resolved)
        // A list's exception from its category's lens yields to what the person chose.
        if !isPersons, let category = effect.category, categories.isLensChosen(of: category) {
            resolved.effect.lens = nil
        }
        return resolved
    }

    /// The attributes of which a transaction has one value. Tags and appended notes add up.
    var singleAttributes: Set<Attribute> {
        var attributes = Set(decisions.map(\.attribute)).subtracting([.tags])
        if effect.note == nil { attributes.remove(.notes) }
        return attributes
    }

    /// The same with nothing but its tags and its appended note.
    var adding: Contribution {
        Contribution(
            stage: stage, reason: reason,
            effect: Effect(
                appendedNote: effect.appendedNote, tags: effect.tags,
                removedTags: effect.removedTags),
            isPersons: isPersons, overrules: overrules)
    }

    /// The attributes that it decides, each with its value as text.
    var decisions: [(attribute: Attribute, value: String)] {
        var decisions = effect.decisions
        if linksPartner { decisions.append((.partner, "linked")) }
        return decisions
    }
}

extension Effect {
    /// The attributes that it decides, each with its value as text.
    public var decisions: [(attribute: Attribute, value: String)] {
        var decisions: [(Attribute, String)] = []
        if let value = self.class { decisions.append((.class, value.rawValue)) }
        if let value = category { decisions.append((.category, value)) }
        if let value = lens { decisions.append((.lens, value.rawValue)) }
        if let value = series { decisions.append((.series, value)) }
        if let value = payee { decisions.append((.payee, value)) }
        if let value = loan { decisions.append((.loan, value)) }
        let tags = tags + removedTags.map { "not \($0)" }
        if !tags.isEmpty { decisions.append((.tags, tags.joined(separator: ", "))) }
        for value in [note, appendedNote].compactMap(\.self) { decisions.append((.notes, value)) }
        if let value = excluded { decisions.append((.excluded, value ? "yes" : "no")) }
        if let value = splits { decisions.append((.splits, "\(value)")) }
        return decisions
    }
}
