// These tests derive their cases from the declared inputs of the operations that extend the specification.

import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { buildFullBody, formatViolations, listViolations, violationsAt } from '../testing/bodies.ts'
import { type FieldSchema, listFieldSchemas } from '../testing/fieldSchemas.ts'
import { additionalOperations } from '../testing/specification.ts'
import { listAliases } from './derive/aliasList.ts'
import type { OperationName } from './index.ts'

const everyKind = ['text', 7, true, {}, ['text'], null] as const

/** Returns values of every type except the type of the field. */
function wrongValues({ schema }: FieldSchema): unknown[] {
  const isRight = (value: unknown) =>
    schema instanceof z.ZodArray
      ? Array.isArray(value)
      : schema instanceof z.ZodObject
        ? typeof value === 'object' && value !== null && !Array.isArray(value)
        : schema instanceof z.ZodNumber
          ? typeof value === 'number'
          : schema instanceof z.ZodBoolean
            ? typeof value === 'boolean'
            : typeof value === 'string'
  return everyKind.filter((value) => !isRight(value))
}

function preferredPath(name: OperationName, path: string): string {
  const alias = listAliases().fields.find(
    ({ operation, inside, declared }) => operation === name && `${inside}${declared}` === path,
  )
  return alias ? `${alias.inside}${alias.names[0]}` : path
}

/**
 * Fields that depend on another field. The last tests of this file and the tests of each operation cover the
 * dependencies.
 */
const eitherOr = new Set([
  'operation/get_operation operationId',
  'lead/get_lead leadId',
  'lead/get_lead leadIds',
  ...[
    ...['dailyBudget', 'specialAdCategories', 'specialAdCountries'],
    ...['locations[0]', 'negativeLocations[0]'].flatMap((place) => [
      `${place}.radius`,
      `${place}.radius_unit`,
    ]),
    ...['imageId', 'primaryText', 'headline', 'url'].map((member) => `ads[0].${member}`),
  ].map((path) => `social/create_campaign ${path}`),
  ...['endDate', ...['imageUrl', 'introText', 'headline', 'url'].map((member) => `ads[0].${member}`)].map(
    (path) => `pro/create_campaign ${path}`,
  ),
  'pro/search_targeting query',
])

describe.each(additionalOperations)('%s', (name) => {
  test('accepts its example with a value for every compatible field', () => {
    expect(listViolations(name, buildFullBody(name))).toEqual([])
  })

  for (const fieldSchema of listFieldSchemas(name)) {
    const { path, schema } = fieldSchema

    test(`rejects values of another type in ${path} instead of converting them`, () => {
      for (const invalidValue of wrongValues(fieldSchema)) {
        const codes = violationsAt(name, path, invalidValue).filter(({ field }) => field === path)
        expect(codes[0]?.code, JSON.stringify(invalidValue)).toMatch(/^(WRONG_TYPE|NOT_ALLOWED)$/)
      }
    })

    // A violation reports a missing field under its preferred name.
    const preferred = preferredPath(name, path)
    if (!fieldSchema.isEntry && !eitherOr.has(`${name} ${path}`))
      test(`${fieldSchema.required ? 'requires' : 'does not require'} ${path}`, () => {
        const violations = violationsAt(name, path, undefined).filter(({ field }) => field === preferred)
        expect(formatViolations(violations)).toEqual(fieldSchema.required ? [`${preferred} REQUIRED`] : [])
      })

    if (schema instanceof z.ZodEnum)
      test(`accepts only the documented values in ${path}`, () => {
        const notAllowed = (value: unknown) =>
          // Rules over several fields can add other violations.
          formatViolations(violationsAt(name, path, value)).filter(
            (violation) => violation === `${path} NOT_ALLOWED`,
          )
        for (const value of schema.options) expect(notAllowed(value), String(value)).toEqual([])
        const [first] = schema.options
        for (const other of ['', 'NONE_OF_THEM', ` ${first}`, `${first}\n`])
          expect(notAllowed(other), other).toEqual([`${path} NOT_ALLOWED`])
      })

    if (schema instanceof z.ZodString)
      test(`rejects text in ${path} that is too long or contains NUL characters or unpaired surrogates`, () => {
        expect(formatViolations(violationsAt(name, path, 'a'.repeat(20_000))).join()).toContain(`${path} `)
        for (const hostile of ['a\u0000b', 'a\ud83d', '\udc00a'])
          expect(
            formatViolations(violationsAt(name, path, hostile)).join(),
            JSON.stringify(hostile),
          ).toContain(`${path} `)
      })
  }
})

test.each([
  ['user/get_profile', 'userId', 'externalId'],
  ['operation/get_operation', 'operationId', 'idempotencyKey'],
] as const)('%s requires exactly one of %s and %s', (name, first, second) => {
  const cases = [
    [{ [first]: 'x-1' }, []],
    [{ [second]: 'x-1' }, []],
    [{}, [`${first} REQUIRED`]],
    [{ [first]: 'x-1', [second]: 'x-1' }, [`${second} CONFLICT`]],
  ] as const
  for (const [body, expected] of cases) expect(formatViolations(listViolations(name, body))).toEqual(expected)
})
