// Renders the output of `help` and `--help`: the commands, the operations of a group, the flags of an
// operation.

import type { CommandGroup, CommandOperation, Field } from '@adrail/contract'
import type { Environment } from './environment.ts'
import { exitCodeDescriptions, UsageError } from './exitCodes.ts'
import { type Flag, listGeneralFlags, toFlag, toFlagName } from './flags.ts'
import { findGroup, listTopLevelFields, loadGroups, requireOperation } from './operations.ts'
import { wrapText } from './output/wrap.ts'

const maxWidth = 100

export function renderHelp(words: readonly string[], { columns, styleOutput }: Environment): string {
  const [groupWord, operationWord] = words.filter((word) => !word.startsWith('-'))
  const width = Math.min(columns, maxWidth)
  const styleTitle = (text: string) => styleOutput('bold', text)
  if (groupWord === undefined) return formatOverview(width, styleTitle)
  const group = findGroup(groupWord)
  if (!group) throw new UsageError(`Unknown group "${groupWord}". To list all groups, run \`adrail help\`.`)
  if (operationWord === undefined) return formatGroupHelp(group, width, styleTitle)
  return formatOperationHelp(group, requireOperation(group, operationWord), width, styleTitle)
}

type StyleTitle = (text: string) => string

function formatOverview(width: number, styleTitle: StyleTitle): string {
  return [
    ...wrapText(
      'adrail: manage advertising on Meta, Google Ads and LinkedIn through an adrail service.',
      width,
    ),
    `\n${styleTitle('Usage')}\n  adrail <group> <operation> [flags]`,
    `\n${styleTitle('Groups')}`,
    ...formatColumns(
      loadGroups().map(({ name, says }) => [name, stripBackquotes(says)]),
      width,
    ),
    `\n${styleTitle('Other commands')}`,
    ...formatColumns(
      [
        ['profile add|list|use|remove', 'Manage profiles, which store services and their keys.'],
        ['completion bash|zsh|fish', 'Print a shell completion script.'],
        ['listen --forward <url>', 'Forward events to a receiver on this machine.'],
        ['mcp', "Expose the service's tools to an agent over standard input and output."],
        ['help [group] [operation]', 'Show this help, or help for a group or an operation.'],
        ['--version', 'Show the version.'],
      ],
      width,
    ),
    `\n${styleTitle('Exit codes')}`,
    ...formatColumns(
      exitCodeDescriptions.map(([code, description]) => [String(code), description]),
      width,
    ),
    '\nTry: adrail social get_campaigns --user-id usr_demo_all',
  ].join('\n')
}

function formatGroupHelp(
  { name, says, operations }: CommandGroup,
  width: number,
  styleTitle: StyleTitle,
): string {
  return [
    ...wrapText(stripBackquotes(says), width),
    `\n${styleTitle('Usage')}\n  adrail ${name} <operation> [flags]`,
    `\n${styleTitle('Operations')}`,
    ...formatColumns(
      operations.map((operation) => [operation.name, stripBackquotes(operation.summary)]),
      width,
    ),
    `\nTo list the flags of an operation, run: adrail ${name} <operation> --help`,
  ].join('\n')
}

const effectTexts = {
  read: 'Changes nothing.',
  local: 'Changes only data in adrail.',
  write: 'Changes objects on the platform. The command shows the plan and asks for confirmation.',
}

function formatOperationHelp(
  { name: group }: CommandGroup,
  operation: CommandOperation,
  width: number,
  styleTitle: StyleTitle,
): string {
  const { name, summary, description = '', effect, rules, mediaTypes } = operation
  const argument = mediaTypes === undefined ? '' : ' <file>'
  const fields = listTopLevelFields(operation)
  return [
    ...wrapText(stripBackquotes(`${summary} ${description}`), width),
    ...wrapText(effectTexts[effect], width),
    `\n${styleTitle('Usage')}\n  adrail ${group} ${name}${argument} [flags]`,
    `\n${styleTitle('Fields of the body')}`,
    ...(fields.length === 0 ? [mediaTypes === undefined ? '  none' : '  none: the body is the file'] : []),
    ...fields.flatMap((field) => formatField(field, operation, width)),
    ...rules.flatMap((rule) => wrapText(stripBackquotes(rule), width, '  ')),
    `\n${styleTitle('Other flags')}`,
    ...formatColumns(
      listGeneralFlags(operation).map((flag) => [formatUsage(flag), flag.description]),
      width,
    ),
    `\n${styleTitle('Example')}`,
    `  ${formatExample(group, operation)}`,
  ].join('\n')
}

/** Formats a field with its notes and its nested fields. */
function formatField(field: Field, { fields }: CommandOperation, width: number): string[] {
  const nestedFields = fields.filter(
    ({ path }) => /^[.[{]/.test(path.slice(field.path.length)) && path.startsWith(field.path),
  )
  const isList = field.type.startsWith('array of ')
  const defaultFacts =
    field.fallback === undefined || field.fallback === '' ? [] : [`default ${JSON.stringify(field.fallback)}`]
  const facts = [...(field.required ? ['required'] : []), ...defaultFacts, ...(isList ? ['repeatable'] : [])]
  return [
    `  ${formatUsage(toFlag(field))}${facts.length === 0 ? '' : `  (${facts.join(', ')})`}`,
    ...wrapText(stripBackquotes(field.notes), width, '      '),
    ...nestedFields.flatMap(({ path, type, required, notes }) =>
      wrapText(stripBackquotes(`${path}: ${type}${required ? ', required' : ''}. ${notes}`), width, '      '),
    ),
  ]
}

function formatUsage({ name, short, placeholder }: Flag): string {
  return `${short === undefined ? '' : `-${short}, `}--${name}${placeholder === undefined ? '' : ` <${placeholder}>`}`
}

/** Formats the example of the contract as a shell command. */
function formatExample(group: string, operation: CommandOperation): string {
  const flags = Object.entries(operation.example).flatMap(([fieldName, value]) => {
    // A switch takes no separate value.
    if (typeof value === 'boolean') return `--${toFlagName(fieldName)}${value ? '' : '=false'}`
    const entries =
      Array.isArray(value) && value.every((entry) => typeof entry === 'string') ? value : [value]
    return entries.map(
      (entry) =>
        `--${toFlagName(fieldName)} ${quoteForShell(typeof entry === 'string' ? entry : JSON.stringify(entry))}`,
    )
  })
  const file = operation.exampleFile === undefined ? [] : [operation.exampleFile]
  return ['adrail', group, operation.name, ...file, ...flags].join(' ')
}

function quoteForShell(text: string): string {
  return /^[\w./:@%+-]+$/.test(text) && !text.startsWith('@') ? text : `'${text.replaceAll("'", "'\\''")}'`
}

/** Formats two columns, the second one wrapped. */
function formatColumns(rows: readonly (readonly [string, string])[], width: number): string[] {
  const indentWidth = Math.max(...rows.map(([name]) => name.length)) + 4
  return rows.flatMap(([name, description]) => {
    const [first = '', ...furtherLines] = wrapText(description, width, ' '.repeat(indentWidth))
    return [`  ${name.padEnd(indentWidth - 2)}${first.slice(indentWidth)}`, ...furtherLines]
  })
}

/** Removes the backquotes that the contract puts around names for the documents. */
function stripBackquotes(text: string): string {
  return text.replaceAll('`', '').trim()
}
