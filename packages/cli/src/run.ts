// Runs a command and returns its exit code.

import { exitCodeOf, exitCodes, UsageError } from './exitCodes.ts'
import { tellFailure } from './failure.ts'
import {
  type Flag,
  flagsOf,
  type Given,
  helpFlag,
  isOn,
  outputFlags,
  readFlags,
  serviceFlags,
  versionFlag,
} from './flags.ts'
import { guess } from './guess.ts'
import { findGroup, groups, requireOperation } from './operations.ts'
import type { Surroundings } from './surroundings.ts'

/** Flags that may precede the first word. */
const leadingFlags: readonly Flag[] = [...serviceFlags, helpFlag, versionFlag]

/** Commands other than operations. Each is loaded when it is called. */
const commands: Readonly<Record<string, (args: readonly string[], around: Surroundings) => Promise<void>>> = {
  help: async (args, around) => {
    const [word = ''] = firstLook(args).words
    const command = word !== 'help' && Object.hasOwn(commands, word) ? commands[word] : undefined
    await (command ? command(['--help'], around) : printHelp(args, around))
  },
  profile: async (args, around) => (await import('./profileCommands.ts')).profile(args, around),
  completion: async (args, around) => (await import('./completion.ts')).completion(args, around),
  mcp: async (args, around) => (await import('./mcp.ts')).bridge(args, around),
  listen: async (args, around) => (await import('./listen.ts')).listen(args, around),
  // The scripts that `completion` prints call this command.
  __complete: async (args, around) => (await import('./completion.ts')).complete(args, around),
}

export async function run(args: readonly string[], around: Surroundings): Promise<number> {
  try {
    await dispatch(args, around)
    return exitCodes.ok
  } catch (error) {
    tellFailure(error, wantsJson(args), around)
    return exitCodeOf(error)
  }
}

async function dispatch(args: readonly string[], around: Surroundings): Promise<void> {
  const first = firstLook(args)
  const [word, operationWord] = first.words
  if (word === undefined) {
    if (isOn(first, 'version')) return await printVersion(around)
    // An unknown leading flag is an error. Without any words, the command prints the help.
    readFlags(args, leadingFlags)
    return await printHelp([], around)
  }
  const command = Object.hasOwn(commands, word) ? commands[word] : undefined
  if (command) return await command(args.toSpliced(args.indexOf(word), 1), around)
  const group = findGroup(word)
  if (!group) throw unknownCommand(word)
  if (operationWord === undefined) return await printHelp([word], around)
  const operation = requireOperation(group, operationWord)
  const given = readFlags(args, flagsOf(operation))
  if (isOn(given, 'help')) return await printHelp([word, operationWord], around)
  const { callOperation } = await import('./call.ts')
  await callOperation(group, operation, given, around)
}

/** Reads the words of a command before its flags are known. */
function firstLook(args: readonly string[]): Given {
  return readFlags(args, leadingFlags, true)
}

function unknownCommand(word: string): UsageError {
  const names = [
    ...groups().map(({ name }) => name),
    ...Object.keys(commands).filter((name) => !name.startsWith('_')),
  ]
  return new UsageError(`There is no command ${word}${guess(word, names)} \`adrail help\` lists them all.`)
}

/**
 * Whether a failure must be printed as JSON. The answer is also needed for commands that cannot be parsed.
 */
function wantsJson(args: readonly string[]): boolean {
  const { values } = readFlags(args, outputFlags, true)
  return ['json', 'jsonl'].some((form) => values.has(form) || values.get('output')?.includes(form))
}

async function printHelp(words: readonly string[], around: Surroundings): Promise<void> {
  const { helpText } = await import('./help.ts')
  around.print(helpText(words, around))
}

async function printVersion({ print }: Surroundings): Promise<void> {
  const { readFile } = await import('node:fs/promises')
  const { version } = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8'))
  print(`adrail ${version}`)
}
