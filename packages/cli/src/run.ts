// Runs a command and returns its exit code.

import type { Environment } from './environment.ts'
import { exitCodes, toExitCode, UsageError } from './exitCodes.ts'
import { printFailure } from './failure.ts'
import {
  type Flag,
  helpFlag,
  isEnabled,
  listFlags,
  outputFlags,
  type ParsedArgs,
  parseFlags,
  serviceFlags,
  versionFlag,
} from './flags.ts'
import { findGroup, loadGroups, requireOperation } from './operations.ts'
import { formatSuggestion } from './suggestion.ts'

/** Flags that may precede the first word. */
const leadingFlags: readonly Flag[] = [...serviceFlags, helpFlag, versionFlag]

/** Commands other than operations. Each is loaded when it is called. */
const commands: Readonly<
  Record<string, (args: readonly string[], environment: Environment) => Promise<void>>
> = {
  help: async (args, environment) => {
    const [word = ''] = parseLeadingArgs(args).words
    const command = word !== 'help' && Object.hasOwn(commands, word) ? commands[word] : undefined
    await (command ? command(['--help'], environment) : printHelp(args, environment))
  },
  profile: async (args, environment) =>
    (await import('./profileCommands.ts')).runProfileCommand(args, environment),
  completion: async (args, environment) =>
    (await import('./completion.ts')).printCompletionScript(args, environment),
  mcp: async (args, environment) => (await import('./mcp.ts')).runMcpBridge(args, environment),
  listen: async (args, environment) => (await import('./listen.ts')).listen(args, environment),
  // The scripts that `printCompletionScript` prints call this command.
  __complete: async (args, environment) =>
    (await import('./completion.ts')).printCandidates(args, environment),
}

export async function run(args: readonly string[], environment: Environment): Promise<number> {
  try {
    await dispatch(args, environment)
    return exitCodes.ok
  } catch (error) {
    printFailure(error, wantsJson(args), environment)
    return toExitCode(error)
  }
}

async function dispatch(args: readonly string[], environment: Environment): Promise<void> {
  const leadingArgs = parseLeadingArgs(args)
  const [word, operationWord] = leadingArgs.words
  if (word === undefined) {
    if (isEnabled(leadingArgs, 'version')) return await printVersion(environment)
    // An unknown leading flag is an error. Without any words, the command prints the help.
    parseFlags(args, leadingFlags)
    return await printHelp([], environment)
  }
  const command = Object.hasOwn(commands, word) ? commands[word] : undefined
  if (command) return await command(args.toSpliced(args.indexOf(word), 1), environment)
  const group = findGroup(word)
  if (!group) throw createUnknownCommandError(word)
  if (operationWord === undefined) return await printHelp([word], environment)
  const operation = requireOperation(group, operationWord)
  const parsedArgs = parseFlags(args, listFlags(operation))
  if (isEnabled(parsedArgs, 'help')) return await printHelp([word, operationWord], environment)
  const { callOperation } = await import('./call.ts')
  await callOperation(group, operation, parsedArgs, environment)
}

/** Reads the words of a command before its flags are known. */
function parseLeadingArgs(args: readonly string[]): ParsedArgs {
  return parseFlags(args, leadingFlags, true)
}

function createUnknownCommandError(word: string): UsageError {
  const names = [
    ...loadGroups().map(({ name }) => name),
    ...Object.keys(commands).filter((name) => !name.startsWith('_')),
  ]
  return new UsageError(
    `Unknown command "${word}"${formatSuggestion(word, names)} To list all commands, run \`adrail help\`.`,
  )
}

/**
 * Whether a failure must be printed as JSON. The answer is also needed for commands that cannot be parsed.
 */
function wantsJson(args: readonly string[]): boolean {
  const { values } = parseFlags(args, outputFlags, true)
  return ['json', 'jsonl'].some((format) => values.has(format) || values.get('output')?.includes(format))
}

async function printHelp(words: readonly string[], environment: Environment): Promise<void> {
  const { renderHelp } = await import('./help.ts')
  environment.print(renderHelp(words, environment))
}

async function printVersion({ print }: Environment): Promise<void> {
  const { readFile } = await import('node:fs/promises')
  const { version } = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8'))
  print(`adrail ${version}`)
}
