// Rows of the platforms, declared once: the declaration gives the list of fields to ask for, the check of what came, and
// the type. What is checked is the parsed answer itself, which nobody else holds, so nothing is copied.

import { UpstreamFailure } from './upstreamFailure.ts'

/** One member of a row. */
export interface Member<Value> {
  /** The value as the rest of the service sees it; fails when it is none. Members that may be left out take `undefined`. */
  accept(value: unknown): Value
  /** What lies inside, for the list of fields. */
  readonly inside?: Inside
  /** What is expected inside, whether it can be asked for or not; for whoever compares answers with it. */
  readonly within?: Within
  /** The words of a platform's own that are known for it. */
  readonly words?: readonly string[]
}

export interface Within {
  readonly shape: Shape
  /** Of one object, of each in a list, or of each in a list below `data`. */
  readonly as: 'object' | 'list' | 'edge'
}

export interface Inside {
  readonly shape: Shape
  /** How many entries of a list are asked for. */
  readonly limit?: number
}

export interface Shape {
  readonly [name: string]: Member<unknown>
}

type ValueOf<Given> = Given extends Member<infer Value> ? Value : never
type MayBeLeftOut<Of extends Shape> = {
  [Name in keyof Of]: undefined extends ValueOf<Of[Name]> ? Name : never
}[keyof Of]

export type RowOf<Of extends Shape> = {
  readonly [Name in Exclude<keyof Of, MayBeLeftOut<Of>>]: ValueOf<Of[Name]>
} & { readonly [Name in MayBeLeftOut<Of>]?: ValueOf<Of[Name]> }

/** How an answer is taken apart, and what it has to have for that. */
export interface Reading<Answer> {
  readonly shape: Shape
  read(value: unknown): Answer
}

export interface RowKind<Of extends Shape> extends Reading<RowOf<Of>> {
  readonly shape: Of
  /** The row itself when it has every member that it must have; otherwise the answer is garbled. */
  read(value: unknown): RowOf<Of>
}

/** The type of a declared row: `type Campaign = Row<typeof campaignRow>`. */
export type Row<Kind> = Kind extends RowKind<infer Of> ? RowOf<Of> : never

export function row<const Of extends Shape>(shape: Of): RowKind<Of> {
  const names = Object.keys(shape)
  const members = Object.values(shape)
  return {
    shape,
    read(value) {
      if (!isRecord(value)) throw garbled('', 'is no object')
      let index = 0
      try {
        // By index and inside one `try`: an answer has thousands of members.
        for (; index < names.length; index++) {
          const name = names[index] ?? ''
          const given = value[name]
          const accepted = members[index]?.accept(given)
          if (accepted !== given) value[name] = accepted
        }
      } catch (error) {
        throw foundAt(names[index] ?? '', error)
      }
      // Every member was just accepted under its own name.
      return value as RowOf<Of>
    },
  }
}

function foundAt(name: string, error: unknown): unknown {
  return error instanceof Garbled ? error.within(name) : error
}

/** Text. Numbers are taken by their digits, because ids come as either. */
export const text: Member<string> = {
  accept(value) {
    if (typeof value === 'string') return value
    // A number too large for JSON's readers is none that anybody meant.
    if (typeof value === 'bigint' || Number.isFinite(value)) return String(value)
    throw garbled('', 'is no text')
  },
}

/** One of the platform's own words. A new one is taken as well: only whoever looks for changes is told of it. */
export function word(...words: readonly string[]): Member<string> {
  return { accept: text.accept, words }
}

/** A number, or one written as text. */
export const number: Member<number> = {
  accept(value) {
    const read = typeof value === 'string' && value !== '' ? Number(value) : value
    if (typeof read === 'number' && Number.isFinite(read)) return read
    throw garbled('', 'is no number')
  },
}

/** An amount in whole smallest units, or a count that may be too large for a number. */
export const units: Member<bigint> = {
  accept(value) {
    if (typeof value === 'bigint') return value
    const digits = typeof value === 'number' ? String(value) : value
    if (typeof digits === 'string' && /^-?\d{1,19}$/.test(digits)) return BigInt(digits)
    throw garbled('', 'is no whole number')
  },
}

export const flag: Member<boolean> = {
  accept(value) {
    if (typeof value === 'boolean') return value
    throw garbled('', 'is neither true nor false')
  },
}

/** Whatever it is: for what only the platform's documentation describes. */
export const anything: Member<unknown> = { accept: (value) => value }

/** A member that the platform leaves out when there is nothing to tell. */
export function optional<Value>(member: Member<Value>): Member<Value | undefined> {
  return {
    ...member,
    accept: (value) => (value === undefined || value === null ? undefined : member.accept(value)),
  }
}

/** An object inside the row. */
export function object<const Of extends Shape>(shape: Of): Member<RowOf<Of>> {
  const kind = row(shape)
  return { accept: kind.read, inside: { shape }, within: { shape, as: 'object' } }
}

/** A list of objects, or of single values. */
export function list<const Of extends Shape>(shape: Of): Member<readonly RowOf<Of>[]>
export function list<Value>(member: Member<Value>): Member<readonly Value[]>
export function list(of: Shape | Member<unknown>): Member<readonly unknown[]> {
  const isOfValues = isMember(of)
  const accept = isOfValues ? (value: unknown) => of.accept(value) : row(of).read
  return {
    accept(value) {
      if (!Array.isArray(value)) throw garbled('', 'is no list')
      let index = 0
      try {
        for (; index < value.length; index++) {
          const given: unknown = value[index]
          const accepted = accept(given)
          if (accepted !== given) value[index] = accepted
        }
      } catch (error) {
        throw foundAt(`[${index}]`, error)
      }
      return value
    },
    ...(isOfValues ? wordsOf(of) : { inside: { shape: of }, within: { shape: of, as: 'list' as const } }),
  }
}

function wordsOf({ words }: Member<unknown>): Pick<Member<unknown>, 'words'> {
  return words ? { words } : {}
}

function isMember(of: Shape | Member<unknown>): of is Member<unknown> {
  return typeof of.accept === 'function'
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Says where in the answer something is amiss, and never what stood there: it may be personal or secret. */
class Garbled extends UpstreamFailure {
  readonly #path: string
  readonly #what: string

  constructor(path: string, what: string) {
    super('garbled', `${path === '' ? 'The answer' : path} ${what}.`)
    this.#path = path
    this.#what = what
  }

  within(name: string): Garbled {
    const separator = this.#path === '' || this.#path.startsWith('[') ? '' : '.'
    return new Garbled(`${name}${separator}${this.#path}`, this.#what)
  }
}

/** An answer that does not prove itself whole. "Missing" is never taken for "empty". */
export function garbled(path: string, what: string): UpstreamFailure {
  return new Garbled(path, what)
}
