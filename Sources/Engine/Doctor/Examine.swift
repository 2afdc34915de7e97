public import Scripting
public import Vault

extension Examination {
    /// Looks at all of a vault, and changes nothing but an older schema.
    ///
    /// - Parameter scripts: where rules, plugins and handlers are read.
    /// - Throws: `VaultError.missing` where there is no vault, and where its
    ///   files can't be looked at.
    public init(of folder: VaultFolder, scripts: ScriptHost) throws(VaultError) {
        // Before opening it, which makes files of its own.
        let exposed = try folder.exposedPaths()
        let vault: Vault
        do throws(VaultError) {
            vault = try Vault.open(folder)
        } catch .missing(let path) {
            throw .missing(path: path)
        } catch {
            note(.opens, [.cannotOpen(error)])
            note(.privacy, exposed.map(Problem.exposed))
            return
        }
        note(.opens, [])
        note(.writing, Self.hindrances(toWriting: vault).map(Problem.cannotWrite))
        do throws(VaultError) {
            let damage = try vault.damage()
            note(.integrity, damage.map(Problem.damage))
        } catch {
            note(.integrity, [.cannotOpen(error)])
        }
        note(.privacy, exposed.map(Problem.exposed))
        let connections = try vault.connections().filter { $0.kind == .simplefin }
        note(
            .secrets,
            connections.filter { !SecretFile.of(connection: $0.id, in: folder).exists }
                .map { .secretMissing(connection: $0.name) })
        note(
            .encryption,
            connections.filter(\.allowsPlainHTTP).map { .plainHTTP(connection: $0.name) })
        // Nothing that is looked at depends on the day.
        examineFiles(of: Engine(vault: vault, moment: Moment(clock: 0), scripts: scripts))
        let damaged = try vault.damagedPaymentHistories()
        note(.memory, damaged > 0 ? [.damagedMemory(count: damaged)] : [])
    }

    /// What keeps the vault from being written; that another command writes it
    /// shows that it can be.
    private static func hindrances(toWriting vault: Vault) -> [VaultError] {
        do throws(VaultError) {
            try vault.checkIsWritable()
            return []
        } catch .busy {
            return []
        } catch {
            return [error]
        }
    }

    mutating func note(_ check: Check, _ problems: [Problem]) {
        findings.append(Finding(check: check, problems: problems))
    }
}
