public import Model
public import Rules

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
        let notes = [note, appendedNote].compactMap(\.self)
        if !notes.isEmpty { decisions.append((.notes, notes.joined(separator: "; "))) }
        if let value = excluded { decisions.append((.excluded, value ? "yes" : "no")) }
        if let value = splits { decisions.append((.splits, "\(value)")) }
        return decisions
    }
}
