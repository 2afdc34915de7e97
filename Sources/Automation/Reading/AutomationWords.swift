internal import Scripting

/// The words that handlers ask with.
public enum ActionWord: String, CaseIterable, Sendable {
    case notify, webhook, run, tag, note, set

    /// How many values it takes at most. Of tags there may be several.
    var mostValues: Int {
        switch self {
        case .notify: 1
        case .webhook, .run, .note, .set: 2
        case .tag: 21
        }
    }
}

/// The words of automation files.
enum AutomationWords {
    static let on = "on"
    static let test = "test"

    static let vocabulary = Vocabulary(
        declarations: [NotingWord(on, mostValues: 3), NotingWord(test)],
        requests: ActionWord.allCases.map { NotingWord($0.rawValue, mostValues: $0.mostValues) })

    static let layout = RecordLayout(typeName: "event", fields: [])
}
