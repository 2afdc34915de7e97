public import Automation
internal import Configuration
internal import Foundation
internal import Vault

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

extension Engine {
    /// The names of the configured webhooks, sorted.
    ///
    /// - Throws: `ConfigurationError`.
    public func webhookNames() throws -> [String] {
        try configured { try $0.automationSettings() }.webhooks.keys.sorted()
    }

    /// The key that signs a webhook's messages. It is created on first use and stored with the
    /// vault's secrets, readable by the owner only.
    ///
    /// - Parameter name: the webhook's name in the configuration.
    /// - Throws: ``EngineError/webhookKeyUnusable(webhook:path:isReadableByOthers:)`` if the
    ///   stored key is invalid or readable by others,
    ///   ``EngineError/cannotWrite(path:reason:)``.
    public func webhookKey(of name: String) throws -> WebhookKey {
        let path = "\(vault.folder.secretsPath)/webhook-\(name)"
        if let key = try Self.make(at: path) { return key }
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & 0o077 == 0 else {
            throw EngineError.webhookKeyUnusable(
                webhook: name, path: path, isReadableByOthers: true)
        }
        let text = String(decoding: try FileReader.bytes(ofOrdinaryFile: path), as: UTF8.self)
        guard let key = WebhookKey(text) else {
            throw EngineError.webhookKeyUnusable(
                webhook: name, path: path, isReadableByOthers: false)
        }
        return key
    }

    /// Creates a key. It is written to a temporary file first, so that no reader finds half a
    /// key.
    ///
    /// - Returns: nil if there is one already.
    private static func make(at path: String) throws -> WebhookKey? {
        guard access(path, F_OK) != 0 else { return nil }
        let draft = "\(path).new-\(getpid())"
        unlink(draft)
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw cannotWrite(path) }
        defer {
            close(descriptor)
            unlink(draft)
        }
        let key = WebhookKey.new()
        let text = key.text + "\n"
        guard write(descriptor, text, text.utf8.count) == text.utf8.count, fsync(descriptor) == 0
        else { throw cannotWrite(path) }
        // Unlike a rename, a link never replaces a key that another process just created.
        guard link(draft, path) == 0 else {
            guard errno == EEXIST else { throw cannotWrite(path) }
            return nil
        }
        return key
    }

    private static func cannotWrite(_ path: String) -> EngineError {
        .cannotWrite(path: path, reason: String(cString: strerror(errno)))
    }
}
