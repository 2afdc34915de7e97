import ArgumentParser
import Classification
import Engine
import Foundation
import Model
import Terminal
import Vault

struct LuaStubsCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "stubs",
        abstract: "Write annotations, so that an editor knows the names that rules can use.",
        discussion: """
            For the Lua language server (Neovim, VS Code, …): completion, help and wrong types as \
            you type. Writes two files into the vault's folder, .luarc.json and \
            .lua-stubs/ghostvault.lua, or into another with --into. Run it again after an update.
            """)

    @OptionGroup var vault: VaultOptions

    @Option(help: ArgumentHelp("Another folder.", valueName: "dir"))
    var into: String?

    func run(on screen: Screen) throws {
        let categories = try categoryIDs()
        let folder = into ?? vault.folder.path
        for file in try Engine.writeStubs(into: folder, categories: categories) {
            try screen.print(
                "\(file.isKept ? "kept   " : "wrote  ") \(SafeText.neutralised(file.path))")
            if file.isKept {
                try screen.note(
                    "  It has settings of its own; add \".lua-stubs\" to its "
                        + "\"workspace.library\".")
            }
        }
    }

    /// The vault's categories, or the shipped ones where there is no vault.
    private func categoryIDs() throws -> [String] {
        guard into == nil || vault.folder.holdsVault else {
            return try Engine.shippedCategories().categories.map(\.id)
        }
        return try vault.engine().categories().categories.map(\.id)
    }
}
