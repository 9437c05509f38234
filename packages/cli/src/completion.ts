// Shell completion. The scripts call the program itself, so that the candidates match the installed version.

import type { Environment } from './environment.ts'
import { UsageError } from './exitCodes.ts'
import { type Flag, helpFlag, isEnabled, listenFlags, listFlags, parseFlags, serviceFlags } from './flags.ts'
import { findGroup, loadGroups } from './operations.ts'
import { readProfiles } from './profiles.ts'

const scripts: Readonly<Record<string, string>> = {
  bash: `# adrail completion for bash: eval "$(adrail completion bash)"
_adrail() {
  local IFS=$'\\n'
  COMPREPLY=($(adrail __complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _adrail adrail`,
  zsh: `#compdef adrail
# adrail completion for zsh: eval "$(adrail completion zsh)"
_adrail() {
  local -a found
  found=(\${(f)"$(adrail __complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)"})
  if (( $#found )); then compadd -a found; else _files; fi
}
compdef _adrail adrail`,
  fish: `# adrail completion for fish: adrail completion fish | source
function __adrail_complete
    set -l words (commandline -opc) (commandline -ct)
    adrail __complete -- $words[2..-1] 2>/dev/null
end
complete -c adrail -a '(__adrail_complete)'`,
}

const usage = `Usage
  adrail completion bash|zsh|fish

Prints a shell completion script for groups, operations, flags and flag values. To load the script in every new
shell, add one of these lines to the shell's startup file:
  bash   eval "$(adrail completion bash)"
  zsh    eval "$(adrail completion zsh)"        (after compinit)
  fish   adrail completion fish | source`

export function printCompletionScript(args: readonly string[], { print }: Environment): void {
  const parsedArgs = parseFlags(args, [helpFlag])
  const [shell] = parsedArgs.words
  if (isEnabled(parsedArgs, 'help')) {
    print(usage)
    return
  }
  const script = shell !== undefined && Object.hasOwn(scripts, shell) ? scripts[shell] : undefined
  if (script === undefined)
    throw new UsageError(`Specify a shell: adrail completion ${Object.keys(scripts).join('|')}`)
  print(script)
}

/** Prints the candidates for the last word, one per line. */
export function printCandidates(args: readonly string[], { print, settings }: Environment): void {
  const words = args.slice(args.indexOf('--') + 1)
  const prefix = words.at(-1) ?? ''
  const previousWords = words.slice(0, -1)
  const matches = listCandidates(previousWords, prefix, () =>
    Object.keys(readProfiles(settings.profilesFile).profiles),
  )
  for (const word of matches.filter((word) => word.startsWith(prefix))) print(word)
}

function listCandidates(
  previousWords: readonly string[],
  prefix: string,
  profileNames: () => string[],
): readonly string[] {
  const [first, second, third] = previousWords
  if (first === undefined)
    return [
      ...loadGroups().map(({ name }) => name),
      'profile',
      'completion',
      'listen',
      'mcp',
      'help',
      '--help',
      '--version',
    ]
  if (first === 'completion') return Object.keys(scripts)
  if (first === 'profile') return second === undefined ? ['add', 'list', 'use', 'remove'] : profileNames()
  if (first === 'help')
    return listCandidates(previousWords.slice(1), prefix, profileNames).filter(
      (word) => !word.startsWith('-'),
    )
  if (first === 'listen') return listFlagCandidates(listenFlags, previousWords, profileNames)
  if (first === 'mcp') return listFlagCandidates(serviceFlags, previousWords, profileNames)
  const group = findGroup(first)
  if (second === undefined || !group) return group?.operations.map(({ name }) => name) ?? []
  const operation = group.operations.find(({ name }) => name === second)
  if (!operation || (third === undefined && prefix !== '' && !prefix.startsWith('-'))) return []
  return listFlagCandidates(listFlags(operation), previousWords, profileNames)
}

/** Returns the values of a preceding flag that takes a value, otherwise the flags. */
function listFlagCandidates(
  flags: readonly Flag[],
  previousWords: readonly string[],
  profileNames: () => string[],
): readonly string[] {
  const lastWord = previousWords.at(-1) ?? ''
  const flag = flags.find(({ name, alias, short }) =>
    [`--${name}`, `--${alias}`, `-${short}`].includes(lastWord),
  )
  if (flag?.placeholder === undefined)
    return flags.filter(({ isDeprecated }) => !isDeprecated).map(({ name }) => `--${name}`)
  return flag.name === 'profile' ? profileNames() : (flag.values ?? [])
}
