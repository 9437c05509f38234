// Every surface accepts aliases of a name with one result, and refuses contradicting names. Fields and names
// come from the contract, so the tests cover new aliases automatically.

import { declarationOf, listAliases, type OperationName } from '@adrail/contract'
import { buildFullBody, withValuesAt } from '@adrail/contract/testing'
import {
  addExampleUsers,
  createSandboxAdmin,
  expectRefusal,
  expectSuccess,
  linkExistingUser,
  type TestService,
  useService,
} from '@adrail/server/testing'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Body, surfaces } from './surfaces.ts'

const { fields: fieldAliases, values: valueAliases } = listAliases()
const service = useService()
const userId = 'usr_demo_all'
const form = '700011'

beforeAll(async () => {
  await addExampleUsers(service)
  for (const platform of ['SOCIAL_A', 'SEARCH', 'PROFESSIONAL'] as const)
    await linkExistingUser(service, userId, { platform })
})

/**
 * Returns the documented example with changes. Operations that change something at a platform are only
 * planned.
 */
function buildBody(operation: OperationName, path: string, changes: Body): Body {
  const { example, effect } = declarationOf(operation)
  const head = path.split(/[.[]/, 1)[0] ?? ''
  const body = {
    [head]: buildFullBody(operation)[head],
    ...example.body,
    // For a user without links, nothing is removed.
    ...(operation === 'auth/remove_link' ? { userId: 'usr_demo_none' } : {}),
    ...(effect === 'write' ? { dryRun: true } : {}),
  }
  return withValuesAt(body, changes)
}

/** Returns the result of a surface, without parts that differ between calls. */
async function fetchResult(surface: keyof typeof surfaces, operation: OperationName, body: Body) {
  const isTool = declarationOf(operation).surfaces.includes('mcp')
  const send = surfaces[surface === 'mcp' && !isTool ? 'http' : surface]
  const results = await send(service, operation, body, service.apiKey)
  service.clock.advance(1000)
  return JSON.stringify(results, (name, value) => (name === 'resume' ? '' : value))
    .replace(/\b(lnk|op|req)_[0-9a-z]{26}\b/g, '$1_')
    .replace(/(\/connect\/)[\w-]+/g, '$1token')
    .replace(/"(asOf|receivedAt|fetchedAt)":"[^"]*"/g, '"$1":""')
}

describe.each(Object.keys(surfaces) as (keyof typeof surfaces)[])('the surface %s', (surface) => {
  test.each(fieldAliases)(
    'returns the same response of $operation for every alias of $inside$declared',
    async (alias) => {
      const { operation, inside, declared, names } = alias
      const path = `${inside}${declared}`
      const found: unknown =
        valueIn(buildBody(operation, path, {}), path) ?? valueIn(buildFullBody(operation), path)
      const [first, ...others] = await all(names, async (name) => {
        const body = buildBody(operation, path, { [path]: undefined, [`${inside}${name}`]: found ?? form })
        const text = await fetchResult(surface, operation, body)
        // A refusal contains the name that the request used.
        return text.replaceAll(new RegExp(`\\b(${names.join('|')})\\b`, 'g'), declared)
      })
      for (const other of others) expect(other).toBe(first)
      expect(first).not.toContain('UNKNOWN_FIELD')
    },
  )

  test.each(valueAliases)(
    'returns the same response of $operation for every alias of the $path $declared',
    async (alias) => {
      const { operation, path, names } = alias
      const [first, ...others] = await all(names, async (name) => {
        return await fetchResult(surface, operation, buildBody(operation, path, { [path]: name }))
      })
      for (const other of others) expect(other).toBe(first)
      expect(first).not.toMatch(/NOT_ALLOWED/)
    },
  )

  test.each(fieldAliases)(
    'returns INVALID_FIELD from $operation for contradicting aliases of $inside$declared',
    async ({ operation, inside, declared, names: [preferred = '', other = ''] }) => {
      const body = buildBody(operation, `${inside}${declared}`, {
        [`${inside}${declared}`]: undefined,
        [`${inside}${preferred}`]: '1',
        [`${inside}${other}`]: '2',
      })
      const results = JSON.parse(await fetchResult(surface, operation, body))
      expect(results).toMatchObject({ success: false, code: 'INVALID_FIELD', field: `${inside}${other}` })
      expect(results.error).toContain(`${inside}${other} and ${preferred} are names for the same field`)
    },
  )
})

async function all<Each, Made>(list: readonly Each[], make: (each: Each) => Promise<Made>): Promise<Made[]> {
  const made: Made[] = []
  for (const each of list) made.push(await make(each))
  return made
}

function valueIn(body: unknown, path: string): unknown {
  return path
    .split(/[.[\]]+/)
    .filter((step) => step !== '')
    .reduce<unknown>((value, step) => (value as Record<string, unknown> | undefined)?.[step], body)
}

describe('a write with an alias of its status', () => {
  const status = (name: string, word: string) => ({
    ...declarationOf('search/create_search_campaign').example.body,
    userId,
    campaignName: name,
    status: word,
  })
  const create = async (body: object, key: string, at: TestService = service) =>
    await at.send('/search/create_search_campaign', {
      method: 'POST',
      headers: { 'x-api-key': at.apiKey, 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify(body),
    })
  const readResponse = async (response: Response) => ({
    status: response.status,
    headers: response.headers,
    text: await response.text(),
  })

  test('replays the first response under the same idempotency key without a second effect', async () => {
    const sandbox = createSandboxAdmin(service, 'search')
    const first = await readResponse(await create(status('Twice spelled', 'ENABLED'), 'spelled'))
    expectSuccess('search/create_search_campaign', first)
    const effects = (await sandbox.effects()).length
    const again = await readResponse(await create(status('Twice spelled', 'ACTIVE'), 'spelled'))
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(JSON.parse(again.text).results).toEqual(JSON.parse(first.text).results)
    expect(await sandbox.effects()).toHaveLength(effects)
    const other = await readResponse(await create(status('Twice spelled', 'PAUSED'), 'spelled'))
    expectRefusal(other, 'IDEMPOTENCY_KEY_REUSED')
  })

  test('has the same planHash as the preferred status, and succeeds with that planHash', async () => {
    const plan = async (word: string) =>
      JSON.parse(
        (await service.post('search/create_search_campaign', { ...status('Planned', word), dryRun: true }))
          .text,
      ).results.planHash
    const planHash = await plan('ACTIVE')
    expect(await plan('ENABLED')).toBe(planHash)
    expectSuccess(
      'search/create_search_campaign',
      await service.post('search/create_search_campaign', { ...status('Planned', 'ENABLED'), planHash }),
    )
  })
})

test('an error of a handler contains the field name that the caller used', async () => {
  const { example } = declarationOf('pro/create_campaign')
  const changes = { dailyBudget: undefined, userId, endDate: '2030-04-01', dryRun: true }
  const body = { ...example.body, ...changes }
  for (const [name, other] of [
    ['lifetimeBudget', 'totalBudget'],
    ['totalBudget', 'lifetimeBudget'],
  ] as const) {
    const response = await service.post('pro/create_campaign', { ...body, [name]: '40.005' })
    const results = expectRefusal(response, 'INVALID_FIELD', { field: name })
    expect(results.error).toContain(`${name} has more decimal places`)
    expect(response.text).not.toContain(other)
  }
})
