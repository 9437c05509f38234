// Flags: general flags of the command line, flags for the fields of a body, and the parser for both.

import { parseArgs } from 'node:util'
import type { CommandOperation, Field } from '@adrail/contract'
import { UsageError } from './exitCodes.ts'
import { guess } from './guess.ts'
import { membersOf } from './operations.ts'

export interface Flag {
  readonly name: string
  /** An alternative spelling. */
  readonly alias?: string
  readonly short?: string
  /** Placeholder for the value in the help. Absent for switches. */
  readonly value?: string
  readonly says: string
  /** Accepted, but no longer suggested. */
  readonly isDeprecated?: boolean
  /** Allowed values, for completion. */
  readonly values?: readonly string[]
}

export const serviceFlags: readonly Flag[] = [
  { name: 'service', value: 'url', says: 'where the service is; else ADRAIL_URL, the profile or the demo' },
  { name: 'profile', value: 'name', says: 'the profile to use instead of the current one' },
]

export const helpFlag: Flag = { name: 'help', short: 'h', says: 'show this text' }
export const versionFlag: Flag = { name: 'version', short: 'V', says: 'show the version' }

export const outputFlags: readonly Flag[] = [
  {
    name: 'output',
    short: 'o',
    value: 'form',
    says: 'table, json, jsonl, or csv for reports; without it a table on a terminal, else JSON',
    values: ['table', 'json', 'jsonl', 'csv'],
  },
  { name: 'json', says: 'the same as --output json' },
  { name: 'jsonl', says: 'one entry of a list a line, the same as --output jsonl' },
]

export const listenFlags: readonly Flag[] = [
  { name: 'forward', value: 'url', says: 'where to send the events' },
  { name: 'types', value: 'type', says: 'which events; all without it' },
  { name: 'from', value: 'place', says: 'where to begin', values: ['oldest', 'now'] },
  { name: 'secret', value: 'text', says: 'what to sign with' },
  ...serviceFlags,
  helpFlag,
]

/** Returns the main list of a response, with or without other fields next to it. */
export function mainList({ list, entries, table }: CommandOperation): string | undefined {
  return list ?? entries ?? table
}

/** Returns the flags that an operation has in addition to the fields of its body. */
export function generalFlags(operation: CommandOperation): readonly Flag[] {
  const { effect, list, entries } = operation
  return [
    {
      name: 'body',
      value: 'json',
      says: 'the whole body: JSON, @file, or - for standard input; flags win over it',
    },
    ...(entries !== undefined ? [{ name: 'all', says: 'every page, not just one' }] : []),
    ...(effect === 'write'
      ? [
          { name: 'yes', short: 'y', says: 'do it at once, without showing the plan and asking' },
          {
            name: 'idempotency-key',
            value: 'text',
            says: 'stands for this one intention; repeat a command under the same',
          },
        ]
      : []),
    ...outputFlags.filter(({ name }) => name !== 'jsonl' || (list ?? entries) !== undefined),
    ...(mainList(operation) !== undefined
      ? [
          { name: 'columns', value: 'names', says: 'show these columns of the table, such as name,status' },
          { name: 'wide', says: 'show every column of the table in full' },
        ]
      : []),
    ...serviceFlags,
    helpFlag,
  ]
}

/** Converts a field of the body to a flag. */
export function flagOf({ path, type, values, preferred, notes }: Field): Flag {
  const name = flagName(path)
  return {
    name,
    ...(name === path ? {} : { alias: path }),
    ...(type === 'boolean' ? {} : { value: valueName(type) }),
    ...(values === undefined ? {} : { values }),
    ...(preferred === undefined ? {} : { isDeprecated: true }),
    says: notes,
  }
}

export function flagsOf(operation: CommandOperation): readonly Flag[] {
  return [...membersOf(operation).map(flagOf), ...generalFlags(operation)]
}

/** Converts names such as `campaignId` and `geo_target_type` to `campaign-id` and `geo-target-type`. */
export function flagName(member: string): string {
  return member.replaceAll('_', '-').replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

function valueName(type: string): string {
  if (type === 'string' || type === 'array of string') return 'text'
  return /number$/.test(type) ? 'number' : 'json'
}

/**
 * Parsed arguments: words, and the values of each flag in order. A switch has the value `true` or `false`.
 */
export interface Given {
  readonly words: readonly string[]
  readonly values: ReadonlyMap<string, readonly string[]>
}

/**
 * Parses the arguments of a command. `firstLook` ignores invalid and unknown flags, because the caller knows
 * only some flags at that time.
 */
export function readFlags(args: readonly string[], flags: readonly Flag[], firstLook = false): Given {
  const byName = new Map(
    flags.flatMap((flag) => [flag.name, flag.alias ?? flag.name].map((name) => [name, flag])),
  )
  const options = Object.fromEntries(
    [...byName].map(([name, { value, short }]) => [
      name,
      { type: value === undefined ? ('boolean' as const) : ('string' as const), ...(short ? { short } : {}) },
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
    const flag = byName.get(token.name)
    if (firstLook && !(flag && takes(flag, token.value))) continue
    if (flag === undefined) throw unknownFlag(token.rawName, flags)
    const value = flag.value === undefined ? switchValue(flag, token.value) : textValue(flag, token, byName)
    values.set(flag.name, [...(values.get(flag.name) ?? []), value])
  }
  return { words, values }
}

function unknownFlag(rawName: string, flags: readonly Flag[]): UsageError {
  const names = flags.map(({ name }) => name)
  return new UsageError(
    `${rawName} is not a flag of this command${guess(rawName.replace(/^-+/, ''), names, '--')} --help lists them all.`,
  )
}

/** A switch needs no value, or `true` or `false`. Every other flag needs a value. */
function takes({ value }: Flag, given: string | undefined): boolean {
  return value === undefined ? /^(true|false)$/.test(given ?? 'true') : given !== undefined
}

function switchValue(flag: Flag, given: string | undefined): string {
  if (!takes(flag, given)) throw new UsageError(`--${flag.name} is a switch: true or false, not ${given}.`)
  return given ?? 'true'
}

function textValue(
  { name }: Flag,
  { value, inlineValue }: { value?: string | undefined; inlineValue?: boolean | undefined },
  known: ReadonlyMap<string, Flag>,
): string {
  // A flag in the place of a value means that the value is missing. After `=`, the text is taken literally.
  const isForgotten =
    value === undefined || (!inlineValue && value.startsWith('--') && known.has(value.slice(2)))
  if (isForgotten) throw new UsageError(`--${name} needs a value.`)
  return value
}

/** Returns the value of a flag that may occur once. */
export function single({ values }: Given, name: string): string | undefined {
  const [first, another] = values.get(name) ?? []
  if (another !== undefined) throw new UsageError(`--${name} is given more than once.`)
  return first
}

export function isOn(given: Given, name: string): boolean {
  return single(given, name) === 'true'
}
