// Flattens a schema to a list of fields for tables, with paths such as `ads[].url`.

import { describeOtherValues, listPreferredValues } from './aliases.ts'
import { type JsonSchema, type Schemas, shapeReference } from './schemas.ts'

export interface Field {
  readonly path: string
  readonly type: string
  readonly required: boolean
  /** The value that an absent field gets. */
  readonly fallback: unknown
  /** The allowed values of the field or of its entries. */
  readonly values?: readonly string[]
  /** Whether the field accepts the URL of an uploaded file. */
  readonly acceptsUpload?: true
  /** The preferred name, where the field is a deprecated alias. */
  readonly preferred?: string
  readonly notes: string
}

export function listFields(schema: JsonSchema, { shapes }: Pick<Schemas, 'shapes'>): Field[] {
  const fields: Field[] = []
  /** Path at which each shape was first expanded. Later occurrences refer to that path. */
  const expandedShapes = new Map<string, string>()

  const collectFields = (objectSchema: JsonSchema, prefix: string): void => {
    for (const [name, propertySchema] of Object.entries(objectSchema.properties ?? {})) {
      const required = objectSchema.required?.includes(name) ?? false
      if (typeof propertySchema === 'object') collectField(propertySchema, prefix + name, required)
    }
    if (typeof objectSchema.additionalProperties === 'object' && objectSchema.additionalProperties.properties)
      collectFields(objectSchema.additionalProperties, `${prefix}{key}.`)
  }

  const collectField = (fieldSchema: JsonSchema, path: string, required: boolean): void => {
    const itemSchema = findItemSchema(fieldSchema)
    const valueSchema = itemSchema ?? fieldSchema
    const shape = valueSchema.$ref?.slice(shapeReference.length)
    const resolved = (shape && shapes.get(shape)) || valueSchema
    const valuePath = itemSchema ? `${path}[]` : path
    const expandedPath = shape && expandedShapes.get(shape)
    const values = listPreferredValues(resolved)
    const notes = [
      fieldSchema.deprecated === true && 'Deprecated.',
      fieldSchema.description ?? resolved.description,
      toSentence([
        ...describeLimits(fieldSchema),
        ...(itemSchema && !isObject(resolved) ? prefixEach(describeLimits(resolved)) : []),
      ]),
      ...(fieldSchema.deprecated === true ? [] : describeOtherValues(resolved)),
      expandedPath && `Contains the same fields as \`${expandedPath}\`.`,
    ]
    fields.push({
      path,
      type: itemSchema ? `array of ${describeType(resolved)}` : describeType(resolved),
      required,
      fallback: fieldSchema.default,
      ...(values ? { values: values.map(String) } : {}),
      ...(valueSchema['x-upload'] === undefined ? {} : { acceptsUpload: true as const }),
      ...(fieldSchema['x-preferred'] === undefined ? {} : { preferred: fieldSchema['x-preferred'] }),
      notes: notes.filter(Boolean).join(' '),
    })
    if (expandedPath) return
    if (shape) expandedShapes.set(shape, valuePath)
    collectFields(resolved, `${valuePath}.`)
  }

  collectFields(schema, '')
  return fields
}

export function findItemSchema(schema: JsonSchema): JsonSchema | undefined {
  return typeof schema.items === 'object' && !Array.isArray(schema.items) ? schema.items : undefined
}

function isObject(schema: JsonSchema): boolean {
  return schema.type === 'object'
}

function describeType(schema: JsonSchema): string {
  if (schema.type === 'integer') return 'whole number'
  return typeof schema.type === 'string' ? schema.type : 'any'
}

/** Describes the limits of a value. */
function describeLimits(schema: JsonSchema): string[] {
  const phrases: string[] = []
  const allowed = listPreferredValues(schema)
  if (allowed) phrases.push(`${allowed.length === 1 ? 'only' : 'one of'} ${formatValues(allowed)}`)
  if (schema.minItems !== undefined || schema.maxItems !== undefined)
    phrases.push(
      `${formatRange(schema.minItems, schema.maxItems)} ${schema.maxItems === 1 ? 'entry' : 'entries'}`,
    )
  if (typeof schema.exclusiveMinimum === 'number')
    phrases.push(`more than ${formatNumber(schema.exclusiveMinimum)}`)
  if (schema.minimum !== undefined || schema.maximum !== undefined)
    phrases.push(formatRange(schema.minimum, schema.maximum))
  const rules = schema['x-rules'] ?? []
  phrases.push(...rules.map(({ text }) => shortenRule(text)))
  if (schema.maxLength !== undefined && !rules.some(({ code }) => code === 'TOO_LONG'))
    phrases.push(`at most ${formatNumber(schema.maxLength)} characters`)
  if (
    schema.pattern !== undefined &&
    !rules.some(({ code }) => code === 'MALFORMED' || code === 'NOT_ALLOWED')
  )
    phrases.push(`written as \`${schema.pattern}\``)
  return phrases
}

function prefixEach(phrases: readonly string[]): string[] {
  return phrases.length === 0 ? [] : [`each ${phrases.join(', ')}`]
}

/** Shortens the sentence of a rule for use in a list: `must be 1 to 20 digits.` becomes `1 to 20 digits`. */
export function shortenRule(rule: string): string {
  return rule
    .replace(/\.$/, '')
    .replace(/^must not be /, 'not ')
    .replace(/^must not (?:have|contain) /, 'without ')
    .replace(/^(must be|may have|must) /, '')
}

function formatRange(min: number | undefined, max: number | undefined): string {
  if (max === undefined) return `at least ${formatNumber(min ?? 0)}`
  return min === undefined ? `at most ${formatNumber(max)}` : `${formatNumber(min)} to ${formatNumber(max)}`
}

function formatValues(list: readonly unknown[]): string {
  // Markdown has no code span without text.
  return list.map((value) => `\`${value === '' ? '""' : String(value)}\``).join(', ')
}

function formatNumber(value: number): string {
  return value.toLocaleString('en-US')
}

function toSentence(phrases: readonly string[]): string {
  const text = phrases.join('; ')
  return text === '' ? '' : `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}
