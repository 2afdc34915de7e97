public import Model
public import Rules

/// What one rule or stage has to say about a transaction. The same for every
/// transaction on which it is said, so that each is kept once.
struct Contribution: Hashable {
    /// The position of the stage in the pipeline.
    let stage: Int
    let reason: Reason
    var effect: Effect
    /// Whether it makes the transaction one side of a transfer.
    let linksPartner: Bool

    init(stage: Int, reason: Reason, effect: Effect, linksPartner: Bool = false) {
        self.stage = stage
        self.reason = reason
        self.effect = effect
        self.linksPartner = linksPartner
    }

    /// The attributes that it decides, each with its value in words.
    var decisions: [(attribute: Attribute, value: String)] {
        var decisions = effect.decisions
        if linksPartner { decisions.append((.partner, "linked")) }
        return decisions
    }
}

extension Effect {
    /// The attributes that it decides, each with its value in words.
    public var decisions: [(attribute: Attribute, value: String)] {
        var decisions: [(Attribute, String)] = []
        if let value = self.class { decisions.append((.class, value.rawValue)) }
        if let value = category { decisions.append((.category, value)) }
        if let value = lens { decisions.append((.lens, value.rawValue)) }
        if let value = series { decisions.append((.series, value)) }
        if let value = payee { decisions.append((.payee, value)) }
        if !tags.isEmpty {
            decisions.append((.tags, tags.joined(separator: ", ")))
        }
        if let value = note { decisions.append((.notes, value)) }
        if let value = excluded { decisions.append((.excluded, value ? "yes" : "no")) }
        if let value = splits { decisions.append((.splits, "\(value)")) }
        return decisions
    }
}
