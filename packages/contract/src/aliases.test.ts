// These tests derive their cases from the declared aliases of all fields and values.

import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { buildBodyWith, buildFullBody, formatViolations, listViolations } from '../testing/bodies.ts'
import { findSampleValue, listFieldSchemas } from '../testing/fieldSchemas.ts'
import { toCanonicalBody, withAliases, withValueAliases } from './aliases.ts'
import { listAliases } from './derive/aliasList.ts'
import { declarationOf, type Operation, type OperationName, operationNames, validate } from './index.ts'
import { campaignStatuses } from './operations/campaigns.ts'
import { linkPlatforms, platforms } from './platforms.ts'

const { fields: fieldAliases, values: valueAliases } = listAliases()

function findSampleAt(operation: OperationName, path: string): unknown {
  const fieldSchema = listFieldSchemas(operation).find((each) => each.path === path)
  return fieldSchema && findSampleValue(fieldSchema.schema)
}

/** Returns a different value of the same kind. */
function another(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(another)
  if (value === 'MILES') return 'KILOMETERS'
  return typeof value === 'number' ? value + 1 : `${value}1`
}

const outcome = (operation: OperationName, body: unknown) => validate(declarationOf(operation), body)

describe.each(fieldAliases)(
  'the field $inside$declared of $operation',
  ({ operation, inside, declared, names }) => {
    const value = findSampleAt(operation, `${inside}${declared}`)
    const body = (values: Readonly<Record<string, unknown>>) => {
      const none = Object.fromEntries(names.map((name) => [`${inside}${name}`, undefined]))
      const some = Object.fromEntries(
        Object.entries(values).map(([name, each]) => [`${inside}${name}`, each]),
      )
      return buildBodyWith(operation, { ...none, ...some })
    }

    test.each(names)('has the same meaning under the name %s', (name) => {
      const [mine, declaredOne] = [outcome(operation, body({ [name]: value })), body({ [declared]: value })]
      if ('body' in mine) expect(mine).toEqual(outcome(operation, declaredOne))
      const codes = listViolations(operation, declaredOne).map(({ code }) => code)
      expect(listViolations(operation, body({ [name]: value })).map(({ code }) => code)).toEqual(codes)
    })

    test('is rejected if two of its names have different values and accepted if the values are equal', () => {
      for (const [index, name] of names.entries())
        for (const other of names.slice(index + 1)) {
          const conflicts = listViolations(
            operation,
            body({ [name]: value, [other]: another(value) }),
          ).filter(({ code, message }) => code === 'CONFLICT' && message.includes('names for the same field'))
          expect(conflicts).toEqual([
            {
              field: `${inside}${other}`,
              code: 'CONFLICT',
              message: `${inside}${other} and ${name} are names for the same field, but have different values. Send only one of them.`,
            },
          ])
          const agreeing = body({ [name]: value, [other]: value })
          expect(outcome(operation, agreeing)).toEqual(outcome(operation, body({ [name]: value })))
        }
    })

    test('is reported under the name that the caller used, or under the preferred name if it is missing', () => {
      const isAbout = (name: string) => (field: string) => field === `${inside}${name}`
      for (const name of names) {
        const fields = listViolations(operation, body({ [name]: {} })).map(({ field }) => field)
        expect(fields.filter(isAbout(name)), name).toHaveLength(1)
        for (const other of names) if (other !== name) expect(fields.some(isAbout(other)), other).toBe(false)
      }
      const missing = listViolations(operation, body({})).filter(({ code }) => code === 'REQUIRED')
      for (const name of names.slice(1)) expect(missing.map(({ field }) => field)).not.toContain(name)
    })
  },
)

describe.each(valueAliases)(
  'the value $declared of $path in $operation',
  ({ operation, path, declared, names }) => {
    test.each(names)('has the same meaning when written as %s', (name) => {
      const declaredBody = buildBodyWith(operation, { [path]: declared })
      const body = buildBodyWith(operation, { [path]: name })
      expect(outcome(operation, body)).toEqual(outcome(operation, declaredBody))
      expect(formatViolations(listViolations(operation, body))).not.toContain(`${path} NOT_ALLOWED`)
    })
  },
)

test('every request field for a platform, a campaign status or a lead form has aliases', () => {
  const lists = [platforms, linkPlatforms, campaignStatuses, ['ACTIVE', 'PAUSED'], ['ENABLED', 'PAUSED']]
  const isListed = (options: readonly unknown[]) =>
    lists.some((list) => [...list].sort().join() === [...options].sort().join())
  const leadForm = /^(leadForm|form)(Asset)?Ids?$/i
  for (const operation of operationNames)
    for (const { path, schema } of listFieldSchemas(operation)) {
      const name = path.replace(/\[0\]$/, '')
      if (schema instanceof z.ZodEnum && isListed(schema.options))
        expect(valueAliases, `${operation} ${path}`).toContainEqual(
          expect.objectContaining({ operation, path }),
        )
      if (leadForm.test(name))
        expect(fieldAliases, `${operation} ${path}`).toContainEqual(
          expect.objectContaining({ operation, declared: name }),
        )
    }
})

test('social/get_page_posts and social/create_campaign accept SOCIAL_A and SOCIAL_B, but not the platform alias social', () => {
  for (const [operation, path] of [
    ['social/get_page_posts', 'platform'],
    ['social/create_campaign', 'platforms[0]'],
  ] as const) {
    for (const network of ['SOCIAL_A', 'SOCIAL_B'])
      expect(outcome(operation, buildBodyWith(operation, { [path]: network }))).toHaveProperty('body')
    expect(
      formatViolations(listViolations(operation, buildBodyWith(operation, { [path]: 'social' }))),
    ).toEqual([`${path} NOT_ALLOWED`])
  }
})

test('lead/list_leads suggests the closest alias for a misspelled field name', () => {
  const messages = (body: object) => listViolations('lead/list_leads', { userId: 'usr_1', ...body })
  expect(messages({ formid: '1' })).toMatchObject([
    { code: 'UNKNOWN', message: 'formid is not a field of this request. Did you mean formId?' },
  ])
  expect(messages({ leadformId: '1' })).toMatchObject([
    { code: 'UNKNOWN', message: 'leadformId is not a field of this request. Did you mean leadFormId?' },
  ])
})

test('messages about rules over several fields contain the field name that the caller used', () => {
  const { example } = declarationOf('pro/create_campaign')
  const { dailyBudget: _, ...body } = example.body
  const problems = (budget: object) => listViolations('pro/create_campaign', { ...body, ...budget })
  expect(problems({ totalBudget: '900' })[0]?.message).toContain('is required with totalBudget')
  expect(problems({ lifetimeBudget: '900' })[0]?.message).toContain('is required with lifetimeBudget')
  expect(problems({})[0]?.message).toBe('dailyBudget is required unless lifetimeBudget is given.')
})

test('toCanonicalBody returns a body without aliases unchanged', () => {
  for (const operation of operationNames) {
    const body = buildFullBody(operation)
    expect(toCanonicalBody(declarationOf(operation).input, body)).toEqual({ body, conflicts: [] })
    expect(toCanonicalBody(declarationOf(operation).input, body).body).toBe(body)
  }
})

test('validate throws for aliases that omit the declared name or contain two declared values', () => {
  const declare = (input: z.ZodObject): Operation => ({ ...declarationOf('user/list_users'), input })
  const unnamed = z.object({ size: withAliases(z.string(), 'length', 'width') })
  expect(() => validate(declare(unnamed), {})).toThrow('size is not among its own names')
  const unvalued = z.object({ size: withValueAliases(z.enum(['S', 'M']), ['S', 'M']) })
  expect(() => validate(declare(unvalued), {})).toThrow('Exactly one of S, M')
})
