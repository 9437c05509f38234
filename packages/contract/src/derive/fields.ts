// Flattens a schema to a list of fields for tables, with paths such as `ads[].url`.

import { otherValuesInWords, preferredValues } from './aliases.ts'
import { type JsonSchema, type Schemas, shapeReference } from './schemas.ts'

export interface Field {
  readonly path: string
  readonly type: string
  readonly required: boolean
  /** The value that an absent field gets. */
  readonly fallback: unknown
  /** The allowed values of the field or of its entries. */
  readonly values?: readonly string[]
  /** The preferred name, where the field is a deprecated alias. */
  readonly preferred?: string
  readonly notes: string
}

export function fieldsOf(schema: JsonSchema, { shapes }: Pick<Schemas, 'shapes'>): Field[] {
  const fields: Field[] = []
  /** Path at which each shape was first expanded. Later occurrences refer to that path. */
  const spelledOut = new Map<string, string>()

  const members = (given: JsonSchema, prefix: string): void => {
    for (const [name, member] of Object.entries(given.properties ?? {})) {
      const required = given.required?.includes(name) ?? false
      if (typeof member === 'object') field(member, prefix + name, required)
    }
    if (typeof given.additionalProperties === 'object' && given.additionalProperties.properties)
      members(given.additionalProperties, `${prefix}{key}.`)
  }

  const field = (given: JsonSchema, path: string, required: boolean): void => {
    const list = itemsOf(given)
    const inner = list ?? given
    const shape = inner.$ref?.slice(shapeReference.length)
    const resolved = (shape && shapes.get(shape)) || inner
    const innerPath = list ? `${path}[]` : path
    const earlier = shape && spelledOut.get(shape)
    const values = preferredValues(resolved)
    const notes = [
      given.deprecated === true && 'Deprecated.',
      given.description ?? resolved.description,
      asSentence([...limits(given), ...(list && !isObject(resolved) ? each(limits(resolved)) : [])]),
      ...(given.deprecated === true ? [] : otherValuesInWords(resolved)),
      earlier && `Members as in \`${earlier}\`.`,
    ]
    fields.push({
      path,
      type: list ? `array of ${typeName(resolved)}` : typeName(resolved),
      required,
      fallback: given.default,
      ...(values ? { values: values.map(String) } : {}),
      ...(given['x-preferred'] === undefined ? {} : { preferred: given['x-preferred'] }),
      notes: notes.filter(Boolean).join(' '),
    })
    if (earlier) return
    if (shape) spelledOut.set(shape, innerPath)
    members(resolved, `${innerPath}.`)
  }

  members(schema, '')
  return fields
}

export function itemsOf(schema: JsonSchema): JsonSchema | undefined {
  return typeof schema.items === 'object' && !Array.isArray(schema.items) ? schema.items : undefined
}

function isObject(schema: JsonSchema): boolean {
  return schema.type === 'object'
}

function typeName(schema: JsonSchema): string {
  if (schema.type === 'integer') return 'whole number'
  return typeof schema.type === 'string' ? schema.type : 'any'
}

/** Describes the limits of a value. */
function limits(schema: JsonSchema): string[] {
  const words: string[] = []
  const allowed = preferredValues(schema)
  if (allowed) words.push(`${allowed.length === 1 ? 'only' : 'one of'} ${values(allowed)}`)
  if (schema.minItems !== undefined || schema.maxItems !== undefined)
    words.push(`${between(schema.minItems, schema.maxItems)} ${schema.maxItems === 1 ? 'entry' : 'entries'}`)
  if (typeof schema.exclusiveMinimum === 'number') words.push(`more than ${amount(schema.exclusiveMinimum)}`)
  if (schema.minimum !== undefined || schema.maximum !== undefined)
    words.push(between(schema.minimum, schema.maximum))
  const rules = schema['x-rules'] ?? []
  words.push(...rules.map(({ text }) => inShort(text)))
  if (schema.maxLength !== undefined && !rules.some(({ flaw }) => flaw === 'TOO_LONG'))
    words.push(`at most ${amount(schema.maxLength)} characters`)
  if (
    schema.pattern !== undefined &&
    !rules.some(({ flaw }) => flaw === 'MALFORMED' || flaw === 'NOT_ALLOWED')
  )
    words.push(`written as \`${schema.pattern}\``)
  return words
}

function each(words: readonly string[]): string[] {
  return words.length === 0 ? [] : [`each ${words.join(', ')}`]
}

/** Shortens the sentence of a rule for use in a list: `must be 1 to 20 digits.` becomes `1 to 20 digits`. */
export function inShort(rule: string): string {
  return rule
    .replace(/\.$/, '')
    .replace(/^must not be /, 'not ')
    .replace(/^must not have /, 'without ')
    .replace(/^(must be|may have|must) /, '')
}

function between(least: number | undefined, most: number | undefined): string {
  if (most === undefined) return `at least ${amount(least ?? 0)}`
  return least === undefined ? `at most ${amount(most)}` : `${amount(least)} to ${amount(most)}`
}

function values(list: readonly unknown[]): string {
  return list.map((value) => `\`${String(value)}\``).join(', ')
}

function amount(value: number): string {
  return value.toLocaleString('en-US')
}

function asSentence(words: readonly string[]): string {
  const text = words.join('; ')
  return text === '' ? '' : `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}
