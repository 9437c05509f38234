// Sends the examples of the documentation unchanged.

import { declarationOf, type OperationName, operationNames } from '@adrail/contract'
import { describe, expect, test } from 'vitest'
import { expectSuccess } from '../../../testing/expectations.ts'
import { useSocial } from '../../../testing/social.ts'

// Without lead retrieval, adrail does not request the permission for test leads.
const social = useSocial({ environment: { LEADS: 'on' } })
const names = operationNames.filter((name) => name.startsWith('social/'))

/** Returns the shape of an example's results: its fields and their types. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? [] : [shapeOf(value[0])]
  if (typeof value !== 'object' || value === null) return typeof value
  const entries = Object.entries(value).map(([name, member]) => [
    /^\d+$/.test(name) ? 'an id' : name,
    shapeOf(member),
  ])
  return Object.fromEntries(entries.slice(0, entries.every(([name]) => name === 'an id') ? 1 : undefined))
}

describe('the documentation', () => {
  test.each(names)(
    'has an example of %s that returns every documented field in a new sandbox [R2.present]',
    async (name) => {
      const { example } = declarationOf(name)
      const { userId: _, ...body } = example.body as { userId: string }
      const response = await social.call(name as OperationName, body as never)
      expectSuccess(name, response)
      expect(shapeOf(declarationOf(name).results.parse(response.results))).toMatchObject(
        shapeOf(example.results) as object,
      )
    },
  )
})
