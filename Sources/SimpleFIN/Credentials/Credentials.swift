/// A user and a password for HTTP Basic authentication (RFC 7617).
///
/// It prints as "***".
public struct Credentials: Hashable, Sendable {
    private let secretUser: Secret<String>
    private let secretPassword: Secret<String>

    init(user: String, password: String) {
        secretUser = Secret(user)
        secretPassword = Secret(password)
    }

    public var user: String { secretUser.value }
    public var password: String { secretPassword.value }
}

extension Credentials: CustomStringConvertible, CustomDebugStringConvertible {
    public var description: String { "***" }
    public var debugDescription: String { "***" }
}
