// Derives the JSON Schema of a body for language models. The schema contains everything that helps to write a
// body and leaves out what an error message explains equally well. Every character costs tokens in each
// conversation.

import { operationNames } from '../operations.ts'
import { listPreferredValues } from './aliases.ts'
import { shortenRule } from './fields.ts'
import { type JsonSchema, type Schemas, shapeReference } from './schemas.ts'

export interface ToolSchema {
  readonly type?: string
  readonly description?: string
  readonly enum?: readonly unknown[]
  readonly format?: string
  readonly default?: unknown
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly items?: ToolSchema
  readonly properties?: Readonly<Record<string, ToolSchema>>
  readonly required?: readonly string[]
}

/** Limits above these values do not help the author of a text or a list. */
const maxUsefulLength = 100
const maxUsefulEntries = 50
/**
 * Ids come from other responses. `toolInstructions` explains amounts once for all tools. The enum of a field
 * shows the spelling of names.
 */
const omittedTexts = [
  '1 to 20 digits without leading zeros',
  'a decimal as text, such as "25.50"',
  'In upper or lower case.',
  "In the ad account's currency.",
]

export function toToolSchema(source: JsonSchema, { shapes }: Pick<Schemas, 'shapes'>): ToolSchema {
  const shapeName = source.$ref?.slice(shapeReference.length)
  const schema: JsonSchema =
    shapeName === undefined ? source : { ...shapes.get(shapeName), ...without$ref(source) }
  const {
    type,
    format,
    maxLength = maxUsefulLength + 1,
    minItems = 0,
    maxItems = maxUsefulEntries + 1,
  } = schema
  const description = describeForTools(schema)
  const values = listPreferredValues(schema)
  const items = typeof schema.items === 'object' && !Array.isArray(schema.items) ? schema.items : undefined
  return {
    ...(typeof type === 'string' ? { type } : {}),
    ...(description === '' ? {} : { description }),
    ...(values ? { enum: values } : {}),
    ...(format === undefined ? {} : { format }),
    ...(isMeaningfulDefault(schema.default) ? { default: schema.default } : {}),
    ...(maxLength > maxUsefulLength ? {} : { maxLength }),
    ...(minItems > 0 ? { minItems } : {}),
    ...(maxItems > maxUsefulEntries ? {} : { maxItems }),
    ...(items ? { items: toToolSchema(items, { shapes }) } : {}),
    ...(schema.properties ? { properties: toToolProperties(schema.properties, shapes) } : {}),
    ...(schema.required?.length ? { required: schema.required } : {}),
  }
}

function without$ref({ $ref: _, ...keywords }: JsonSchema): JsonSchema {
  return keywords
}

function toToolProperties(
  properties: NonNullable<JsonSchema['properties']>,
  shapes: Schemas['shapes'],
): Record<string, ToolSchema> {
  // Aliases are accepted. Showing them would only make models choose between names.
  const toolProperties = Object.entries(properties)
    .filter(([, property]) => typeof property !== 'object' || property.deprecated !== true)
    .map(([name, property]) => [name, typeof property === 'object' ? toToolSchema(property, { shapes }) : {}])
  return Object.fromEntries(toolProperties)
}

/** Returns the description, preceded by the rule where only a pattern would express it. */
function describeForTools({ description, pattern, 'x-rules': rules = [] }: JsonSchema): string {
  const rule = pattern === undefined ? undefined : rules.find(({ code }) => code !== 'TOO_LONG')
  const ruleText = rule ? shortenRule(rule.text) : ''
  const sentences = [ruleText, description ?? ''].filter(
    (text) => text !== '' && !omittedTexts.includes(text),
  )
  return toToolNames(sentences.join('. '))
}

const operationNamePattern = new RegExp(`\\b(${operationNames.join('|')})\\b`, 'g')

/** Replaces paths with tool names and removes Markdown, because models with tools know neither. */
export function toToolNames(text: string): string {
  return text.replaceAll('`', '').replace(operationNamePattern, (name) => name.replace('/', '_'))
}

/** An empty default carries no information. */
function isMeaningfulDefault(fallback: unknown): boolean {
  return fallback !== undefined && fallback !== '' && !(Array.isArray(fallback) && fallback.length === 0)
}
