// Derives the fields of a body from its schema, for tests that apply to every declaration.

import { z } from 'zod'
import { declarationOf, type OperationName } from '../src/index.ts'

export interface FieldSchema {
  /** Path such as `ads[0].url`. */
  readonly path: string
  readonly required: boolean
  /** Whether the schema is an array entry, which cannot be left out. */
  readonly isEntry: boolean
  readonly schema: z.ZodType
}

/** Lists every field of an operation's body. Nested fields come after the field that contains them. */
export function listFieldSchemas(name: OperationName): FieldSchema[] {
  return listNestedFields(declarationOf(name).input, '')
}

function listNestedFields(wrapped: z.ZodType, path: string): FieldSchema[] {
  const schema = unwrapSchema(wrapped)
  if (schema instanceof z.ZodArray) {
    // zod types the entries of an unknown array as core schemas. All of ours are `ZodType`.
    const element = schema.element as z.ZodType
    const entryPath = `${path}[0]`
    return [
      { path: entryPath, required: true, isEntry: true, schema: unwrapSchema(element) },
      ...listNestedFields(element, entryPath),
    ]
  }
  if (!(schema instanceof z.ZodObject)) return []
  return Object.entries(schema.shape).flatMap(([name, propertySchema]) => {
    const fieldSchema: z.ZodType = propertySchema
    const fieldPath = path === '' ? name : `${path}.${name}`
    const required = !fieldSchema.safeParse(undefined).success
    return [
      { path: fieldPath, required, isEntry: false, schema: unwrapSchema(fieldSchema) },
      ...listNestedFields(fieldSchema, fieldPath),
    ]
  })
}

/** Removes the wrappers of a schema: optional, default, and case-insensitive names. */
export function unwrapSchema(schema: z.ZodType): z.ZodType {
  // The cast is safe for the same reason: every wrapped schema is a `ZodType`.
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return unwrapSchema(schema.unwrap() as z.ZodType)
  return schema instanceof z.ZodPipe ? unwrapSchema(schema.out as z.ZodType) : schema
}

const sampleTexts = [
  'text',
  '1',
  'en',
  'US',
  'EUR',
  '2026-01-30',
  '2026-01-30T09:30:00Z',
  'https://app.example/',
  'nina@example.com',
  '25.50',
  'k=v',
  'en_US',
  '51-200',
  'urn:li:share:7180100001',
]
const sampleNumbers = [1, 0.5, 100, 20]

/** Returns a value that a schema accepts. */
export function findSampleValue(wrapped: z.ZodType): unknown {
  const schema = unwrapSchema(wrapped)
  // The casts are safe for the reasons given above.
  if (schema instanceof z.ZodArray) return [findSampleValue(schema.element as z.ZodType)]
  if (schema instanceof z.ZodObject)
    return Object.fromEntries(
      Object.entries(schema.shape).map(([name, propertySchema]) => [
        name,
        findSampleValue(propertySchema as z.ZodType),
      ]),
    )
  const options = schema instanceof z.ZodEnum ? schema.options : []
  const value = [...options, ...sampleTexts, ...sampleNumbers, true].find(
    (each) => schema.safeParse(each).success,
  )
  if (value === undefined) throw new Error('None of the values that members.ts knows fits; add one.')
  return value
}
