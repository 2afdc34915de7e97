public import Model

/// What a correction sets, by the names that commands have for it.
public enum CorrectionPart: String, CaseIterable, Sendable {
    case `class`, category, lens, payee, note, tags, excluded

    /// Whether a correction sets it.
    public func isSet(in correction: Correction) -> Bool {
        var rest = correction
        takeBack(from: &rest)
        return rest != correction
    }

    func takeBack(from correction: inout Correction) {
        switch self {
        case .class: correction.class = nil
        case .category: correction.category = nil
        case .lens: correction.lens = nil
        case .payee: correction.payee = nil
        case .note: correction.note = nil
        case .tags: correction.tags = []
        case .excluded: correction.excluded = nil
        }
    }
}
