// The kinds of values of environment variables: how each is parsed, and the message for an invalid value.

import { BlockList, isIP } from 'node:net'
import { z } from 'zod'
import type { EncryptionKey } from '../encryption/keyring.ts'
import { findUrlProblem } from '../store/databaseUrl.ts'

export interface VariableKind<Value> {
  /** The type of the value in one or two words. */
  readonly typeName: string
  /** The documented default. Empty if there is none. */
  readonly defaultText: string
  /** Parses the text, or undefined if the variable is not set. Error messages are appended to its name. */
  readonly schema: z.ZodType<Value, string | undefined>
}

export function integer(
  min: number,
  max: number,
  defaultValue: number,
  typeName = 'number',
): VariableKind<number> {
  const schema = z.string().refine(isIntegerBetween(min, max), rangeError(min, max)).transform(Number)
  return { typeName, defaultText: String(defaultValue), schema: schema.default(defaultValue) }
}

const maxPort = 65_535

export function port(defaultValue: number): VariableKind<number> {
  return integer(0, maxPort, defaultValue, 'port')
}

export function portOrOff(defaultValue: number): VariableKind<number | 'off'> {
  const isPort = isIntegerBetween(0, maxPort)
  const schema = z
    .string()
    .refine((text) => text === 'off' || isPort(text), rangeError(0, maxPort))
    .transform((text) => (text === 'off' ? text : Number(text)))
  return {
    typeName: 'port or `off`',
    defaultText: String(defaultValue),
    schema: schema.default(defaultValue),
  }
}

/** Ports that callers may use, or `all`. */
export type Ports = 'all' | readonly number[]

export const portsOrAll: VariableKind<Ports> = {
  typeName: 'list of ports or `all`',
  defaultText: '',
  schema: z
    .string()
    .refine((text) => text === 'all' || text.split(/[\s,]+/).every(isIntegerBetween(1, maxPort)), {
      error: ({ input }) => `must be all, or ports such as "3000, 4000", not "${input}".`,
    })
    .transform((text) => (text === 'all' ? text : text.split(/[\s,]+/).map(Number)))
    .default([]),
}

export function optionalText(defaultValue = '', typeName = 'text'): VariableKind<string> {
  return { typeName, defaultText: defaultValue, schema: z.string().default(defaultValue) }
}

/** A listening address. Host names are refused, because a name can later resolve to another machine. */
export const listeningAddress: VariableKind<string> = {
  typeName: 'address',
  defaultText: '127.0.0.1',
  schema: z
    .string()
    .refine((text) => text === 'localhost' || isIP(text) !== 0, {
      error: ({ input }) =>
        `must be an address of this machine, such as 127.0.0.1, or 0.0.0.0 for all, not "${input}".`,
    })
    .default('127.0.0.1'),
}

export function choice<const Choice extends string>(
  choices: readonly [Choice, ...Choice[]],
  defaultValue: Choice,
): VariableKind<Choice> {
  return {
    typeName: formatChoices(choices),
    defaultText: defaultValue,
    schema: createEnumSchema(choices).default(defaultValue),
  }
}

/** A choice whose default depends on other variables. The default is described in words. */
export function optionalChoice<const Choice extends string>(
  choices: readonly [Choice, ...Choice[]],
  defaultText: string,
): VariableKind<Choice | undefined> {
  return { typeName: formatChoices(choices), defaultText, schema: createEnumSchema(choices).optional() }
}

/** A choice between `on` and `off`, as a boolean. */
export function onOrOff(defaultValue: 'on' | 'off'): VariableKind<boolean> {
  return mapKind(choice(['on', 'off'], defaultValue), (value) => value === 'on')
}

/** Converts the values of a kind. The documented type and default stay the same. */
export function mapKind<Value, Result>(
  { schema, ...texts }: VariableKind<Value>,
  convert: (value: Value) => Result,
): VariableKind<Result> {
  return { ...texts, schema: schema.transform(convert) }
}

/** Removes slashes at the end. */
export function url(defaultValue = '', defaultText = defaultValue): VariableKind<string> {
  const schema = z
    .string()
    .refine((text) => /^https?:\/\//.test(text) && URL.canParse(text), {
      error: ({ input }) => `must be an http or https URL, not "${input}".`,
    })
    .transform((text) => text.replace(/(?<!\/)\/+$/, ''))
  return { typeName: 'URL', defaultText, schema: schema.default(defaultValue) }
}

export const postgresUrl: VariableKind<string> = {
  typeName: 'URL',
  defaultText: '',
  schema: z
    .string()
    .regex(/^postgres(ql)?:\/\//, { error: 'must be a PostgreSQL URL, postgresql://…', abort: true })
    .refine((text) => findUrlProblem(text) === undefined, {
      error: ({ input }) => findUrlProblem(String(input)),
    })
    .default(''),
}

/** Digits, which people also write with dashes in between. */
export const digits: VariableKind<string> = {
  typeName: 'digits',
  defaultText: '',
  schema: z
    .string()
    .transform((text) => text.replaceAll('-', ''))
    .pipe(z.string().regex(/^[0-9]{1,20}$/, 'must contain only digits.'))
    .default(''),
}

/** The version of a platform's API. */
export function apiVersion(pattern: RegExp, defaultValue: string): VariableKind<string> {
  const schema = z.string().regex(pattern, `must be a version such as "${defaultValue}".`)
  return { typeName: 'version', defaultText: defaultValue, schema: schema.default(defaultValue) }
}

/** Names of permissions, separated by commas or spaces. */
export const permissionNames: VariableKind<string[]> = {
  typeName: 'list of names',
  defaultText: '',
  schema: z
    .string()
    .transform((text) => text.split(/[\s,]+/).filter((name) => name !== ''))
    .pipe(z.array(z.string().regex(/^[a-z0-9_]+$/, 'must be names of permissions, separated by commas.')))
    .default([]),
}

/** IP addresses and networks. */
export const networks: VariableKind<BlockList> = {
  typeName: 'list of addresses',
  defaultText: '',
  schema: z
    .string()
    .transform((text, { issues }) => {
      const list = new BlockList()
      for (const entry of text.split(/[\s,]+/).filter((part) => part !== ''))
        if (!addNetwork(list, entry)) {
          const message = `must be addresses or networks such as "10.0.0.0/8", separated by commas. "${entry}" is neither.`
          issues.push({ code: 'custom', input: '', message })
        }
      return list
    })
    .default(() => new BlockList()),
}

/**
 * Returns false for text that is no network, and for the network of all addresses, which would let anyone
 * forge addresses.
 */
function addNetwork(list: BlockList, entry: string): boolean {
  const [, address = '', bits] = /^([0-9a-f.:]+)(?:\/([0-9]{1,3}))?$/i.exec(entry) ?? []
  const ipVersion = isIP(address)
  const maxPrefix = ipVersion === 6 ? 128 : 32
  const prefix = Number(bits ?? maxPrefix)
  if (ipVersion === 0 || prefix < 1 || prefix > maxPrefix) return false
  list.addSubnet(address, prefix, ipVersion === 6 ? 'ipv6' : 'ipv4')
  return true
}

/** 32-byte keys, each with an ID. */
export function encryptionKeys(defaultText: string): VariableKind<EncryptionKey[]> {
  const schema = z.string().transform((text, { issues }) => {
    const entries = text.split(',').filter((entry) => entry.trim() !== '')
    const encryptionKeyList: EncryptionKey[] = []
    const addIssue = (message: string) => issues.push({ code: 'custom', input: '', message })
    for (const [index, entry] of entries.entries()) {
      const [, id, encoded = ''] = /^([a-z0-9]{1,16}):([A-Za-z0-9+/_-]+=*)$/.exec(entry.trim()) ?? []
      const bytes = Buffer.from(encoded, 'base64')
      if (!id || bytes.length !== 32)
        addIssue(
          `: entry ${index + 1} must be an id of lower-case letters and digits, a colon, and 32 bytes in base64.`,
        )
      else if (encryptionKeyList.some((key) => key.id === id))
        addIssue(`: the id "${id}" occurs twice. Each id must be unique.`)
      else encryptionKeyList.push({ id, bytes })
    }
    return encryptionKeyList
  })
  return { typeName: 'list of `id:key`', defaultText, schema: schema.default([]) }
}

function isIntegerBetween(min: number, max: number): (text: string) => boolean {
  return (text) => /^[0-9]+$/.test(text) && Number(text) >= min && Number(text) <= max
}

function rangeError(min: number, max: number) {
  return {
    error: ({ input }: { readonly input?: unknown }) =>
      `must be a whole number from ${min} to ${max}, not "${input}".`,
  }
}

function createEnumSchema<const Choice extends string>(choices: readonly [Choice, ...Choice[]]) {
  return z.enum(choices, {
    error: ({ input }) => `must be ${choices.join(' or ')}, not "${input}".`,
  })
}

function formatChoices(choices: readonly string[]): string {
  const quotedChoices = choices.map((name) => `\`${name}\``)
  return `${quotedChoices.slice(0, -1).join(', ')} or ${quotedChoices.at(-1)}`
}
