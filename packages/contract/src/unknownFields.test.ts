// Tests of fields that no operation declares: a violation contains the path and suggests a similar name.

import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import {
  buildFullBody,
  formatViolations,
  listViolations,
  violationsAt,
  violationsOfExample,
} from '../testing/bodies.ts'
import { listFieldSchemas } from '../testing/fieldSchemas.ts'
import { operationNames } from './index.ts'
import { findUnknownFields } from './unknownFields.ts'

/** Returns the path prefix of every object in an operation's body. The prefix of the body itself is empty. */
function listObjectPaths(name: (typeof operationNames)[number]): string[] {
  const inner = listFieldSchemas(name).filter(({ schema }) => schema instanceof z.ZodObject)
  return ['', ...inner.map(({ path }) => `${path}.`)]
}

describe('an undeclared field [R4.gap.unknown-members]', () => {
  test.each(operationNames)('is rejected in every object of %s', (name) => {
    for (const object of listObjectPaths(name)) {
      const path = `${object}zzzzzzzzz`
      expect(violationsAt(name, path, 1)).toEqual([
        { field: path, code: 'UNKNOWN', message: `${path} is not a field of this request.` },
      ])
    }
  })

  test.each(operationNames)(
    'is reported with the declared name if only the letter case differs in %s',
    (name) => {
      for (const { path, isEntry } of listFieldSchemas(name)) {
        const fieldName = path.slice(path.lastIndexOf('.') + 1)
        if (isEntry || fieldName.toUpperCase() === fieldName) continue
        const field = path.slice(0, path.length - fieldName.length) + fieldName.toUpperCase()
        expect(violationsAt(name, field, 1)).toMatchObject([
          {
            field,
            code: 'UNKNOWN',
            message: `${field} is not a field of this request. Did you mean ${fieldName}?`,
          },
        ])
      }
    },
  )

  test.each([
    ['dryrun', 'dryRun'],
    ['DryRun', 'dryRun'],
    ['dry_run', 'dryRun'],
    ['dry-run', 'dryRun'],
    ['drRun', 'dryRun'],
    ['dyrRun', 'dryRun'],
    ['dryRunn', 'dryRun'],
    ['planhash', 'planHash'],
    ['plan_hsah', 'planHash'],
    ['campaign', 'campaignId'],
    ['user', 'userId'],
    ['amuont', 'amount'],
  ])('named %s is reported with the suggestion %s', (misspelled, suggestion) => {
    const [violation] = violationsOfExample('social/edit_campaign', { [misspelled]: 1 })
    expect(violation?.message).toContain(`. Did you mean ${suggestion}?`)
  })

  test.each(['x', 'id', 'budget', 'force', 'a', '', 'm', 'amount'.repeat(20)])(
    'is reported without a suggestion if no declared name is similar to %j',
    (misspelled) => {
      const [violation] = violationsOfExample('social/edit_campaign', { [misspelled]: 1 })
      expect(violation?.message).toMatch(/ is not a field of this request\.$/)
    },
  )

  test('is reported together with all other violations and before them', () => {
    const body = { amount: -1, campaingId: '12', dryrun: true }
    expect(formatViolations(listViolations('social/edit_campaign', body))).toEqual([
      'campaingId UNKNOWN',
      'dryrun UNKNOWN',
      'userId REQUIRED',
      'campaignId REQUIRED',
      'amount OUT_OF_RANGE',
    ])
  })

  test('is rejected if it has the name of an inherited JavaScript property', () => {
    for (const name of ['toString', 'constructor', 'hasOwnProperty', 'valueOf', 'then'])
      expect(formatViolations(violationsOfExample('user/list_users', { [name]: 1 }))).toEqual([
        `${name} UNKNOWN`,
      ])
  })

  test('is reported with its name truncated to 60 characters and without control characters', () => {
    const findReportedField = (name: string) =>
      violationsOfExample('user/list_users', { [name]: 1 })[0]?.field
    expect(findReportedField('n'.repeat(100_000))).toBe(`"${'n'.repeat(60)}"`)
    expect(findReportedField('a\u0000\u001b[31m\ud800.b')).toBe('"a??[31m?.b"')
    expect(findReportedField('')).toBe('""')
  })

  test('is omitted from the violations after the first 20', () => {
    const many = Object.fromEntries(Array.from({ length: 30_000 }, (_, index) => [`x${index}`, 1]))
    expect(violationsOfExample('user/list_users', many)).toHaveLength(20)
  })

  test('does not hide that another field contains an object instead of a list, or a list instead of an object', () => {
    const invalidBody = {
      ...buildFullBody('search/create_search_campaign'),
      keywords: { txt: 'x' },
      ads: [['x'], 'x'],
    }
    expect(formatViolations(listViolations('search/create_search_campaign', invalidBody))).toEqual([
      'keywords WRONG_TYPE',
      'ads[0] WRONG_TYPE',
      'ads[1] WRONG_TYPE',
    ])
  })
})

describe('field names that callers choose', () => {
  const input = z.object({
    labels: z.record(z.string(), z.object({ text: z.string() })),
    extra: z.looseObject({ known: z.object({ inner: z.string() }) }),
  })

  test('are accepted, while unknown fields of the objects under them are reported', () => {
    const body = { labels: { any: { text: 'x' } }, extra: { other: { deep: 1 } } }
    expect(findUnknownFields(input, body)).toEqual([])
    const invalidBody = { labels: { any: { txet: 'x' } }, extra: { known: { iner: 1 } } }
    expect(formatViolations(findUnknownFields(input, invalidBody))).toEqual([
      'labels.any.txet UNKNOWN',
      'extra.known.iner UNKNOWN',
    ])
  })

  test('cannot be declared with an intersection schema, for which findUnknownFields throws', () => {
    const either = z.object({ one: z.intersection(z.object({ a: z.string() }), z.object({ b: z.string() })) })
    expect(() => findUnknownFields(either, { one: {} })).toThrow('intersection')
  })
})
