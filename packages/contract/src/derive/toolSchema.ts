// The JSON Schema of a body as language models are given it: all that helps to write one, and nothing that a refusal tells
// just as well. Every character is paid for in each conversation.

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

/** Limits beyond these are no help to whoever writes a text or a list. */
const mostCharacters = 100
const mostEntries = 50
/** Ids come from other answers, amounts are explained for all tools at once, and names are given as they stand in the list. */
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
  // Other names are accepted; to show them would only make models choose.
  const members = Object.entries(properties)
    .filter(([, member]) => typeof member !== 'object' || member.deprecated !== true)
    .map(([name, member]) => [name, typeof member === 'object' ? toolSchema(member, { shapes }) : {}])
  return Object.fromEntries(members)
}

/** In its own words and, where only a pattern would tell, in those of the rule. */
function descriptionOf({ description, pattern, 'x-rules': rules = [] }: JsonSchema): string {
  const rule = pattern === undefined ? undefined : rules.find(({ flaw }) => flaw !== 'TOO_LONG')
  const said = rule ? inShort(rule.text) : ''
  const told = [said, description ?? ''].filter((text) => text !== '' && !needless.includes(text))
  return inToolNames(told.join('. '))
}

const operationInText = new RegExp(`\\b(${operationNames.join('|')})\\b`, 'g')

/** Whoever has tools knows no paths, and reads no Markdown. */
export function inToolNames(text: string): string {
  return text.replaceAll('`', '').replace(operationInText, (name) => name.replace('/', '_'))
}

/** What is absent anyway need not be said. */
function saysSomething(fallback: unknown): boolean {
  return fallback !== undefined && fallback !== '' && !(Array.isArray(fallback) && fallback.length === 0)
}
