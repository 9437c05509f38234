// Shell completion. The scripts call the program itself, so that the candidates match the installed version.

import { UsageError } from './exitCodes.ts'
import { type Flag, flagsOf, helpFlag, isOn, listenFlags, readFlags, serviceFlags } from './flags.ts'
import { findGroup, groups } from './operations.ts'
import { readProfiles } from './profiles.ts'
import type { Surroundings } from './surroundings.ts'

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

Prints a script that lets the shell complete groups, operations, flags and their values. For every new shell, put into its
start file:
  bash   eval "$(adrail completion bash)"
  zsh    eval "$(adrail completion zsh)"        after compinit
  fish   adrail completion fish | source`

export function completion(args: readonly string[], { print }: Surroundings): void {
  const given = readFlags(args, [helpFlag])
  const [shell] = given.words
  if (isOn(given, 'help')) {
    print(usage)
    return
  }
  const script = shell !== undefined && Object.hasOwn(scripts, shell) ? scripts[shell] : undefined
  if (script === undefined)
    throw new UsageError(`Name a shell: adrail completion ${Object.keys(scripts).join('|')}.`)
  print(script)
}

/** Prints the candidates for the last word, one per line. */
export function complete(args: readonly string[], { print, settings }: Surroundings): void {
  const words = args.slice(args.indexOf('--') + 1)
  const begun = words.at(-1) ?? ''
  const before = words.slice(0, -1)
  const found = candidates(before, begun, () => Object.keys(readProfiles(settings.profilesFile).profiles))
  for (const word of found.filter((word) => word.startsWith(begun))) print(word)
}

function candidates(
  before: readonly string[],
  begun: string,
  profileNames: () => string[],
): readonly string[] {
  const [first, second, third] = before
  if (first === undefined)
    return [
      ...groups().map(({ name }) => name),
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
    return candidates(before.slice(1), begun, profileNames).filter((word) => !word.startsWith('-'))
  if (first === 'listen') return flagCandidates(listenFlags, before, profileNames)
  if (first === 'mcp') return flagCandidates(serviceFlags, before, profileNames)
  const group = findGroup(first)
  if (second === undefined || !group) return group?.operations.map(({ name }) => name) ?? []
  const operation = group.operations.find(({ name }) => name === second)
  if (!operation || (third === undefined && begun !== '' && !begun.startsWith('-'))) return []
  return flagCandidates(flagsOf(operation), before, profileNames)
}

/** Returns the values of a preceding flag that takes a value, otherwise the flags. */
function flagCandidates(
  flags: readonly Flag[],
  before: readonly string[],
  profileNames: () => string[],
): readonly string[] {
  const last = before.at(-1) ?? ''
  const flag = flags.find(({ name, alias, short }) => [`--${name}`, `--${alias}`, `-${short}`].includes(last))
  if (flag?.value === undefined)
    return flags.filter(({ isDeprecated }) => !isDeprecated).map(({ name }) => `--${name}`)
  return flag.name === 'profile' ? profileNames() : (flag.values ?? [])
}
