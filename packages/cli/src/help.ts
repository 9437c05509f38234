// Renders the output of `help` and `--help`: the commands, the operations of a group, the flags of an
// operation.

import type { CommandGroup, CommandOperation, Field } from '@adrail/contract'
import { exitKinds, UsageError } from './exitCodes.ts'
import { type Flag, flagName, flagOf, generalFlags } from './flags.ts'
import { findGroup, groups, membersOf, requireOperation } from './operations.ts'
import { wrapped } from './output/wrap.ts'
import type { Surroundings } from './surroundings.ts'

const widest = 100

export function helpText(words: readonly string[], { columns, paintPrinted }: Surroundings): string {
  const [groupWord, operationWord] = words.filter((word) => !word.startsWith('-'))
  const width = Math.min(columns, widest)
  const title = (text: string) => paintPrinted('bold', text)
  if (groupWord === undefined) return overview(width, title)
  const group = findGroup(groupWord)
  if (!group) throw new UsageError(`There is no group ${groupWord}. \`adrail help\` lists them all.`)
  if (operationWord === undefined) return groupHelp(group, width, title)
  return operationHelp(group, requireOperation(group, operationWord), width, title)
}

type Title = (text: string) => string

function overview(width: number, title: Title): string {
  return [
    ...wrapped(
      'adrail: manages advertising on social, search and professional networks through an adrail service.',
      width,
    ),
    `\n${title('Usage')}\n  adrail <group> <operation> [flags]`,
    `\n${title('Groups')}`,
    ...listed(
      groups().map(({ name, says }) => [name, plain(says)]),
      width,
    ),
    `\n${title('Other commands')}`,
    ...listed(
      [
        ['profile add|list|use|remove', 'services with their keys'],
        ['completion bash|zsh|fish', 'a script that lets the shell complete commands'],
        ['listen --forward <url>', 'sends events on to a receiver on this machine'],
        ['mcp', 'gives an agent the tools of the service, on standard input and output'],
        ['help [group] [operation]', 'this text, or that of a group or an operation'],
        ['--version', 'the version'],
      ],
      width,
    ),
    `\n${title('Exit codes')}`,
    ...listed(
      exitKinds.map(([code, says]) => [String(code), says]),
      width,
    ),
    '\nTry: adrail social get_campaigns --user-id usr_demo_all',
  ].join('\n')
}

function groupHelp({ name, says, operations }: CommandGroup, width: number, title: Title): string {
  return [
    ...wrapped(plain(says), width),
    `\n${title('Usage')}\n  adrail ${name} <operation> [flags]`,
    `\n${title('Operations')}`,
    ...listed(
      operations.map((operation) => [operation.name, plain(operation.summary)]),
      width,
    ),
    `\nThe flags of one: adrail ${name} <operation> --help`,
  ].join('\n')
}

const effects = {
  read: 'Changes nothing.',
  local: 'Changes only what the service stores.',
  write: 'Changes something at the platform: the plan is shown and you are asked first.',
}

function operationHelp(
  { name: group }: CommandGroup,
  operation: CommandOperation,
  width: number,
  title: Title,
): string {
  const { name, summary, description = '', effect, rules } = operation
  const members = membersOf(operation)
  return [
    ...wrapped(plain(`${summary} ${description}`), width),
    ...wrapped(effects[effect], width),
    `\n${title('Usage')}\n  adrail ${group} ${name} [flags]`,
    `\n${title('Members of the body')}`,
    ...(members.length === 0 ? ['  none'] : []),
    ...members.flatMap((member) => described(member, operation, width)),
    ...rules.flatMap((rule) => wrapped(plain(rule), width, '  ')),
    `\n${title('Other flags')}`,
    ...listed(
      generalFlags(operation).map((flag) => [usage(flag), flag.says]),
      width,
    ),
    `\n${title('Example')}`,
    `  ${exampleLine(group, operation)}`,
  ].join('\n')
}

/** Formats a field with its notes and its nested fields. */
function described(field: Field, { fields }: CommandOperation, width: number): string[] {
  const inside = fields.filter(
    ({ path }) => /^[.[{]/.test(path.slice(field.path.length)) && path.startsWith(field.path),
  )
  const isList = field.type.startsWith('array of ')
  const fallback =
    field.fallback === undefined || field.fallback === '' ? [] : [`default ${JSON.stringify(field.fallback)}`]
  const facts = [...(field.required ? ['required'] : []), ...fallback, ...(isList ? ['may be repeated'] : [])]
  return [
    `  ${usage(flagOf(field))}${facts.length === 0 ? '' : `  (${facts.join(', ')})`}`,
    ...wrapped(plain(field.notes), width, '      '),
    ...inside.flatMap(({ path, type, required, notes }) =>
      wrapped(plain(`${path}: ${type}${required ? ', required' : ''}. ${notes}`), width, '      '),
    ),
  ]
}

function usage({ name, short, value }: Flag): string {
  return `${short === undefined ? '' : `-${short}, `}--${name}${value === undefined ? '' : ` <${value}>`}`
}

/** Formats the example of the contract as a shell command. */
function exampleLine(group: string, operation: CommandOperation): string {
  const flags = Object.entries(operation.example).flatMap(([member, value]) => {
    // A switch takes no separate value.
    if (typeof value === 'boolean') return `--${flagName(member)}${value ? '' : '=false'}`
    const entries =
      Array.isArray(value) && value.every((entry) => typeof entry === 'string') ? value : [value]
    return entries.map(
      (entry) => `--${flagName(member)} ${quoted(typeof entry === 'string' ? entry : JSON.stringify(entry))}`,
    )
  })
  return ['adrail', group, operation.name, ...flags].join(' ')
}

function quoted(text: string): string {
  return /^[\w./:@%+-]+$/.test(text) && !text.startsWith('@') ? text : `'${text.replaceAll("'", "'\\''")}'`
}

/** Formats two columns, the second one wrapped. */
function listed(rows: readonly (readonly [string, string])[], width: number): string[] {
  const room = Math.max(...rows.map(([name]) => name.length)) + 4
  return rows.flatMap(([name, says]) => {
    const [first = '', ...more] = wrapped(says, width, ' '.repeat(room))
    return [`  ${name.padEnd(room - 2)}${first.slice(room)}`, ...more]
  })
}

/** Removes the backquotes that the contract puts around names for the documents. */
function plain(text: string): string {
  return text.replaceAll('`', '').trim()
}
