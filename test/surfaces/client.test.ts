// Tests the promises of the typed client against a real service behind a network with injected faults.

import { AdrailError, createClient } from '@adrail/client'
import { createSandboxAdmin, newLinkedUser, useLinkedUser, useService } from '@adrail/server/testing'
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

describe('a call of the client', () => {
  test('returns the results without the fields success and error', async () => {
    const { campaigns, ...otherFields } = await client().social.get_campaigns({ userId: user.userId })
    expect(campaigns[0]).toMatchObject({ currencyCode: 'EUR' })
    expect(otherFields).toEqual({ pagination: { next: '', previous: '' } })
  })

  test('throws an error with the message, the code, the next action and the documentation of the service', async () => {
    const error = await refusalOf(client().social.get_campaigns({ userId: 'usr_nobody' }))
    expect(error).toMatchObject({
      name: 'AdrailError',
      operation: 'social/get_campaigns',
      code: 'USER_NOT_FOUND',
      status: 404,
      retryable: false,
      action: 'Check the id, or create the user with user/create_user.',
      message:
        'This workspace has no user "usr_nobody". Check the id, or create the user with user/create_user.',
      docs: `${service.url}/docs/errors#USER_NOT_FOUND`,
    })
    expect(error.requestId).toMatch(/^req_/)
    expect(JSON.stringify(error)).not.toContain(service.apiKey)
  })

  test('throws an error with the name of an unknown field', async () => {
    const misspelt = { userId: user.userId, campaignId, amount: 3, dryrun: true }
    const error = await refusalOf(client().social.edit_campaign(misspelt))
    expect(error).toMatchObject({ code: 'UNKNOWN_FIELD', field: 'dryrun', status: 400 })
    expect(error.details).toHaveLength(1)
  })

  test('throws an error when the platform refuses the request, although the status is 200', async () => {
    const error = await refusalOf(
      client().social.get_ads({ userId: user.userId, campaignId: '99999999999999' }),
    )
    expect(error).toMatchObject({ code: 'OBJECT_NOT_FOUND', status: 200, field: 'campaignId' })
  })

  test('passes the response to onAnswer', async () => {
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

  test('passes each attempt to onAnswer, with the error code and the operationId of a failed attempt', async () => {
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

  test('treats undefined fields and options as omitted', async () => {
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

  test('throws a TypeError and sends nothing when its body or idempotency key is invalid', async () => {
    const { relay, client: reached } = await createFaultyClient()
    const large = { name: 1n } as unknown as { name: string }
    await expect(reached.user.create_user(large)).rejects.toThrow(TypeError)
    const write = { userId: user.userId, campaignId, amount: 3 }
    await expect(reached.social.edit_campaign(write, { idempotencyKey: '3 €' })).rejects.toThrow(TypeError)
    expect(relay.requests).toEqual([])
  })

  test('can be made by the name of the operation', async () => {
    const { user: found } = await client().call('user/get_profile', { userId: user.userId })
    expect(found.userId).toBe(user.userId)
  })
})

describe('a client for one user', () => {
  test('sends the user only to operations that accept one', async () => {
    const bound = client().with({ userId: user.userId })
    expect((await bound.user.get_profile()).user.userId).toBe(user.userId)
    expect((await bound.social.get_pixels_list()).pixels.length).toBeGreaterThan(0)
    expect((await bound.user.list_users()).users.length).toBeGreaterThan(0)
  })

  test('sends the user in a call instead of its own', async () => {
    const { user: other } = await client().user.create_user({ name: 'Other', externalId: 'other-one' })
    const bound = client().with({ userId: user.userId })
    expect((await bound.user.get_profile({ userId: other.userId })).user.name).toBe('Other')
    expect((await bound.user.get_profile({ externalId: 'other-one' })).user.name).toBe('Other')
  })
})

test('the client returns ids of ad accounts as text with all their digits', async () => {
  const userId = await newLinkedUser(service, { person: 'greta' })
  const { connectedAccounts } = await client().auth.get_connected_accounts_data({ userId })
  const { adAccountId, adAccountIdText } = connectedAccounts.socialAds ?? {}
  expect(adAccountId).toBe(adAccountIdText)
  expect(BigInt(adAccountId ?? '')).toBeGreaterThan(BigInt(Number.MAX_SAFE_INTEGER))
})

describe('a paginated list of the client', () => {
  test('is read page by page to its end, or only as far as its limit', async () => {
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

describe('the client in an unreliable network', () => {
  const read = (by: ReturnType<typeof client>) => by.user.get_profile({ userId: user.userId })
  const write = (by: ReturnType<typeof client>, amount: number) =>
    by.social.edit_campaign({ userId: user.userId, campaignId, amount })
  const budgetChanges = async () =>
    (await sandbox.effects()).filter(({ call }) => call.startsWith('campaign')).length

  test.each<[string, RelayFault]>([
    ['a reset', {}],
    ['a lost response', { reachesService: true }],
    ['a 502 response of a proxy', { status: 502, body: '<html>' }],
    ['a 429 response of a proxy', { status: 429, headers: { 'retry-after': '0' }, body: 'Slow down.' }],
    ['a 429 response with retry-after', tooFast(now)],
    ['a 429 response without retry-after', tooFast()],
  ])('retries a read after %s', async (_what, spoiling) => {
    const { relay, client } = await createFaultyClient(spoiling)
    expect((await read(client)).user.userId).toBe(user.userId)
    expect(relay.requests).toHaveLength(2)
  })

  test.each<[string, number, readonly RelayFault[]]>([
    ['resets before the request arrives', 14.1, [{}, {}]],
    ['lost responses', 14.2, [{ reachesService: true }, { reachesService: true }]],
    [
      'responses with an unknown outcome',
      14.3,
      Array.from({ length: 6 }, () => ({ ...pending, reachesService: true })),
    ],
  ])(
    'retries a write under one idempotency key after %s, and the write has one effect',
    async (_what, amount, spoilings) => {
      const { relay, client } = await createFaultyClient(...spoilings)
      const before = await budgetChanges()
      const { operationId } = await write(client, amount)
      expect(operationId).toMatch(/^op_/)
      expect(await budgetChanges()).toBe(before + 1)
      expect(relay.requests).toHaveLength(spoilings.length + 1)
      expect(new Set(relay.requests.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1)
      expect(relay.requests[0]?.idempotencyKey).toMatch(/^[0-9a-f]{32}$/)
    },
  )

  test('requests a wait of the service only with the option waitSeconds', async () => {
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

  test('executes a write once when two clients send it with the same idempotency key', async () => {
    const before = await budgetChanges()
    const options = { idempotencyKey: 'budget-of-monday' }
    const body = { userId: user.userId, campaignId, amount: 17.5 }
    const first = await client().social.edit_campaign(body, options)
    const second = await client().social.edit_campaign(body, options)
    expect(second).toEqual(first)
    expect(await budgetChanges()).toBe(before + 1)
  })

  test('does not retry user/create_user when the service may have executed it', async () => {
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

  test('stops after maxRetries retries', async () => {
    const { relay, client } = await createFaultyClient({}, {}, {}, {})
    const error = await refusalOf(client.user.list_users({}, { maxRetries: 2 }))
    expect(error.code).toBe('CONNECTION_FAILED')
    expect(relay.requests).toHaveLength(3)
  })

  test('does not retry when retry-after exceeds its timeout', async () => {
    const { relay, client } = await createFaultyClient(tooFast({ 'retry-after': '3600' }))
    expect((await refusalOf(read(client))).code).toBe('RATE_LIMITED')
    expect(relay.requests).toHaveLength(1)
  })

  test('throws TIMED_OUT with the idempotency key of a write when no response arrives', async () => {
    const { client } = await createFaultyClient({ isSilent: true })
    const body = { userId: user.userId, campaignId, amount: 15 }
    const error = await refusalOf(client.social.edit_campaign(body, { timeoutMs: 50 }))
    expect(error).toMatchObject({
      code: 'TIMED_OUT',
      idempotencyKey: expect.stringMatching(/^[0-9a-f]{32}$/),
    })
  })

  test('throws OPERATION_PENDING with the operationId when a pending write exceeds its timeout', async () => {
    const { client } = await createFaultyClient(pending, { isSilent: true })
    const body = { userId: user.userId, campaignId, amount: 15 }
    const error = await refusalOf(client.social.edit_campaign(body, { timeoutMs: 300 }))
    expect(error).toMatchObject({ code: 'OPERATION_PENDING', operationId: 'op_relayed' })
  })

  test('stops when the caller aborts a call before or during the first attempt', async () => {
    const reason = new Error('The page was closed.')
    await expect(client().user.list_users({}, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
    const controller = new AbortController()
    const { client: slow } = await createFaultyClient({ isSilent: true })
    const call = slow.user.list_users({}, { signal: controller.signal })
    controller.abort(reason)
    await expect(call).rejects.toBe(reason)
  })

  test('does not send the API key to the target of a redirect', async () => {
    const elsewhere = await startRelay(() => service.url)
    const { client } = await createFaultyClient({
      status: 307,
      headers: { location: `${elsewhere.url}/user/list_users` },
    })
    expect((await refusalOf(client.user.list_users())).code).toBe('UNEXPECTED_ANSWER')
    expect(elsewhere.requests).toEqual([])
  })
})

test('operations.wait returns the final state of a write', async () => {
  const { operationId } = await client().social.update_campaign_status({
    userId: user.userId,
    campaignId,
    status: 'PAUSED',
  })
  expect(await client().operations.wait(operationId)).toMatchObject({ operationId, state: 'SUCCEEDED' })
})

test('a dry run of the client changes nothing and returns a planHash that executes the write', async () => {
  const before = (await sandbox.effects()).length
  const body = { userId: user.userId, campaignId, amount: 21 }
  const { plan, planHash } = await client().social.edit_campaign({ ...body, dryRun: true })
  expect(plan.map(({ says }) => says).join()).toContain('21')
  expect((await sandbox.effects()).length).toBe(before)
  expect((await client().social.edit_campaign({ ...body, planHash })).operationId).toMatch(/^op_/)
})

test('createClient refuses an empty API key and an invalid URL', () => {
  expect(() => createClient({ apiKey: '' })).toThrow('apiKey is required.')
  expect(() => createClient({ apiKey: 'x', url: 'localhost:8080' })).toThrow(/^url must be an http/)
})
