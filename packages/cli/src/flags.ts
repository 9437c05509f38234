// Flags: general flags of the command line, flags for the fields of a body, and the parser for both.

import { parseArgs } from 'node:util'
import type { CommandOperation, Field } from '@adrail/contract'
import { UsageError } from './exitCodes.ts'
import { findImageField, listTopLevelFields } from './operations.ts'
import { formatSuggestion } from './suggestion.ts'

export interface Flag {
  readonly name: string
  /** An alternative spelling. */
  readonly alias?: string
  readonly short?: string
  /** Placeholder for the value in the help. Absent for switches. */
  readonly placeholder?: string
  readonly description: string
  /** Accepted, but no longer suggested. */
  readonly isDeprecated?: boolean
  /** Allowed values, for completion. */
  readonly values?: readonly string[]
}

export const serviceFlags: readonly Flag[] = [
  {
    name: 'service',
    placeholder: 'url',
    description: 'URL of the service. Defaults to ADRAIL_URL, then the profile, then the demo.',
  },
  { name: 'profile', placeholder: 'name', description: 'Profile to use instead of the current profile.' },
]

export const helpFlag: Flag = { name: 'help', short: 'h', description: 'Show this help.' }
export const versionFlag: Flag = { name: 'version', short: 'V', description: 'Show the version.' }

export const outputFlags: readonly Flag[] = [
  {
    name: 'output',
    short: 'o',
    placeholder: 'form',
    description:
      'Output format: table, json, jsonl or, for reports, csv. Defaults to table on a terminal, otherwise json.',
    values: ['table', 'json', 'jsonl', 'csv'],
  },
  { name: 'json', description: 'Same as --output json.' },
  { name: 'jsonl', description: 'Print one list entry per line. Same as --output jsonl.' },
]

export const listenFlags: readonly Flag[] = [
  { name: 'forward', placeholder: 'url', description: 'URL that receives the events.' },
  { name: 'types', placeholder: 'type', description: 'Event types to forward. Defaults to all types.' },
  {
    name: 'from',
    placeholder: 'place',
    description: 'Where to start: with the oldest stored event or with new events. Defaults to now.',
    values: ['oldest', 'now'],
  },
  {
    name: 'secret',
    placeholder: 'text',
    description: 'Secret for signing the events. Defaults to a new secret.',
  },
  ...serviceFlags,
  helpFlag,
]

/** Returns the main list of a response, with or without other fields next to it. */
export function findMainListField({ list, entries, table }: CommandOperation): string | undefined {
  return list ?? entries ?? table
}

const bodyFlag: Flag = {
  name: 'body',
  placeholder: 'json',
  description: 'Request body: JSON, @file, or - for standard input. Flags override fields in the body.',
}

/** Returns the flags that an operation has in addition to the fields of its body. */
export function listGeneralFlags(operation: CommandOperation): readonly Flag[] {
  const { effect, list, entries, mediaTypes } = operation
  const imageField = findImageField(operation)
  return [
    ...(imageField === undefined
      ? []
      : [
          {
            name: 'image',
            placeholder: 'file',
            description: `JPEG or PNG file to upload for ${imageField}. Repeatable.`,
          },
        ]),
    ...(mediaTypes === undefined ? [bodyFlag] : []),
    ...(entries !== undefined ? [{ name: 'all', description: 'List all pages instead of one page.' }] : []),
    ...(effect === 'write'
      ? [
          {
            name: 'yes',
            short: 'y',
            description: 'Execute the write without showing the plan or asking for confirmation.',
          },
          {
            name: 'idempotency-key',
            placeholder: 'text',
            description: 'Idempotency key for this write. Retries with the same key take effect only once.',
          },
        ]
      : []),
    ...outputFlags.filter(({ name }) => name !== 'jsonl' || (list ?? entries) !== undefined),
    ...(findMainListField(operation) !== undefined
      ? [
          {
            name: 'columns',
            placeholder: 'names',
            description: 'Comma-separated columns to show, such as name,status.',
          },
          { name: 'wide', description: 'Show all columns in full.' },
        ]
      : []),
    ...serviceFlags,
    helpFlag,
  ]
}

/** Converts a field of the body to a flag. */
export function toFlag({ path, type, values, preferred, notes }: Field): Flag {
  const name = toFlagName(path)
  return {
    name,
    ...(name === path ? {} : { alias: path }),
    ...(type === 'boolean' ? {} : { placeholder: toPlaceholder(type) }),
    ...(values === undefined ? {} : { values }),
    ...(preferred === undefined ? {} : { isDeprecated: true }),
    description: notes,
  }
}

export function listFlags(operation: CommandOperation): readonly Flag[] {
  return [...listTopLevelFields(operation).map(toFlag), ...listGeneralFlags(operation)]
}

/** Converts names such as `campaignId` and `geo_target_type` to `campaign-id` and `geo-target-type`. */
export function toFlagName(fieldName: string): string {
  return fieldName.replaceAll('_', '-').replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

function toPlaceholder(type: string): string {
  if (type === 'string' || type === 'array of string') return 'text'
  return /number$/.test(type) ? 'number' : 'json'
}

/**
 * Parsed arguments: words, and the values of each flag in order. A switch has the value `true` or `false`.
 */
export interface ParsedArgs {
  readonly words: readonly string[]
  readonly values: ReadonlyMap<string, readonly string[]>
}

/**
 * Parses the arguments of a command. `isLenient` ignores invalid and unknown flags, because the caller knows
 * only some flags at that time.
 */
export function parseFlags(args: readonly string[], flags: readonly Flag[], isLenient = false): ParsedArgs {
  const flagsByName = new Map(
    flags.flatMap((flag) => [flag.name, flag.alias ?? flag.name].map((name) => [name, flag])),
  )
  const options = Object.fromEntries(
    [...flagsByName].map(([name, { placeholder, short }]) => [
      name,
      {
        type: placeholder === undefined ? ('boolean' as const) : ('string' as const),
        ...(short ? { short } : {}),
      },
    ]),
  )
  const { tokens } = parseArgs({
    args: [...args],
    options,
    strict: false,
    allowPositionals: true,
    tokens: true,
  })
  const words: string[] = []
  const values = new Map<string, string[]>()
  for (const token of tokens) {
    if (token.kind === 'positional') words.push(token.value)
    if (token.kind !== 'option') continue
    const flag = flagsByName.get(token.name)
    if (isLenient && !(flag && acceptsValue(flag, token.value))) continue
    if (flag === undefined) throw createUnknownFlagError(token.rawName, flags)
    const value =
      flag.placeholder === undefined ? parseSwitch(flag, token.value) : parseText(flag, token, flagsByName)
    values.set(flag.name, [...(values.get(flag.name) ?? []), value])
  }
  return { words, values }
}

function createUnknownFlagError(rawName: string, flags: readonly Flag[]): UsageError {
  const names = flags.map(({ name }) => name)
  return new UsageError(
    `${rawName} is not a flag of this command${formatSuggestion(rawName.replace(/^-+/, ''), names, '--')} To list all flags, add --help.`,
  )
}

/** A switch needs no value, or `true` or `false`. Every other flag needs a value. */
function acceptsValue({ placeholder }: Flag, rawValue: string | undefined): boolean {
  return placeholder === undefined ? /^(true|false)$/.test(rawValue ?? 'true') : rawValue !== undefined
}

function parseSwitch(flag: Flag, rawValue: string | undefined): string {
  if (!acceptsValue(flag, rawValue))
    throw new UsageError(`--${flag.name} must be true or false, not ${rawValue}.`)
  return rawValue ?? 'true'
}

function parseText(
  { name }: Flag,
  { value, inlineValue }: { value?: string | undefined; inlineValue?: boolean | undefined },
  flagsByName: ReadonlyMap<string, Flag>,
): string {
  // A flag in the place of a value means that the value is missing. After `=`, the text is taken literally.
  const isValueMissing =
    value === undefined || (!inlineValue && value.startsWith('--') && flagsByName.has(value.slice(2)))
  if (isValueMissing) throw new UsageError(`--${name} requires a value.`)
  return value
}

/** Returns the value of a flag that may occur once. */
export function getSingleValue({ values }: ParsedArgs, name: string): string | undefined {
  const [first, second] = values.get(name) ?? []
  if (second !== undefined) throw new UsageError(`--${name} occurs more than once. Pass the flag only once.`)
  return first
}

export function isEnabled(parsedArgs: ParsedArgs, name: string): boolean {
  return getSingleValue(parsedArgs, name) === 'true'
}
