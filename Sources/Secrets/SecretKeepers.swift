/// Who keeps secrets for programs, encrypted under the person's password.
public enum SecretKeeper: String, CaseIterable, Hashable, Sendable {
    /// The Linux desktop's secret service.
    case service
    /// The Keychain of macOS.
    case keychain
}

/// Why a keeper of secrets did not do what it was asked.
public enum SecretKeeperError: Error, Hashable, Sendable {
    case service(SecretServiceError)
    case keychain(KeychainError)

    public var keeper: SecretKeeper {
        switch self {
        case .service: .service
        case .keychain: .keychain
        }
    }

    /// Whether the keeper answered that it has no secret of that name.
    public var saysNoSuchSecret: Bool {
        self == .service(.noSuchSecret) || self == .keychain(.noSuchSecret)
    }

    /// What was given was not given back.
    static func refused(_ keeper: SecretKeeper) -> SecretKeeperError {
        switch keeper {
        case .service: .service(.refused)
        case .keychain: .keychain(.refused)
        }
    }
}

/// Those keepers of secrets that can be reached from here.
public struct SecretKeepers: Hashable, Sendable {
    private let service: SecretService?
    private let keychain: Keychain?

    /// - Parameters:
    ///   - service: nil where there is no desktop with one.
    ///   - keychain: nil where the system has none.
    public init(service: SecretService? = nil, keychain: Keychain? = nil) {
        self.service = service
        self.keychain = keychain
    }

    /// The secret service on the session bus that an environment names, and the
    /// system's Keychain.
    public init(environment: [String: String]) {
        self.init(service: SecretService(environment: environment), keychain: Keychain())
    }

    /// Whom a secret is given where the person said nothing.
    public var usual: SecretKeeper { keychain == nil ? .service : .keychain }

    /// Keeps a secret, in place of an earlier one of the same name, and sees that
    /// the keeper gives it back.
    ///
    /// - Parameter label: what the person is shown of it; no secret.
    public func keep(
        _ secret: String, as name: SecretName, label: String, with keeper: SecretKeeper
    ) throws(SecretKeeperError) {
        switch keeper {
        case .service:
            try asking { (service: SecretService) throws(SecretServiceError) in
                try service.keep(secret, as: name, label: label)
            }
        case .keychain:
            try asking { (keychain: Keychain) throws(KeychainError) in
                try keychain.keep(secret, as: name, label: label)
            }
        }
        guard try self.secret(named: name, with: keeper) == secret else { throw .refused(keeper) }
    }

    public func secret(
        named name: SecretName, with keeper: SecretKeeper
    ) throws(SecretKeeperError) -> String {
        switch keeper {
        case .service:
            try asking { (service: SecretService) throws(SecretServiceError) in
                try service.secret(named: name)
            }
        case .keychain:
            try asking { (keychain: Keychain) throws(KeychainError) in
                try keychain.secret(named: name)
            }
        }
    }

    public func remove(
        _ name: SecretName, with keeper: SecretKeeper
    ) throws(SecretKeeperError) {
        switch keeper {
        case .service:
            try asking { (service: SecretService) throws(SecretServiceError) in
                try service.remove(name)
            }
        case .keychain:
            try asking { (keychain: Keychain) throws(KeychainError) in
                try keychain.remove(name)
            }
        }
    }

    // MARK: Workings

    private func asking<Answer>(
        _ body: (SecretService) throws(SecretServiceError) -> Answer
    ) throws(SecretKeeperError) -> Answer {
        guard let service else { throw .service(.noBus) }
        do {
            return try body(service)
        } catch {
            throw .service(error)
        }
    }

    private func asking<Answer>(
        _ body: (Keychain) throws(KeychainError) -> Answer
    ) throws(SecretKeeperError) -> Answer {
        guard let keychain else { throw .keychain(.notHere) }
        do {
            return try body(keychain)
        } catch {
            throw .keychain(error)
        }
    }
}
