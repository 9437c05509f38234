// Validates bodies against their schemas. A body that violates its schema fails with all problems listed,
// before any business rule runs. https://linkedin.github.io/rest.li/Validation-in-Rest_li

import { proError, schemaError } from './errors.ts'
import type { Money, RunSchedule } from './state.ts'

export type BodyFieldKind = 'text' | 'boolean' | 'record' | 'list' | 'money' | 'schedule'
export type BodySchema = Readonly<Record<string, BodyFieldKind>>
export type JsonRecord = Record<string, unknown>

const missingFieldProblem = 'field is required but not found and has no default value'

export function asRecord(value: unknown): JsonRecord | undefined {
  // The value is an object and no list, and its field values stay unknown.
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as JsonRecord)
    : undefined
}

/** Returns the fields of a body. Throws for unknown fields and for values of the wrong kind. */
export function parseFields(body: unknown, schema: BodySchema): JsonRecord {
  const record = asRecord(body)
  if (record === undefined) throw proError('ILLEGAL_ARGUMENT', 'Cannot parse request entity')
  const problems = Object.entries(record).flatMap(([name, value]) => {
    const kind = Object.hasOwn(schema, name) ? schema[name] : undefined
    return kind === undefined
      ? [`/${name} :: unrecognized field found but not allowed`]
      : kindProblems(`/${name}`, kind, value)
  })
  if (problems.length > 0) throw schemaError(problems)
  return record
}

export function requireFields(record: JsonRecord, names: readonly string[]): void {
  const missing = names.filter((name) => record[name] === undefined)
  if (missing.length > 0) throw schemaError(missing.map((name) => `/${name} :: ${missingFieldProblem}`))
}

const javaNames = { text: 'String', boolean: 'Boolean', record: 'DataMap', list: 'DataList' } as const

function kindProblems(path: string, kind: BodyFieldKind, value: unknown): string[] {
  const coercionProblem = (expected: keyof typeof javaNames) => [
    `${path} :: ${JSON.stringify(value)} cannot be coerced to ${javaNames[expected]}`,
  ]
  switch (kind) {
    case 'text':
      return typeof value === 'string' ? [] : coercionProblem('text')
    case 'boolean':
      return typeof value === 'boolean' ? [] : coercionProblem('boolean')
    case 'list':
      return Array.isArray(value) ? [] : coercionProblem('list')
    case 'record':
      return asRecord(value) === undefined ? coercionProblem('record') : []
    case 'money':
      return recordProblems(path, value, { amount: 'text', currencyCode: 'text' }, ['amount', 'currencyCode'])
    case 'schedule':
      return scheduleProblems(path, value)
  }
}

function recordProblems(
  path: string,
  value: unknown,
  schema: BodySchema,
  required: readonly string[],
): string[] {
  const record = asRecord(value)
  if (record === undefined) return [`${path} :: ${JSON.stringify(value)} cannot be coerced to DataMap`]
  return [
    ...required
      .filter((name) => record[name] === undefined)
      .map((name) => `${path}/${name} :: ${missingFieldProblem}`),
    ...Object.entries(record).flatMap(([name, fieldValue]) => {
      const kind = Object.hasOwn(schema, name) ? schema[name] : undefined
      return kind === undefined
        ? [`${path}/${name} :: unrecognized field found but not allowed`]
        : kindProblems(`${path}/${name}`, kind, fieldValue)
    }),
  ]
}

function scheduleProblems(path: string, value: unknown): string[] {
  const record = asRecord(value)
  if (record === undefined) return [`${path} :: ${JSON.stringify(value)} cannot be coerced to DataMap`]
  const { start, end, ...unknownFields } = record
  return [
    ...Object.keys(unknownFields).map(
      (name) => `${path}/${name} :: unrecognized field found but not allowed`,
    ),
    ...(start === undefined
      ? [`${path}/start :: ${missingFieldProblem}`]
      : instantProblems(`${path}/start`, start)),
    ...(end === undefined ? [] : instantProblems(`${path}/end`, end)),
  ]
}

const instantProblems = (path: string, value: unknown) =>
  Number.isSafeInteger(value) ? [] : [`${path} :: ${JSON.stringify(value)} cannot be coerced to Long`]

// The three functions below read bodies that `parseFields` has validated.
export const textField = (record: JsonRecord, name: string) => record[name] as string | undefined
export const moneyField = (record: JsonRecord, name: string) => record[name] as Money | undefined
export const scheduleField = (record: JsonRecord, name: string) => record[name] as RunSchedule | undefined
