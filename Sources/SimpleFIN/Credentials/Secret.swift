/// A value that prints, dumps and reflects as "***".
///
/// A type that keeps its secrets in this wrapper can be put into a log or a
/// failing test's message without giving them away.
struct Secret<Value: Hashable & Sendable>: Hashable, Sendable {
    let value: Value

    init(_ value: Value) {
        self.value = value
    }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    var description: String { "***" }
    var debugDescription: String { "***" }
    var customMirror: Mirror { Mirror(self, children: []) }
}
