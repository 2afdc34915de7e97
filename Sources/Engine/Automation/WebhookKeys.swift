internal import Configuration
internal import Foundation
public import Outside
internal import Vault

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

extension Engine {
    /// The webhooks that the configuration has, in the order of their names.
    ///
    /// - Throws: `ConfigurationError`.
    public func webhookNames() throws -> [String] {
        try configuration().automationSettings().webhooks.keys.sorted()
    }

    /// What a webhook's messages are signed with. It is made when it is first
    /// asked for, and kept with the vault's secrets, readable by the owner
    /// alone.
    ///
    /// - Parameter name: as the configuration names the webhook.
    /// - Throws: ``EngineError/cannotRead(path:reason:)`` where what is kept is
    ///   no key, ``EngineError/cannotWrite(path:reason:)``,
    ///   ``EngineError/secretReadableByOthers(path:)``.
    public func webhookKey(of name: String) throws -> WebhookKey {
        let path = "\(vault.folder.secretsPath)/webhook-\(name)"
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor < 0 else {
            defer { close(descriptor) }
            let key = WebhookKey.new()
            let text = key.text + "\n"
            guard write(descriptor, text, text.utf8.count) == text.utf8.count,
                fsync(descriptor) == 0
            else {
                let reason = String(cString: strerror(errno))
                unlink(path)
                throw EngineError.cannotWrite(path: path, reason: reason)
            }
            return key
        }
        guard errno == EEXIST else {
            throw EngineError.cannotWrite(path: path, reason: String(cString: strerror(errno)))
        }
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & 0o077 == 0 else {
            throw EngineError.secretReadableByOthers(path: path)
        }
        let text = String(decoding: try FileReader.bytes(at: path), as: UTF8.self)
        guard let key = WebhookKey(text) else {
            throw EngineError.cannotRead(path: path, reason: "it holds no key of a webhook")
        }
        return key
    }
}
