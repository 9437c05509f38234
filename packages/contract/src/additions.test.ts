// The bodies of our additional operations are checked as they are declared, whichever there are.

import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { buildFullBody, formatViolations, listViolations, violationsAt } from '../testing/bodies.ts'
import { type FieldSchema, listFieldSchemas } from '../testing/fieldSchemas.ts'
import { additionalOperations } from '../testing/specification.ts'
import { listAliases } from './derive/aliasList.ts'
import type { OperationName } from './index.ts'

const everyKind = ['text', 7, true, {}, ['text'], null] as const

/** Values that are of another type than a member's. */
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

/** May be left out only for, or together with, another member; the last tests of this file and the operation's own say which. */
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
  test('takes a body with every member that goes along with its example', () => {
    expect(listViolations(name, buildFullBody(name))).toEqual([])
  })

  for (const fieldSchema of listFieldSchemas(name)) {
    const { path, schema } = fieldSchema

    test(`${path}: nothing is turned into its type`, () => {
      for (const invalidValue of wrongValues(fieldSchema)) {
        const codes = violationsAt(name, path, invalidValue).filter(({ field }) => field === path)
        expect(codes[0]?.code, JSON.stringify(invalidValue)).toMatch(/^(WRONG_TYPE|NOT_ALLOWED)$/)
      }
    })

    // A field of several names is asked for by the preferred one.
    const preferred = preferredPath(name, path)
    if (!fieldSchema.isEntry && !eitherOr.has(`${name} ${path}`))
      test(`${path} ${fieldSchema.required ? 'is required' : 'may be left out'}`, () => {
        const violations = violationsAt(name, path, undefined).filter(({ field }) => field === preferred)
        expect(formatViolations(violations)).toEqual(fieldSchema.required ? [`${preferred} REQUIRED`] : [])
      })

    if (schema instanceof z.ZodEnum)
      test(`${path} takes its documented values and no others`, () => {
        const notAllowed = (value: unknown) =>
          // What another member makes of a value is another rule.
          formatViolations(violationsAt(name, path, value)).filter(
            (violation) => violation === `${path} NOT_ALLOWED`,
          )
        for (const value of schema.options) expect(notAllowed(value), String(value)).toEqual([])
        const [first] = schema.options
        for (const other of ['', 'NONE_OF_THEM', ` ${first}`, `${first}\n`])
          expect(notAllowed(other), other).toEqual([`${path} NOT_ALLOWED`])
      })

    if (schema instanceof z.ZodString)
      test(`${path} has a longest length, and holds nothing that cannot be stored`, () => {
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
] as const)('%s takes either %s or %s', (name, first, second) => {
  const cases = [
    [{ [first]: 'x-1' }, []],
    [{ [second]: 'x-1' }, []],
    [{}, [`${first} REQUIRED`]],
    [{ [first]: 'x-1', [second]: 'x-1' }, [`${second} CONFLICT`]],
  ] as const
  for (const [body, expected] of cases) expect(formatViolations(listViolations(name, body))).toEqual(expected)
})
