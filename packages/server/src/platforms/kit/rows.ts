// Rows of the platforms, declared once: the declaration gives the list of fields to ask for, the check of what came, and
// the type. What is checked is the parsed answer itself, which nobody else holds, so nothing is copied.

import { UpstreamFailure } from './upstreamFailure.ts'

/** One member of a row. */
export interface RowField<Value> {
  /** The value as the rest of the service sees it; fails when it is none. Members that may be left out take `undefined`. */
  parse(value: unknown): Value
  /** What lies inside, for the list of fields. */
  readonly requested?: RequestedFields
  /** What is expected inside, whether it can be asked for or not; for whoever compares answers with it. */
  readonly nested?: NestedShape
  /** The words of a platform's own that are known for it. */
  readonly knownValues?: readonly string[]
}

export interface NestedShape {
  readonly shape: Shape
  /** Of one object, of each in a list, or of each in a list below `data`. */
  readonly container: 'object' | 'list' | 'edge'
}

export interface RequestedFields {
  readonly shape: Shape
  /** How many entries of a list are asked for. */
  readonly limit?: number
}

export interface Shape {
  readonly [name: string]: RowField<unknown>
}

type FieldValue<Field> = Field extends RowField<infer Value> ? Value : never
type OptionalKeys<RowShape extends Shape> = {
  [Name in keyof RowShape]: undefined extends FieldValue<RowShape[Name]> ? Name : never
}[keyof RowShape]

export type RowOf<RowShape extends Shape> = {
  readonly [Name in Exclude<keyof RowShape, OptionalKeys<RowShape>>]: FieldValue<RowShape[Name]>
} & { readonly [Name in OptionalKeys<RowShape>]?: FieldValue<RowShape[Name]> }

/** How an answer is taken apart, and what it has to have for that. */
export interface ResponseParser<Result> {
  readonly shape: Shape
  parse(value: unknown): Result
}

export interface RowKind<RowShape extends Shape> extends ResponseParser<RowOf<RowShape>> {
  readonly shape: RowShape
  /** The row itself when it has every member that it must have; otherwise the answer is garbled. */
  parse(value: unknown): RowOf<RowShape>
}

/** The type of a declared row: `type Campaign = Row<typeof campaignRow>`. */
export type Row<Kind> = Kind extends RowKind<infer RowShape> ? RowOf<RowShape> : never

export function row<const RowShape extends Shape>(shape: RowShape): RowKind<RowShape> {
  const names = Object.keys(shape)
  const fields = Object.values(shape)
  return {
    shape,
    parse(value) {
      if (!isRecord(value)) throw malformedError('', 'is no object')
      let index = 0
      try {
        // By index and inside one `try`: an answer has thousands of members.
        for (; index < names.length; index++) {
          const name = names[index] ?? ''
          const raw = value[name]
          const parsed = fields[index]?.parse(raw)
          if (parsed !== raw) value[name] = parsed
        }
      } catch (error) {
        throw prefixPath(names[index] ?? '', error)
      }
      // Every member was just accepted under its own name.
      return value as RowOf<RowShape>
    },
  }
}

function prefixPath(name: string, error: unknown): unknown {
  return error instanceof MalformedResponse ? error.at(name) : error
}

/** Text. Numbers are taken by their digits, because ids come as either. */
export const text: RowField<string> = {
  parse(value) {
    if (typeof value === 'string') return value
    // A number too large for JSON's readers is none that anybody meant.
    if (typeof value === 'bigint' || Number.isFinite(value)) return String(value)
    throw malformedError('', 'is no text')
  },
}

/** One of the platform's own words. A new one is taken as well: only whoever looks for changes is told of it. */
export function openEnum(...knownValues: readonly string[]): RowField<string> {
  return { parse: text.parse, knownValues }
}

/** A number, or one written as text. */
export const number: RowField<number> = {
  parse(value) {
    const parsed = typeof value === 'string' && value !== '' ? Number(value) : value
    if (typeof parsed === 'number' && Number.isFinite(parsed)) return parsed
    throw malformedError('', 'is no number')
  },
}

/** An amount in whole smallest units, or a count that may be too large for a number. */
export const bigInt: RowField<bigint> = {
  parse(value) {
    if (typeof value === 'bigint') return value
    const digits = typeof value === 'number' ? String(value) : value
    if (typeof digits === 'string' && /^-?\d{1,19}$/.test(digits)) return BigInt(digits)
    throw malformedError('', 'is no whole number')
  },
}

export const flag: RowField<boolean> = {
  parse(value) {
    if (typeof value === 'boolean') return value
    throw malformedError('', 'is neither true nor false')
  },
}

/** Whatever it is: for what only the platform's documentation describes. */
export const anything: RowField<unknown> = { parse: (value) => value }

/** A member that the platform leaves out when there is nothing to tell. */
export function optional<Value>(field: RowField<Value>): RowField<Value | undefined> {
  return {
    ...field,
    parse: (value) => (value === undefined || value === null ? undefined : field.parse(value)),
  }
}

/** An object inside the row. */
export function object<const RowShape extends Shape>(shape: RowShape): RowField<RowOf<RowShape>> {
  const kind = row(shape)
  return { parse: kind.parse, requested: { shape }, nested: { shape, container: 'object' } }
}

/** A list of objects, or of single values. */
export function list<const RowShape extends Shape>(shape: RowShape): RowField<readonly RowOf<RowShape>[]>
export function list<Value>(field: RowField<Value>): RowField<readonly Value[]>
export function list(item: Shape | RowField<unknown>): RowField<readonly unknown[]> {
  const isValueList = isRowField(item)
  const parse = isValueList ? (value: unknown) => item.parse(value) : row(item).parse
  return {
    parse(value) {
      if (!Array.isArray(value)) throw malformedError('', 'is no list')
      let index = 0
      try {
        for (; index < value.length; index++) {
          const raw: unknown = value[index]
          const parsed = parse(raw)
          if (parsed !== raw) value[index] = parsed
        }
      } catch (error) {
        throw prefixPath(`[${index}]`, error)
      }
      return value
    },
    ...(isValueList
      ? pickKnownValues(item)
      : { requested: { shape: item }, nested: { shape: item, container: 'list' as const } }),
  }
}

function pickKnownValues({ knownValues }: RowField<unknown>): Pick<RowField<unknown>, 'knownValues'> {
  return knownValues ? { knownValues } : {}
}

function isRowField(item: Shape | RowField<unknown>): item is RowField<unknown> {
  return typeof item.parse === 'function'
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Says where in the answer something is amiss, and never what stood there: it may be personal or secret. */
class MalformedResponse extends UpstreamFailure {
  readonly #path: string
  readonly #problem: string

  constructor(path: string, problem: string) {
    super('garbled', `${path === '' ? 'The answer' : path} ${problem}.`)
    this.#path = path
    this.#problem = problem
  }

  at(name: string): MalformedResponse {
    const separator = this.#path === '' || this.#path.startsWith('[') ? '' : '.'
    return new MalformedResponse(`${name}${separator}${this.#path}`, this.#problem)
  }
}

/** An answer that does not prove itself whole. "Missing" is never taken for "empty". */
export function malformedError(path: string, problem: string): UpstreamFailure {
  return new MalformedResponse(path, problem)
}
