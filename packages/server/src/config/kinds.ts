// The kinds of values of environment variables: how each is parsed, and the message for an invalid value.

import { BlockList, isIP } from 'node:net'
import { z } from 'zod'
import type { Key } from '../base/keyring.ts'
import { problemOfUrl } from '../store/databaseUrl.ts'

export interface Kind<Value> {
  /** The type of the value in one or two words. */
  readonly holds: string
  /** The documented default. Empty if there is none. */
  readonly unset: string
  /** Parses the text, or undefined if the variable is not set. Error messages follow the variable's name. */
  readonly schema: z.ZodType<Value, string | undefined>
}

export function wholeNumber(least: number, most: number, unset: number, holds = 'number'): Kind<number> {
  const schema = z.string().refine(isWholeNumber(least, most), rangeError(least, most)).transform(Number)
  return { holds, unset: String(unset), schema: schema.default(unset) }
}

const mostPort = 65_535

export function port(unset: number): Kind<number> {
  return wholeNumber(0, mostPort, unset, 'port')
}

export function portOrOff(unset: number): Kind<number | 'off'> {
  const isPort = isWholeNumber(0, mostPort)
  const schema = z
    .string()
    .refine((text) => text === 'off' || isPort(text), rangeError(0, mostPort))
    .transform((text) => (text === 'off' ? text : Number(text)))
  return { holds: 'port or `off`', unset: String(unset), schema: schema.default(unset) }
}

/** Ports that callers may use, or `all`. */
export type Ports = 'all' | readonly number[]

export const portsOrAll: Kind<Ports> = {
  holds: 'list of ports or `all`',
  unset: '',
  schema: z
    .string()
    .refine((text) => text === 'all' || text.split(/[\s,]+/).every(isWholeNumber(1, mostPort)), {
      error: ({ input }) => `must be ports such as "3000, 4000", or all, not "${input}".`,
    })
    .transform((text) => (text === 'all' ? text : text.split(/[\s,]+/).map(Number)))
    .default([]),
}

export function text(unset = '', holds = 'text'): Kind<string> {
  return { holds, unset, schema: z.string().default(unset) }
}

/** A listening address. Host names are refused, because a name can later resolve to another machine. */
export const listeningAddress: Kind<string> = {
  holds: 'address',
  unset: '127.0.0.1',
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
  unset: Choice,
): Kind<Choice> {
  return { holds: listed(choices), unset, schema: choiceOf(choices).default(unset) }
}

/** A choice whose default depends on other variables. The default is described in words. */
export function optionalChoice<const Choice extends string>(
  choices: readonly [Choice, ...Choice[]],
  unset: string,
): Kind<Choice | undefined> {
  return { holds: listed(choices), unset, schema: choiceOf(choices).optional() }
}

/** Removes slashes at the end. */
export function url(unset = '', says = unset): Kind<string> {
  const schema = z
    .string()
    .refine((text) => /^https?:\/\//.test(text) && URL.canParse(text), {
      error: ({ input }) => `must be an http or https URL, not "${input}".`,
    })
    .transform((text) => text.replace(/(?<!\/)\/+$/, ''))
  return { holds: 'URL', unset: says, schema: schema.default(unset) }
}

export const postgresUrl: Kind<string> = {
  holds: 'URL',
  unset: '',
  schema: z
    .string()
    .regex(/^postgres(ql)?:\/\//, { error: 'must be a PostgreSQL URL, postgresql://…', abort: true })
    .refine((text) => problemOfUrl(text) === undefined, { error: ({ input }) => problemOfUrl(String(input)) })
    .default(''),
}

/** Digits, which people also write with dashes in between. */
export const digits: Kind<string> = {
  holds: 'digits',
  unset: '',
  schema: z
    .string()
    .transform((text) => text.replaceAll('-', ''))
    .pipe(z.string().regex(/^[0-9]{1,20}$/, 'must be digits.'))
    .default(''),
}

/** The version of a platform's API. */
export function version(form: RegExp, unset: string): Kind<string> {
  const schema = z.string().regex(form, `must be a version such as "${unset}".`)
  return { holds: 'version', unset, schema: schema.default(unset) }
}

/** Names of permissions, separated by commas or spaces. */
export const names: Kind<string[]> = {
  holds: 'list of names',
  unset: '',
  schema: z
    .string()
    .transform((text) => text.split(/[\s,]+/).filter((name) => name !== ''))
    .pipe(z.array(z.string().regex(/^[a-z0-9_]+$/, 'must be names of permissions, separated by commas.')))
    .default([]),
}

/** IP addresses and networks. */
export const networks: Kind<BlockList> = {
  holds: 'list of addresses',
  unset: '',
  schema: z
    .string()
    .transform((text, { issues }) => {
      const list = new BlockList()
      for (const entry of text.split(/[\s,]+/).filter((part) => part !== ''))
        if (!addNetwork(list, entry)) {
          const message = `must be addresses or networks such as "10.0.0.0/8", separated by commas; "${entry}" is neither.`
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
  const version = isIP(address)
  const most = version === 6 ? 128 : 32
  const prefix = Number(bits ?? most)
  if (version === 0 || prefix < 1 || prefix > most) return false
  list.addSubnet(address, prefix, version === 6 ? 'ipv6' : 'ipv4')
  return true
}

/** 32-byte keys, each with an ID. */
export function keys(unset: string): Kind<Key[]> {
  const schema = z.string().transform((text, { issues }) => {
    const entries = text.split(',').filter((entry) => entry.trim() !== '')
    const read: Key[] = []
    const complain = (message: string) => issues.push({ code: 'custom', input: '', message })
    for (const [index, entry] of entries.entries()) {
      const [, id, encoded = ''] = /^([a-z0-9]{1,16}):([A-Za-z0-9+/_-]+=*)$/.exec(entry.trim()) ?? []
      const bytes = Buffer.from(encoded, 'base64')
      if (!id || bytes.length !== 32)
        complain(
          `: entry ${index + 1} must be an id of lower-case letters and digits, a colon, and 32 bytes in base64.`,
        )
      else if (read.some((key) => key.id === id)) complain(`: the id "${id}" stands there twice.`)
      else read.push({ id, bytes })
    }
    return read
  })
  return { holds: 'list of `id:key`', unset, schema: schema.default([]) }
}

function isWholeNumber(least: number, most: number): (text: string) => boolean {
  return (text) => /^[0-9]+$/.test(text) && Number(text) >= least && Number(text) <= most
}

function rangeError(least: number, most: number) {
  return {
    error: ({ input }: { readonly input?: unknown }) =>
      `must be a whole number from ${least} to ${most}, not "${input}".`,
  }
}

function choiceOf<const Choice extends string>(choices: readonly [Choice, ...Choice[]]) {
  return z.enum(choices, {
    error: ({ input }) => `must be ${choices.join(' or ')}, not "${input}".`,
  })
}

function listed(choices: readonly string[]): string {
  const quoted = choices.map((name) => `\`${name}\``)
  return `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`
}
