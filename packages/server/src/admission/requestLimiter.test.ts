import { describe, expect, test } from 'vitest'
import { expectRefusal } from '../../testing/expectations.ts'
import { newLinkedUser } from '../../testing/linked.ts'
import { openConnection, type RawConnection, requestText } from '../../testing/rawHttp.ts'
import { type RawResponse, readResponse } from '../../testing/requests.ts'
import { createSandboxAdmin } from '../../testing/sandbox.ts'
import { type TestService, useService } from '../../testing/service.ts'
import { createApiKey } from '../workspace/keyLifecycle.ts'

function list(
  service: TestService,
  apiKey: string,
  headers: Record<string, string> = {},
): Promise<RawResponse> {
  return readResponse(
    service.send('/user/list_users', {
      method: 'POST',
      headers: { 'x-api-key': apiKey, 'content-type': 'application/json', ...headers },
      body: '{}',
    }),
  )
}

describe('the rate limit of a key', () => {
  const service = useService({
    environment: { RATE_LIMIT_PER_MINUTE: '60', RATE_LIMIT_BURST: '5' },
    controlsDatabaseClock: true,
  })
  const newKey = async () => (await service.newKey()).text

  test('is reported in the headers of every response and counts down [R8.gap.rate]', async () => {
    const key = await newKey()
    for (const remaining of [4, 3, 2, 1, 0]) {
      const { status, headers } = await list(service, key)
      expect(status).toBe(200)
      expect(headers.get('ratelimit-policy')).toBe('"key";q=5;w=5')
      expect(headers.get('ratelimit')).toBe(`"key";r=${remaining};t=${5 - remaining}`)
      expect(headers.has('retry-after')).toBe(false)
    }
  })

  test('refuses further requests with 429 and the time to wait [R8.gap.rate]', async () => {
    const key = await newKey()
    for (let index = 0; index < 5; index++) await list(service, key)
    const response = await list(service, key)
    expect(expectRefusal(response, 'RATE_LIMITED').error).toContain('1 s')
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'retry-after': '1',
      ratelimit: '"key";r=0;t=5',
      'ratelimit-policy': '"key";q=5;w=5',
    })
  })

  test('refills over time, at most up to the burst', async () => {
    const key = await newKey()
    const pass = async () => {
      let passed = 0
      while ((await list(service, key)).status === 200) passed += 1
      return passed
    }
    expect(await pass()).toBe(5)
    await service.advance(999)
    expect(await pass()).toBe(0)
    await service.advance(1)
    expect(await pass()).toBe(1)
    await service.advance(3000)
    expect(await pass()).toBe(3)
    await service.advance(3_600_000)
    expect(await pass()).toBe(5)
  })

  test('admits a request after the time in Retry-After', async () => {
    const key = await newKey()
    for (let round = 0; round < 3; round++) {
      let response = await list(service, key)
      while (response.status === 200) response = await list(service, key)
      await service.advance(Number(response.headers.get('retry-after')) * 1000)
      expect((await list(service, key)).status).toBe(200)
    }
  })

  test('is unaffected by a flood with another key of the same workspace [R8.gap.rate]', async () => {
    const flooding = await newKey()
    const other = await newKey()
    const flood = await Promise.all(Array.from({ length: 40 }, () => list(service, flooding)))
    expect(flood.filter(({ status }) => status === 200).length).toBe(5)
    expect((await list(service, other)).headers.get('ratelimit')).toBe('"key";r=4;t=1')
  })

  test('is shared by a key and its successor', async () => {
    const old = await service.newKey()
    for (let index = 0; index < 5; index++) await list(service, old.text)
    const { results } = await service.call('workspace/rotate_key', { keyId: old.id })
    expectRefusal(await list(service, results.apiKey), 'RATE_LIMITED')
  })

  test('is checked after the path and the scope and before the body', async () => {
    const { text } = await service.newKey({ scopes: ['read'] })
    for (let index = 0; index < 5; index++) await list(service, text)
    expectRefusal(await list(service, text, { 'content-type': 'text/plain' }), 'RATE_LIMITED')
    const forbidden = await service.call('user/create_user', { name: 'Ada' }, { apiKey: text })
    expect(forbidden.status).toBe(403)
    expect(
      (await readResponse(service.send('/user/nothing', { headers: { 'x-api-key': text } }))).status,
    ).toBe(404)
  })

  test('counts requests that fail', async () => {
    const key = await newKey()
    for (let index = 0; index < 5; index++)
      expectRefusal(await list(service, key, { 'content-type': 'text/plain' }), 'UNSUPPORTED_MEDIA_TYPE')
    expectRefusal(await list(service, key), 'RATE_LIMITED')
  })
})

describe('the rate limit of a workspace', () => {
  const service = useService({
    environment: { RATE_LIMIT_PER_MINUTE: '60', RATE_LIMIT_BURST: '5', RATE_LIMIT_WORKSPACE_KEYS: '2' },
    controlsDatabaseClock: true,
  })

  /** Returns how many requests are admitted, for all keys in total. */
  async function pass(keys: readonly string[]): Promise<number> {
    let passed = 0
    for (const key of keys) while ((await list(service, key)).status === 200) passed += 1
    return passed
  }

  test('does not grow with the keys that its keys create [R8.gap.rate]', async () => {
    const { apiKey } = await service.newWorkspace()
    const keys = [apiKey]
    for (let count = 0; count < 4; count++) {
      const created = await service.call(
        'workspace/create_key',
        { name: 'Created', scopes: ['read'] },
        { apiKey },
      )
      keys.push(created.results.apiKey)
    }
    await service.advance(3_600_000)
    expect(await pass(keys)).toBe(10)
    const refused = await list(service, keys[3] ?? '')
    expectRefusal(refused, 'RATE_LIMITED')
    expect(Object.fromEntries(refused.headers)).toMatchObject({
      'retry-after': '1',
      ratelimit: '"workspace";r=0;t=5',
      'ratelimit-policy': '"workspace";q=10;w=5',
    })
    // A refusal by the limit of the workspace does not use up the rate of the key.
    await service.advance(500)
    expect((await list(service, keys[3] ?? '')).status).toBe(200)
    await service.advance(1000)
    expect(await pass(keys)).toBe(2)
    expect((await list(service, service.apiKey)).status).toBe(200)
  })

  test('is the sum for all keys that the operator created, if the sum is higher', async () => {
    const { id: workspaceId } = await service.newWorkspace()
    // The admin command line creates keys in the same way.
    const change = { store: service.app.store, runtime: service.clock, recordAuditEntry: async () => {} }
    const keys: string[] = []
    for (let count = 0; count < 4; count++)
      keys.push((await createApiKey(change, { workspaceId, name: 'Operator', scopes: ['read'] })).text)
    expect(await pass(keys)).toBe(20)
  })
})

describe('concurrent requests', () => {
  const service = useService({
    environment: { RATE_LIMIT_IN_FLIGHT: '2', MAX_IN_FLIGHT: '3' },
    controlsDatabaseClock: true,
  })

  /** Starts a request for whose body the service then waits. */
  async function begin(apiKey: string): Promise<RawConnection> {
    const connection = await openConnection(service.url)
    const headers = {
      host: 'x',
      'x-api-key': apiKey,
      'content-type': 'application/json',
      'content-length': 2,
      expect: '100-continue',
    }
    connection.write(requestText('POST /user/list_users HTTP/1.1', headers))
    expect((await connection.readResponse()).status).toBe(100)
    return connection
  }

  async function finish(connection: RawConnection): Promise<RawResponse> {
    connection.write('{}')
    const response = await connection.readResponse()
    connection.close()
    return response
  }

  /** Returns a cached key, so that a request is in flight as soon as the service has read its headers. */
  async function warmKey(): Promise<string> {
    const { text } = await service.newKey()
    expect((await list(service, text)).status).toBe(200)
    return text
  }

  test('are limited per key, and a request releases its slot when it ends [R8.gap.rate]', async () => {
    const key = await warmKey()
    const other = await warmKey()
    const first = await begin(key)
    const second = await begin(key)
    const refused = await list(service, key)
    expectRefusal(refused, 'RATE_LIMITED')
    expect(refused.headers.get('retry-after')).toBe('1')
    expect((await list(service, other)).status).toBe(200)

    expect((await finish(first)).status).toBe(200)
    expect((await list(service, key)).status).toBe(200)
    expect((await finish(second)).status).toBe(200)
  })

  test('do not use up the rate limit when they are refused', async () => {
    const key = await warmKey()
    const before = (await list(service, key)).headers.get('ratelimit')
    const connections = [await begin(key), await begin(key)]
    for (let index = 0; index < 10; index++) expect((await list(service, key)).status).toBe(429)
    for (const connection of connections) await finish(connection)
    const after = (await list(service, key)).headers.get('ratelimit')
    const remainingIn = (header: string | null) => Number(/r=(\d+)/.exec(header ?? '')?.[1])
    expect(remainingIn(before) - remainingIn(after)).toBe(3)
  })

  test('get 503 with Retry-After beyond the limit of the process, except for a freeze', async () => {
    const [one, two] = [await warmKey(), await warmKey()]
    const connections = [await begin(one), await begin(one), await begin(two)]
    const refused = await list(service, two)
    expectRefusal(refused, 'OVERLOADED')
    expect(refused.headers.get('retry-after')).toBe('1')
    // The service admits a freeze beyond the limit.
    const freeze = { frozen: false }
    expect((await service.call('workspace/update_settings', { freeze }, { apiKey: two })).status).toBe(200)
    for (const connection of connections) expect((await finish(connection)).status).toBe(200)
    expect((await list(service, two)).status).toBe(200)
  })

  test('release their slots when their clients disconnect', async () => {
    const key = await warmKey()
    const connections = [await begin(key), await begin(key)]
    expect((await list(service, key)).status).toBe(429)
    for (const connection of connections) connection.close()
    await expect.poll(async () => (await list(service, key)).status).toBe(200)
  })
})

describe('concurrent users of one key', () => {
  const service = useService({
    environment: { RATE_LIMIT_IN_FLIGHT: '20', RATE_LIMIT_BURST: '100' },
    controlsDatabaseClock: true,
  })
  const sandbox = createSandboxAdmin(service)

  /** Sends requests of one user that hang, unless they are refused. */
  function hang(userId: string, count: number) {
    const ended: number[] = []
    const all = Array.from({ length: count }, async () => {
      const { status } = await service.call('social/get_pixels_list', { userId })
      ended.push(status)
    })
    return { ended, all: Promise.all(all) }
  }

  test('leave slots to each other, however many requests of one user hang [R8.gap.rate]', async () => {
    const [first, second, other] = [
      await newLinkedUser(service),
      await newLinkedUser(service, { accountId: '1001200300401', pageId: '104500000000002' }),
      await newLinkedUser(service, { person: 'agnes' }),
    ]
    const stall = await sandbox.injectFault({ call: 'adspixels.list', kind: 'stall', times: 100 })

    const one = hang(first, 25)
    await expect.poll(() => one.ended).toEqual(Array(15).fill(429))
    const two = hang(second, 25)
    await expect.poll(() => two.ended).toEqual(Array(20).fill(429))
    const responses = await Promise.all(
      Array.from({ length: 3 }, () => service.call('social/get_campaigns', { userId: other })),
    )
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200])

    await sandbox.release(stall)
    await sandbox.clearFaults()
    await Promise.all([one.all, two.all])
    expect([one.ended, two.ended].map((ended) => ended.filter((status) => status === 200).length)).toEqual([
      10, 5,
    ])
  })

  test('do not use up the rate limit of the key with refused requests', async () => {
    const userId = await newLinkedUser(service)
    const remainingNow = async () => {
      const { headers } = await list(service, service.apiKey)
      return Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1])
    }
    const before = await remainingNow()
    const stall = await sandbox.injectFault({ call: 'adspixels.list', kind: 'stall', times: 100 })
    const hanging = hang(userId, 30)
    await expect.poll(() => hanging.ended.length).toBe(20)
    await sandbox.release(stall)
    await sandbox.clearFaults()
    await hanging.all
    expect(before - (await remainingNow())).toBe(11)
  })
})

describe('concurrent workspaces of one process', () => {
  const hanging = new Set<() => void>()
  const run = async () => {
    await new Promise<void>((resolve) => hanging.add(resolve))
    return { user: {} }
  }
  const service = useService({
    environment: { MAX_IN_FLIGHT: '20' },
    handlers: { 'user/get_profile': { operation: 'user/get_profile', mayBeLarge: false, run } },
  })
  const release = () => {
    for (const end of hanging) end()
    hanging.clear()
  }

  /** Sends requests that hang, unless they are refused. Returns how many are admitted. */
  async function flood(apiKey: string, count: number) {
    const before = hanging.size
    const refused: number[] = []
    const all = Array.from({ length: count }, async () => {
      const { status } = await service.post('user/get_profile', { externalId: 'x' }, apiKey)
      if (status !== 200) refused.push(status)
    })
    await expect.poll(() => refused.length + hanging.size - before).toBe(count)
    return { admitted: hanging.size - before, refused, all: Promise.all(all) }
  }

  test('leave slots to each other, however many requests one workspace sends', async () => {
    const [loud, quiet] = [await service.newWorkspace(), await service.newWorkspace()]
    // A workspace may use all slots until another workspace sends a request.
    const soloFlood = await flood(loud.apiKey, 50)
    expect(soloFlood.admitted).toBe(20)
    expectRefusal(await list(service, quiet.apiKey), 'OVERLOADED')
    release()
    await soloFlood.all

    const sharedFlood = await flood(loud.apiKey, 50)
    expect(sharedFlood.admitted).toBe(10)
    expect(new Set(sharedFlood.refused)).toEqual(new Set([503]))
    const responses = await Promise.all(Array.from({ length: 5 }, () => list(service, quiet.apiKey)))
    expect(responses.map(({ status }) => status)).toEqual(Array(5).fill(200))
    release()
    await sharedFlood.all

    service.clock.advance(10_001)
    const later = await flood(loud.apiKey, 20)
    expect(later.admitted).toBe(20)
    release()
    await later.all
  })
})
