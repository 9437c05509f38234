// Shows aliases in JSON Schema: the preferred name as declared, all other names as deprecated.

import { z } from 'zod'
import { createNameTranslator, findDeclaredNames, findValueGroups, toPreferredValue } from '../aliases.ts'
import type { Operation } from '../operation.ts'
import type { JsonSchema } from './jsonSchema.ts'

/**
 * Annotates a JSON Schema with the names of the field, of its values and of its default. `expandAliases` and the
 * documents read the annotations.
 */
export function annotateAliases(zodSchema: z.core.$ZodTypes, jsonSchema: JsonSchema): void {
  const names = findDeclaredNames(zodSchema)
  if (names !== undefined) jsonSchema['x-names'] = names
  if (zodSchema instanceof z.ZodEnum) {
    const groups = findValueGroups(zodSchema)
    if (groups.length > 0) {
      const others = groups.flatMap(([first = '', ...otherNames]) =>
        otherNames.map((name) => [name, first] as const),
      )
      const values = zodSchema.options.map((value) => toPreferredValue(zodSchema, value))
      jsonSchema.enum = [...values.map(String), ...others.map(([name]) => name)]
      jsonSchema['x-other-values'] = Object.fromEntries(others)
    }
  }
  if (jsonSchema.default !== undefined)
    // An alias of a string is a string, and translating a list keeps its length.
    jsonSchema.default = toPreferredValue(zodSchema, jsonSchema.default) as typeof jsonSchema.default
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns the schema with one property for each name of a field. */
export function expandAliases(schema: JsonSchema): JsonSchema {
  const { properties, items, additionalProperties } = schema
  const result: JsonSchema = { ...schema }
  if (items !== undefined) result.items = isSchema(items) ? expandAliases(items) : items
  if (additionalProperties !== undefined)
    result.additionalProperties = isSchema(additionalProperties)
      ? expandAliases(additionalProperties)
      : additionalProperties
  if (properties === undefined) return result
  const expanded: Record<string, JsonSchema | boolean> = {}
  for (const [declared, propertySchema] of Object.entries(properties)) {
    if (!isSchema(propertySchema)) {
      expanded[declared] = propertySchema
      continue
    }
    const { 'x-names': names = [declared], ...field } = expandAliases(propertySchema)
    const [preferred = declared, ...others] = names
    expanded[preferred] = field
    for (const other of others) expanded[other] = toDeprecated(field, preferred)
    if (preferred === declared || !result.required?.includes(declared)) continue
    // Clients of earlier releases send the deprecated name and omit the preferred one.
    result.required = result.required.map((name) => (name === declared ? preferred : name))
    expanded[declared] = { ...toDeprecated(field, preferred), 'x-suffices': true }
  }
  return { ...result, properties: expanded }
}

function toDeprecated(
  { description: _, default: __, ...field }: JsonSchema,
  preferred: string,
): JsonSchema & { 'x-preferred': string } {
  return {
    ...field,
    description: `Alias for \`${preferred}\`.`,
    deprecated: true,
    'x-preferred': preferred,
  }
}

/** Returns a required field and its aliases, where bodies of earlier releases may contain an alias alone. */
export function findInterchangeableNames({ properties = {} }: JsonSchema): readonly string[] | undefined {
  const fields = Object.entries(properties).flatMap(([name, field]) =>
    isSchema(field) ? [{ name, ...field }] : [],
  )
  const [preferred, secondPreferred] = fields.flatMap((field) =>
    field['x-suffices'] ? [String(field['x-preferred'])] : [],
  )
  if (secondPreferred !== undefined)
    throw new Error('Only one required field of an object may have a new name.')
  if (preferred === undefined) return undefined
  const others = fields.filter((field) => field['x-preferred'] === preferred)
  return [preferred, ...others.map(({ name }) => name)]
}

/** Returns the preferred names of the values. */
export function listPreferredValues({ enum: values, 'x-other-values': others = {} }: JsonSchema) {
  return values?.filter((value) => !Object.hasOwn(others, String(value)))
}

/** Describes the deprecated names of values in a sentence. */
export function describeOtherValues({ 'x-other-values': others = {} }: JsonSchema): string[] {
  const descriptions = [...new Set(Object.values(others))].map((value) => {
    const names = Object.keys(others).filter((name) => others[name] === value)
    return `${names.map((name) => `\`${name}\``).join(' and ')} for \`${value}\``
  })
  return descriptions.length === 0 ? [] : [`Also accepted, but deprecated: ${descriptions.join(', ')}.`]
}

/** Returns the rules of an operation as sentences, with the preferred names of fields. */
export function describeRules({ input, rules = [] }: Pick<Operation, 'input' | 'rules'>): string[] {
  const translator = createNameTranslator(input, {})
  return rules.map(({ description }) => translator.translateText(description))
}
