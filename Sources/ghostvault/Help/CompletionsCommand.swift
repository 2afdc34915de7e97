import ArgumentParser

/// The scripts that let shells complete command lines. Each asks the program itself, so that
/// names of accounts, categories and rules complete too.
struct CompletionsCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "completions",
        abstract: "Print a completion script for your shell.",
        discussion: """
            The script completes commands, options and the vault's names. "make install" installs \
            it.

            Examples:
              source <(ghostvault completions bash)    # in ~/.bashrc
              source <(ghostvault completions zsh)     # in ~/.zshrc, after compinit
              ghostvault completions fish | source     # in ~/.config/fish/config.fish
            """)

    enum Shell: String, CaseIterable, ExpressibleByArgument {
        case bash, zsh, fish
    }

    @Argument(help: "bash, zsh or fish.")
    var shell: Shell

    func run(on screen: Screen) throws {
        try screen.print(Self.script(for: shell))
    }

    static func script(for shell: Shell) -> String {
        switch shell {
        case .bash: bash
        case .zsh: zsh
        case .fish: fish
        }
    }

    /// Without candidates, bash completes file names.
    private static let bash = #"""
        # Completes ghostvault in bash.
        _ghostvault() {
            local line word last prefix=""
            local -a words=()
            COMPREPLY=()
            # Bash parts words at colons, and leaves the backslashes of what it completed.
            for word in "${COMP_WORDS[@]:1:COMP_CWORD}"; do
                word="${word//\\/}"
                last=$((${#words[@]} - 1))
                if [[ $last -ge 0 && ( "$word" == ":" || "${words[last]}" == *: ) ]]; then
                    words[last]+="$word"
                else
                    words+=("$word")
                fi
            done
            last=$((${#words[@]} - 1))
            [[ "${words[last]}" == *:* ]] && prefix="${words[last]%:*}:"
            while IFS= read -r line; do
                word="${line%%$'\t'*}"
                COMPREPLY+=("$(printf '%q' "${word#"$prefix"}")")
            done < <(ghostvault complete -- "${words[@]}" 2>/dev/null)
        }
        complete -o default -F _ghostvault ghostvault
        """#

    private static let zsh = #"""
        #compdef ghostvault
        # Completes ghostvault in zsh.
        _ghostvault() {
            local -a lines candidates
            local line word
            lines=("${(@f)$(ghostvault complete -- "${(@Q)words[2,CURRENT]}" 2>/dev/null)}")
            for line in "${lines[@]}"; do
                [[ -n "$line" ]] || continue
                word="${line%%$'\t'*}"
                if [[ "$line" == *$'\t'* ]]; then
                    candidates+=("${word//:/\\:}:${line#*$'\t'}")
                else
                    candidates+=("${word//:/\\:}")
                fi
            done
            if (( ${#candidates} )); then
                _describe -V ghostvault candidates
            else
                _files
            fi
        }
        if [[ "$funcstack[1]" == _ghostvault ]]; then
            _ghostvault
        else
            compdef _ghostvault ghostvault
        fi
        """#

    private static let fish = #"""
        # Completes ghostvault in fish.
        function __ghostvault_candidates
            set -l words (commandline -opc)
            set -l candidates (ghostvault complete -- $words[2..-1] (commandline -ct) 2>/dev/null)
            if test (count $candidates) -gt 0
                printf '%s\n' $candidates
            else
                __fish_complete_path (commandline -ct)
            end
        end
        complete -c ghostvault -f -k -a '(__ghostvault_candidates)'
        """#
}
