// Declarations of platform rows. One declaration defines the fields to request, the validation of the
// response, and the type. The parsed JSON has no other owner, so validation changes it in place instead of
// copying it.

import { UpstreamFailure } from './upstreamFailure.ts'

/** One field of a row. */
export interface RowField<Value> {
  /**
   * Returns the value in adrail's representation. Throws when the value is invalid. Optional fields accept
   * `undefined`.
   */
  parse(value: unknown): Value
  /** Nested fields to request from the platform. */
  readonly requested?: RequestedFields
  /**
   * Expected shape of the nested value, whether or not its fields can be requested. Used to compare responses
   * with expectations.
   */
  readonly nested?: NestedShape
  /** Known values of a platform's enum. */
  readonly knownValues?: readonly string[]
}

export interface NestedShape {
  readonly shape: Shape
  /** The shape applies to one object, to each entry of a list, or to each entry of a list in `data`. */
  readonly container: 'object' | 'list' | 'edge'
}

export interface RequestedFields {
  readonly shape: Shape
  /** Number of list entries to request. */
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

/** Parses a response, and declares the shape that the parser expects. */
export interface ResponseParser<Result> {
  readonly shape: Shape
  parse(value: unknown): Result
}

export interface RowKind<RowShape extends Shape> extends ResponseParser<RowOf<RowShape>> {
  readonly shape: RowShape
  /** Returns the row itself. Throws when a required field is missing or invalid. */
  parse(value: unknown): RowOf<RowShape>
}

/** Type of a declared row: `type Campaign = Row<typeof campaignRow>`. */
export type Row<Kind> = Kind extends RowKind<infer RowShape> ? RowOf<RowShape> : never

export function row<const RowShape extends Shape>(shape: RowShape): RowKind<RowShape> {
  const names = Object.keys(shape)
  const fields = Object.values(shape)
  return {
    shape,
    parse(value) {
      if (!isRecord(value)) throw malformedError('', 'is not an object')
      let index = 0
      try {
        // An index loop inside one `try` is faster, and a response has thousands of fields.
        for (; index < names.length; index++) {
          const name = names[index] ?? ''
          const raw = value[name]
          const parsed = fields[index]?.parse(raw)
          if (parsed !== raw) value[name] = parsed
        }
      } catch (error) {
        throw prefixPath(names[index] ?? '', error)
      }
      // Every field was just validated under its own name.
      return value as RowOf<RowShape>
    },
  }
}

function prefixPath(name: string, error: unknown): unknown {
  return error instanceof MalformedResponse ? error.at(name) : error
}

/** Text. Numbers are converted to their digits because platforms send ids as text or numbers. */
export const text: RowField<string> = {
  parse(value) {
    if (typeof value === 'string') return value
    // A number that overflows in a JSON parser is not a valid id.
    if (typeof value === 'bigint' || Number.isFinite(value)) return String(value)
    throw malformedError('', 'is not text')
  },
}

/** An enum of the platform. Unknown values are accepted too: only the drift check reports them. */
export function openEnum(...knownValues: readonly string[]): RowField<string> {
  return { parse: text.parse, knownValues }
}

/** A number, or a number written as text. */
export const number: RowField<number> = {
  parse(value) {
    const parsed = typeof value === 'string' && value !== '' ? Number(value) : value
    if (typeof parsed === 'number' && Number.isFinite(parsed)) return parsed
    throw malformedError('', 'is not a number')
  },
}

/** An amount in the smallest units, or a count that may exceed the safe integer range. */
export const bigInt: RowField<bigint> = {
  parse(value) {
    if (typeof value === 'bigint') return value
    const digits = typeof value === 'number' ? String(value) : value
    if (typeof digits === 'string' && /^-?\d{1,19}$/.test(digits)) return BigInt(digits)
    throw malformedError('', 'is not an integer')
  },
}

export const flag: RowField<boolean> = {
  parse(value) {
    if (typeof value === 'boolean') return value
    throw malformedError('', 'is not a boolean')
  },
}

/** Any value, for fields that only the platform's documentation describes. */
export const anything: RowField<unknown> = { parse: (value) => value }

/** A field that the platform may omit or set to null. */
export function optional<Value>(field: RowField<Value>): RowField<Value | undefined> {
  return {
    ...field,
    parse: (value) => (value === undefined || value === null ? undefined : field.parse(value)),
  }
}

/** A nested object. */
export function object<const RowShape extends Shape>(shape: RowShape): RowField<RowOf<RowShape>> {
  const kind = row(shape)
  return { parse: kind.parse, requested: { shape }, nested: { shape, container: 'object' } }
}

/** A list of objects or of single values. */
export function list<const RowShape extends Shape>(shape: RowShape): RowField<readonly RowOf<RowShape>[]>
export function list<Value>(field: RowField<Value>): RowField<readonly Value[]>
export function list(item: Shape | RowField<unknown>): RowField<readonly unknown[]> {
  const isValueList = isRowField(item)
  const parse = isValueList ? (value: unknown) => item.parse(value) : row(item).parse
  return {
    parse(value) {
      if (!Array.isArray(value)) throw malformedError('', 'is not a list')
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

/** Reports where a response is invalid, but not the value, which may be personal or secret. */
class MalformedResponse extends UpstreamFailure {
  readonly #path: string
  readonly #problem: string

  constructor(path: string, problem: string) {
    super('garbled', `${path === '' ? 'The response' : path} ${problem}.`)
    this.#path = path
    this.#problem = problem
  }

  at(name: string): MalformedResponse {
    const separator = this.#path === '' || this.#path.startsWith('[') ? '' : '.'
    return new MalformedResponse(`${name}${separator}${this.#path}`, this.#problem)
  }
}

/** Error for an incomplete or invalid response. A missing value is never treated as empty. */
export function malformedError(path: string, problem: string): UpstreamFailure {
  return new MalformedResponse(path, problem)
}
