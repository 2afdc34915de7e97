import Hashing
import Scripting

/// Tells a rule of a file from others by what it says, whatever it is called
/// and wherever it stands.
///
/// What it matches and sets counts, and the words of its functions; not its
/// name, its place, comments, white space, priority and tests. Decisions are
/// kept with fingerprints: what they are made of must stay as it is.
struct RuleFingerprint {
    private let functions: FunctionWords
    private var bytes: [UInt8] = []

    /// - Parameter functions: the sources that functions of the rule stand in.
    static func text(of declaration: Declaration, functions: FunctionWords) -> String {
        var fingerprint = RuleFingerprint(functions: functions)
        guard case .table(let table) = declaration.value else { return "" }
        for part in [RulePart.when, .set] { fingerprint.add(table.fields[part.rawValue] ?? .nil) }
        var hash = SHA256()
        hash.add(fingerprint.bytes)
        return hash.digest().prefix(16).map { byte in
            (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }.joined()
    }

    private init(functions: FunctionWords) {
        self.functions = functions
    }

    private mutating func add(_ value: ScriptValue) {
        switch value {
        case .nil: add("nil")
        case .boolean(let isTrue): add("\(isTrue)")
        case .integer(let number): add("integer \(number)")
        case .number(let number): add("number \(number.bitPattern)")
        case .string(let text):
            add("text")
            add(text)
        case .table(let table):
            add("table \(table.array.count) \(table.fields.count)")
            for value in table.array { add(value) }
            let fields = table.fields.map { (name: Array($0.key.utf8), value: $0.value) }
            for field in fields.sorted(by: { $0.name.lexicographicallyPrecedes($1.name) }) {
                add(field.name)
                add(field.value)
            }
        case .constructed(let made):
            add("word \(made.arguments.count) \(made.name)")
            for argument in made.arguments { add(argument) }
        case .function(let function):
            let words = functions.words(of: function)
            add("function \(words.count)")
            bytes += words.bytes
        }
    }

    private mutating func add(_ text: String) { add(Array(text.utf8)) }

    /// With the length, so that no two values run together to the same bytes.
    private mutating func add(_ text: [UInt8]) {
        bytes += Array("\(text.count):".utf8)
        bytes += text
    }
}
