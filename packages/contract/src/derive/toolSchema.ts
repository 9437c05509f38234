// Derives the JSON Schema of a body for language models. The schema contains everything that helps to write a
// body and leaves out what an error message explains equally well. Every character costs tokens in each
// conversation.

import { operationNames } from '../operations.ts'
import { preferredValues } from './aliases.ts'
import { inShort } from './fields.ts'
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
const mostCharacters = 100
const mostEntries = 50
/**
 * Ids come from other responses. `toolInstructions` explains amounts once for all tools. The enum of a field
 * shows the spelling of names.
 */
const needless = [
  '1 to 20 digits without leading zeros',
  'a decimal as text, such as "25.50"',
  'In upper or lower case.',
]

export function toolSchema(given: JsonSchema, { shapes }: Pick<Schemas, 'shapes'>): ToolSchema {
  const shape = given.$ref?.slice(shapeReference.length)
  const schema: JsonSchema = shape === undefined ? given : { ...shapes.get(shape), ...without$ref(given) }
  const { type, format, maxLength = mostCharacters + 1, minItems = 0, maxItems = mostEntries + 1 } = schema
  const description = descriptionOf(schema)
  const values = preferredValues(schema)
  const items = typeof schema.items === 'object' && !Array.isArray(schema.items) ? schema.items : undefined
  return {
    ...(typeof type === 'string' ? { type } : {}),
    ...(description === '' ? {} : { description }),
    ...(values ? { enum: values } : {}),
    ...(format === undefined ? {} : { format }),
    ...(saysSomething(schema.default) ? { default: schema.default } : {}),
    ...(maxLength > mostCharacters ? {} : { maxLength }),
    ...(minItems > 0 ? { minItems } : {}),
    ...(maxItems > mostEntries ? {} : { maxItems }),
    ...(items ? { items: toolSchema(items, { shapes }) } : {}),
    ...(schema.properties ? { properties: membersOf(schema.properties, shapes) } : {}),
    ...(schema.required?.length ? { required: schema.required } : {}),
  }
}

function without$ref({ $ref: _, ...rest }: JsonSchema): JsonSchema {
  return rest
}

function membersOf(
  properties: NonNullable<JsonSchema['properties']>,
  shapes: Schemas['shapes'],
): Record<string, ToolSchema> {
  // Aliases are accepted. Showing them would only make models choose between names.
  const members = Object.entries(properties)
    .filter(([, member]) => typeof member !== 'object' || member.deprecated !== true)
    .map(([name, member]) => [name, typeof member === 'object' ? toolSchema(member, { shapes }) : {}])
  return Object.fromEntries(members)
}

/** Returns the description, preceded by the rule where only a pattern would express it. */
function descriptionOf({ description, pattern, 'x-rules': rules = [] }: JsonSchema): string {
  const rule = pattern === undefined ? undefined : rules.find(({ flaw }) => flaw !== 'TOO_LONG')
  const said = rule ? inShort(rule.text) : ''
  const told = [said, description ?? ''].filter((text) => text !== '' && !needless.includes(text))
  return inToolNames(told.join('. '))
}

const operationInText = new RegExp(`\\b(${operationNames.join('|')})\\b`, 'g')

/** Replaces paths with tool names and removes Markdown, because models with tools know neither. */
export function inToolNames(text: string): string {
  return text.replaceAll('`', '').replace(operationInText, (name) => name.replace('/', '_'))
}

/** An empty default carries no information. */
function saysSomething(fallback: unknown): boolean {
  return fallback !== undefined && fallback !== '' && !(Array.isArray(fallback) && fallback.length === 0)
}
