import ArgumentParser
import Engine
import Scripting
import Vault

struct DoctorCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Look whether the vault is sound, private and complete.",
        discussion: """
            Reads the whole database, and looks whether it can be written, at the permissions of \
            its files, at each connection's access URL, at every file of the configuration, at your \
            rules and handlers, and at what passes remember. Says what to do about what it finds, \
            and changes nothing.

            Exit code 0: all is well; 3: something needs attention; 4: the database is damaged.
            """)

    @OptionGroup var vault: VaultOptions
    @OptionGroup var output: JSONOption

    func run(on screen: Screen) throws {
        let examination = try Examination(of: vault.folder, scripts: ScriptHost(worker: .itself))
        let view = DoctorView(screen: screen)
        if output.json { try view.showJSON(examination) } else { try view.show(examination) }
        guard !examination.isSound else { return }
        throw PartialResult(examination.isDamaged ? .vault : .partial)
    }
}
