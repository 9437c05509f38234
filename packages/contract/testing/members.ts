// Derives the fields of a body from its schema, for tests that apply to every declaration.

import { z } from 'zod'
import { declarationOf, type OperationName } from '../src/index.ts'

export interface Member {
  /** Path such as `ads[0].url`. */
  readonly path: string
  readonly required: boolean
  /** Whether the schema is an array entry, which cannot be left out. */
  readonly entry: boolean
  readonly schema: z.ZodType
}

/** Lists every field of an operation's body. Nested fields come after the field that contains them. */
export function membersOf(name: OperationName): Member[] {
  return inside(declarationOf(name).input, '')
}

function inside(given: z.ZodType, path: string): Member[] {
  const schema = bare(given)
  if (schema instanceof z.ZodArray) {
    // zod types the entries of an unknown array as core schemas. All of ours are `ZodType`.
    const element = schema.element as z.ZodType
    const at = `${path}[0]`
    return [{ path: at, required: true, entry: true, schema: bare(element) }, ...inside(element, at)]
  }
  if (!(schema instanceof z.ZodObject)) return []
  return Object.entries(schema.shape).flatMap(([name, inner]) => {
    const member: z.ZodType = inner
    const at = path === '' ? name : `${path}.${name}`
    const required = !member.safeParse(undefined).success
    return [{ path: at, required, entry: false, schema: bare(member) }, ...inside(member, at)]
  })
}

/** Removes the wrappers of a schema: optional, default, and case-insensitive names. */
export function bare(schema: z.ZodType): z.ZodType {
  // The cast is safe for the same reason: every wrapped schema is a `ZodType`.
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return bare(schema.unwrap() as z.ZodType)
  return schema instanceof z.ZodPipe ? bare(schema.out as z.ZodType) : schema
}

const texts = [
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
const numbers = [1, 0.5, 100, 20]

/** Returns a value that a schema accepts. */
export function someValue(given: z.ZodType): unknown {
  const schema = bare(given)
  // The casts are safe for the reasons given above.
  if (schema instanceof z.ZodArray) return [someValue(schema.element as z.ZodType)]
  if (schema instanceof z.ZodObject)
    return Object.fromEntries(
      Object.entries(schema.shape).map(([name, member]) => [name, someValue(member as z.ZodType)]),
    )
  const options = schema instanceof z.ZodEnum ? schema.options : []
  const value = [...options, ...texts, ...numbers, true].find((each) => schema.safeParse(each).success)
  if (value === undefined) throw new Error('None of the values that members.ts knows fits; add one.')
  return value
}
