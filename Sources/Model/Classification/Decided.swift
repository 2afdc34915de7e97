/// A value together with who decided it and why.
public struct Decided<Value: Hashable & Sendable>: Hashable, Sendable {
    public let value: Value
    public let reason: Reason

    public init(_ value: Value, because reason: Reason) {
        self.value = value
        self.reason = reason
    }
}
