// Tests the promises of the typed client against a real service behind a network with injected faults.

import { AdrailError, createClient } from '@adrail/client'
import { useService } from '@adrail/server/testing'
import { newLinkedUser, useLinkedUser } from '@adrail/server/testing/linked'
import { createSandboxAdmin } from '@adrail/server/testing/sandbox'
import { describe, expect, test } from 'vitest'
import { createRefusal, type Relay, type RelayFault, startRelay } from './relay.ts'

const service = useService()
const sandbox = createSandboxAdmin(service)
const user = useLinkedUser(() => newLinkedUser(service))
const campaignId = '120210000000000250'

const client = (url = service.url) => createClient({ url, apiKey: service.apiKey })

/** Creates a client behind a relay that injects faults into the first requests. */
async function createFaultyClient(
  ...faults: readonly RelayFault[]
): Promise<{ relay: Relay; client: ReturnType<typeof client> }> {
  const relay = await startRelay(() => service.url)
  relay.injectFaults(...faults)
  return { relay, client: client(relay.url) }
}

async function refusalOf(call: Promise<unknown>): Promise<AdrailError> {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof AdrailError))
    throw new Error('This call should have been refused.', { cause: error })
  return error
}

const now = { 'retry-after': '0' }
const pending = createRefusal(504, { code: 'OPERATION_PENDING', retryable: true }, now)
const tooFast = (headers = {}) => createRefusal(429, { code: 'RATE_LIMITED', retryable: true }, headers)

describe('a call', () => {
  test('gives the results, without what only says that it worked', async () => {
    const { campaigns, ...otherFields } = await client().social.get_campaigns({ userId: user.userId })
    expect(campaigns[0]).toMatchObject({ currencyCode: 'EUR' })
    expect(otherFields).toEqual({ pagination: { next: '', previous: '' } })
  })

  test('throws what the service says, for people and for machines', async () => {
    const error = await refusalOf(client().social.get_campaigns({ userId: 'usr_nobody' }))
    expect(error).toMatchObject({
      name: 'AdrailError',
      operation: 'social/get_campaigns',
      code: 'USER_NOT_FOUND',
      status: 404,
      retryable: false,
      message: 'There is no such user. Users are made with user/create_user.',
      docs: `${service.url}/docs/errors#USER_NOT_FOUND`,
    })
    expect(error.requestId).toMatch(/^req_/)
    expect(JSON.stringify(error)).not.toContain(service.apiKey)
  })

  test('names every member that is wrong', async () => {
    const misspelt = { userId: user.userId, campaignId, amount: 3, dryrun: true }
    const error = await refusalOf(client().social.edit_campaign(misspelt))
    expect(error).toMatchObject({ code: 'UNKNOWN_FIELD', field: 'dryrun', status: 400 })
    expect(error.details).toHaveLength(1)
  })

  test('of a platform that refused throws, although the status is 200', async () => {
    const error = await refusalOf(
      client().social.get_ads({ userId: user.userId, campaignId: '99999999999999' }),
    )
    expect(error).toMatchObject({ code: 'OBJECT_NOT_FOUND', status: 200, field: 'campaignId' })
  })

  test('tells whoever watches of every answer', async () => {
    const seen: object[] = []
    const watched = createClient({
      url: service.url,
      apiKey: service.apiKey,
      onAnswer: (response) => seen.push(response),
    })
    await watched.user.list_users()
    expect(seen).toEqual([
      {
        operation: 'user/list_users',
        status: 200,
        attempt: 1,
        replayed: false,
        requestId: expect.stringMatching(/^req_/),
      },
    ])
  })

  test('tells whoever watches why an answer is not what was asked for, and which write it is about', async () => {
    const relay = await startRelay(() => service.url)
    relay.injectFaults(pending)
    const seen: object[] = []
    const onAnswer = (response: object) => seen.push(response)
    const watched = createClient({ url: relay.url, apiKey: service.apiKey, onAnswer })
    await watched.social.edit_campaign({ userId: user.userId, campaignId, amount: 31 })
    expect(seen).toMatchObject([
      { attempt: 1, status: 504, code: 'OPERATION_PENDING', operationId: 'op_relayed' },
      { attempt: 2, status: 200 },
    ])
    expect(seen[1]).not.toHaveProperty('code')
  })

  test('takes what is given as undefined for not given', async () => {
    const { relay, client: spoiled } = await createFaultyClient(
      tooFast(now),
      tooFast(now),
      tooFast(now),
      tooFast(now),
      tooFast(now),
    )
    // Programs in plain JavaScript pass undefined options.
    const options: object = { timeoutMs: undefined, maxRetries: undefined, signal: undefined }
    const undefinedFields = { userId: undefined, externalId: undefined } as object
    const error = await refusalOf(
      spoiled.with({ userId: user.userId }).social.get_campaigns(undefinedFields, options),
    )
    expect([error.code, relay.requests.length]).toEqual(['RATE_LIMITED', 5])
    const { campaigns } = await spoiled
      .with({ userId: user.userId })
      .social.get_campaigns(undefinedFields, options)
    expect(campaigns).not.toEqual([])
  })

  test('that cannot be sent at all is not tried again', async () => {
    const { relay, client: reached } = await createFaultyClient()
    const large = { name: 1n } as unknown as { name: string }
    await expect(reached.user.create_user(large)).rejects.toThrow(TypeError)
    const write = { userId: user.userId, campaignId, amount: 3 }
    await expect(reached.social.edit_campaign(write, { idempotencyKey: '3 €' })).rejects.toThrow(TypeError)
    expect(relay.requests).toEqual([])
  })

  test('by name is the same call', async () => {
    const { user: found } = await client().call('user/get_profile', { userId: user.userId })
    expect(found.userId).toBe(user.userId)
  })
})

describe('a client for one user', () => {
  test('sends the user wherever an operation takes one, and nowhere else', async () => {
    const bound = client().with({ userId: user.userId })
    expect((await bound.user.get_profile()).user.userId).toBe(user.userId)
    expect((await bound.social.get_pixels_list()).pixels.length).toBeGreaterThan(0)
    expect((await bound.user.list_users()).users.length).toBeGreaterThan(0)
  })

  test('yields to another user who is named in the call', async () => {
    const { user: other } = await client().user.create_user({ name: 'Other', externalId: 'other-one' })
    const bound = client().with({ userId: user.userId })
    expect((await bound.user.get_profile({ userId: other.userId })).user.name).toBe('Other')
    expect((await bound.user.get_profile({ externalId: 'other-one' })).user.name).toBe('Other')
  })
})

test('ids of ad accounts come as text, with all their digits', async () => {
  const userId = await newLinkedUser(service, { person: 'greta' })
  const { connectedAccounts } = await client().auth.get_connected_accounts_data({ userId })
  const { adAccountId, adAccountIdText } = connectedAccounts.socialAds ?? {}
  expect(adAccountId).toBe(adAccountIdText)
  expect(BigInt(adAccountId ?? '')).toBeGreaterThan(BigInt(Number.MAX_SAFE_INTEGER))
})

describe('a list in pages', () => {
  test('is walked through to its end, and asked for only as far as it is used', async () => {
    const { relay, client } = await createFaultyClient()
    const posts: string[] = []
    const body = { userId: user.userId, platform: 'SOCIAL_A' } as const
    for await (const { id } of client.pages.social.get_page_posts(body)) posts.push(id)
    expect(new Set(posts).size).toBe(posts.length)
    expect(posts.length).toBeGreaterThan(25)
    expect(relay.requests).toHaveLength(Math.ceil(posts.length / 25))

    const some: string[] = []
    for await (const { id } of client.pages.social.get_page_posts(body, { limit: 25 })) some.push(id)
    expect(some).toEqual(posts.slice(0, 25))
    expect(relay.requests).toHaveLength(Math.ceil(posts.length / 25) + 1)
  })
})

describe('when something fails on the way', () => {
  const read = (by: ReturnType<typeof client>) => by.user.get_profile({ userId: user.userId })
  const write = (by: ReturnType<typeof client>, amount: number) =>
    by.social.edit_campaign({ userId: user.userId, campaignId, amount })
  const budgetChanges = async () =>
    (await sandbox.effects()).filter(({ call }) => call.startsWith('campaign')).length

  test.each<[string, RelayFault]>([
    ['a reset', {}],
    ['a lost answer', { reachesService: true }],
    ["a proxy's own 502", { status: 502, body: '<html>' }],
    ["a proxy's own 429", { status: 429, headers: { 'retry-after': '0' }, body: 'Slow down.' }],
    ['429 with a time', tooFast(now)],
    ['429 without a time', tooFast()],
  ])('a read is repeated after %s', async (_what, spoiling) => {
    const { relay, client } = await createFaultyClient(spoiling)
    expect((await read(client)).user.userId).toBe(user.userId)
    expect(relay.requests).toHaveLength(2)
  })

  test.each<[string, number, readonly RelayFault[]]>([
    ['resets before it arrived', 14.1, [{}, {}]],
    ['lost answers', 14.2, [{ reachesService: true }, { reachesService: true }]],
    [
      'an outcome that is not known yet',
      14.3,
      Array.from({ length: 6 }, () => ({ ...pending, reachesService: true })),
    ],
  ])('a write is repeated after %s and done once, under one key', async (_what, amount, spoilings) => {
    const { relay, client } = await createFaultyClient(...spoilings)
    const before = await budgetChanges()
    const { operationId } = await write(client, amount)
    expect(operationId).toMatch(/^op_/)
    expect(await budgetChanges()).toBe(before + 1)
    expect(relay.requests).toHaveLength(spoilings.length + 1)
    expect(new Set(relay.requests.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1)
    expect(relay.requests[0]?.idempotencyKey).toMatch(/^[0-9a-f]{32}$/)
  })

  test('keeps no request waiting longer than it is told', async () => {
    const preferences: (string | null)[] = []
    const watching: typeof fetch = async (url, init) => {
      const response = await fetch(url, init)
      preferences.push(response.headers.get('preference-applied'))
      return response
    }
    const { social } = createClient({ url: service.url, apiKey: service.apiKey, fetch: watching })
    const body = { userId: user.userId, campaignId, status: 'PAUSED' } as const
    await social.update_campaign_status(body)
    await social.update_campaign_status({ ...body, status: 'ACTIVE' }, { waitSeconds: 20 })
    expect(preferences).toEqual([null, 'wait=20'])
  })

  test('a write under a key of the caller is the same write after a crash of the caller', async () => {
    const before = await budgetChanges()
    const options = { idempotencyKey: 'budget-of-monday' }
    const body = { userId: user.userId, campaignId, amount: 17.5 }
    const first = await client().social.edit_campaign(body, options)
    const second = await client().social.edit_campaign(body, options)
    expect(second).toEqual(first)
    expect(await budgetChanges()).toBe(before + 1)
  })

  test('what only the service records is not repeated when it may have been done', async () => {
    const lost = await createFaultyClient({ reachesService: true })
    const error = await refusalOf(lost.client.user.create_user({ name: 'Made once' }))
    expect(error).toMatchObject({ code: 'CONNECTION_FAILED', status: 0, retryable: true })
    expect(lost.relay.requests).toHaveLength(1)

    // Proxies may respond with 503 although the service received the request and only its response was lost.
    const proxied = await createFaultyClient({
      reachesService: true,
      status: 503,
      headers: now,
      body: '<html>',
    })
    const unexpected = await refusalOf(proxied.client.user.create_user({ name: 'Made once too' }))
    expect(unexpected).toMatchObject({ code: 'UNEXPECTED_ANSWER', status: 503 })
    expect(proxied.relay.requests).toHaveLength(1)

    const refused = await createFaultyClient(tooFast(now))
    await refused.client.user.create_user({ name: 'Made later' })
    expect(refused.relay.requests).toHaveLength(2)
  })

  test('it ends after so many tries as were allowed', async () => {
    const { relay, client } = await createFaultyClient({}, {}, {}, {})
    const error = await refusalOf(client.user.list_users({}, { maxRetries: 2 }))
    expect(error.code).toBe('CONNECTION_FAILED')
    expect(relay.requests).toHaveLength(3)
  })

  test('it does not wait for a time that is longer than it may take', async () => {
    const { relay, client } = await createFaultyClient(tooFast({ 'retry-after': '3600' }))
    expect((await refusalOf(read(client))).code).toBe('RATE_LIMITED')
    expect(relay.requests).toHaveLength(1)
  })

  test('an answer that does not come is given up, and the key of a write is told', async () => {
    const { client } = await createFaultyClient({ isSilent: true })
    const body = { userId: user.userId, campaignId, amount: 15 }
    const error = await refusalOf(client.social.edit_campaign(body, { timeoutMs: 50 }))
    expect(error).toMatchObject({
      code: 'TIMED_OUT',
      idempotencyKey: expect.stringMatching(/^[0-9a-f]{32}$/),
    })
  })

  test('what is known of a write that was begun is told when the time is over', async () => {
    const { client } = await createFaultyClient(pending, { isSilent: true })
    const body = { userId: user.userId, campaignId, amount: 15 }
    const error = await refusalOf(client.social.edit_campaign(body, { timeoutMs: 300 }))
    expect(error).toMatchObject({ code: 'OPERATION_PENDING', operationId: 'op_relayed' })
  })

  test('the caller can end it, before the first try and between two', async () => {
    const reason = new Error('The page was closed.')
    await expect(client().user.list_users({}, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
    const controller = new AbortController()
    const { client: slow } = await createFaultyClient({ isSilent: true })
    const call = slow.user.list_users({}, { signal: controller.signal })
    controller.abort(reason)
    await expect(call).rejects.toBe(reason)
  })

  test('the key does not follow a redirect', async () => {
    const elsewhere = await startRelay(() => service.url)
    const { client } = await createFaultyClient({
      status: 307,
      headers: { location: `${elsewhere.url}/user/list_users` },
    })
    expect((await refusalOf(client.user.list_users())).code).toBe('UNEXPECTED_ANSWER')
    expect(elsewhere.requests).toEqual([])
  })
})

test('a write can be waited for by its record', async () => {
  const { operationId } = await client().social.update_campaign_status({
    userId: user.userId,
    campaignId,
    status: 'PAUSED',
  })
  expect(await client().operations.wait(operationId)).toMatchObject({ operationId, state: 'SUCCEEDED' })
})

test('a plan is given for a dry run, and nothing is done', async () => {
  const before = (await sandbox.effects()).length
  const body = { userId: user.userId, campaignId, amount: 21 }
  const { plan, planHash } = await client().social.edit_campaign({ ...body, dryRun: true })
  expect(plan.map(({ says }) => says).join()).toContain('21')
  expect((await sandbox.effects()).length).toBe(before)
  expect((await client().social.edit_campaign({ ...body, planHash })).operationId).toMatch(/^op_/)
})

test('a client without a key or with a wrong address is refused when it is made', () => {
  expect(() => createClient({ apiKey: '' })).toThrow('apiKey is required.')
  expect(() => createClient({ apiKey: 'x', url: 'localhost:8080' })).toThrow(/^url must be an http/)
})
