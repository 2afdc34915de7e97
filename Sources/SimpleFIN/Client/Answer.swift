/// What a bridge answered about accounts: the bytes, and what they say.
public struct Answer: Hashable, Sendable {
    /// What the body says.
    public let accountSet: AccountSet

    private let secretBody: Secret<[UInt8]>

    /// Reads an answer from its body: one that just came, or one that was kept.
    ///
    /// - Throws: ``SimpleFINError/notAnAnswer(_:)`` where it is not an answer
    ///   at all.
    public init(body: [UInt8]) throws(SimpleFINError) {
        accountSet = try AccountSet(decoding: body)
        secretBody = Secret(body)
    }

    /// The body as it came, decompressed: the fact to keep. Prints as "***".
    public var body: [UInt8] { secretBody.value }
}
