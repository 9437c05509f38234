import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { expectRefusal, expectSuccess } from '../../../testing/expectations.ts'
import { newLinkedUser } from '../../../testing/linked.ts'
import { createSandboxAdmin } from '../../../testing/sandbox.ts'
import { newProUser, newSearchUser } from '../../../testing/search.ts'
import { useService } from '../../../testing/service.ts'

const service = useService()
const garden = { accountId: '1001200300401', pageId: '104500000000002' }
const users = { social: '', other: '', search: '', pro: '' }
beforeAll(async () => {
  users.social = await newLinkedUser(service)
  users.other = await newLinkedUser(service, garden)
  users.search = await newSearchUser(service)
  users.pro = await newProUser(service)
})
afterEach(async () => {
  await createSandboxAdmin(service).clearFaults()
  service.clock.advance(10 * 60_000)
})

const platforms = [
  ['social', 'social/get_pixels_list', 'adspixels.list'],
  ['search', 'search/get_lead_forms', 'googleAds:search'],
  ['pro', 'pro/get_audiences_list', 'dmpSegments.account'],
] as const

describe.each(platforms)('the circuit breaker for an ad account of %s', (platform, operation, call) => {
  const sandbox = createSandboxAdmin(service, platform)
  const ask = () => service.call(operation, { userId: users[platform] })
  /** Opens the circuit breaker. Two requests with their automatic retries fail often enough. */
  const failTwice = async (trouble: object) => {
    await sandbox.injectFault({ call, times: 100, ...trouble })
    await ask()
    await ask()
    await sandbox.clearRequests()
  }

  test.each([{ kind: 'reset' }, { kind: 'status', status: 503 }])(
    'refuses calls at once with Retry-After, after two requests failed with %j',
    async (trouble) => {
      await failTwice(trouble)
      for (let call = 0; call < 5; call++) {
        const response = await ask()
        expectRefusal(response, 'UPSTREAM_UNAVAILABLE')
        expect(response.headers.get('retry-after')).toBe('4')
      }
      expect(await sandbox.requests()).toEqual([])
    },
  )

  test('stays closed after seven failed calls in a row, as may happen while 3 of 10 calls fail', async () => {
    await sandbox.injectFault({ call, kind: 'reset', times: 7 })
    expectRefusal(await ask(), 'UPSTREAM_UNAVAILABLE')
    expectSuccess(operation, await ask())
  })

  test('admits one trial call after 4 seconds, and all calls after a trial call succeeds', async () => {
    await failTwice({ kind: 'reset' })
    service.clock.advance(4000)
    expectRefusal(await ask(), 'UPSTREAM_UNAVAILABLE')
    expect(await sandbox.requests(call)).toHaveLength(1)

    await sandbox.clearFaults()
    expectRefusal(await ask(), 'UPSTREAM_UNAVAILABLE')
    service.clock.advance(4000)
    expectSuccess(operation, await ask())
    expectSuccess(operation, await ask())
  })

  test('stays closed when the platform refuses calls', async () => {
    const status = platform === 'social' ? 400 : 403
    await sandbox.injectFault({ call, kind: 'status', status, times: 100 })
    await sandbox.clearRequests()
    for (let call = 0; call < 10; call++) expect((await ask()).status).not.toBe(503)
    expect((await sandbox.requests(call)).length).toBeGreaterThanOrEqual(10)
  })
})

test('the circuit breaker of one ad account does not refuse calls to another ad account', async () => {
  const sandbox = createSandboxAdmin(service)
  const ask = (userId: string) => service.call('social/get_pixels_list', { userId })
  await sandbox.injectFault({ call: 'adspixels.list', kind: 'reset', times: 8 })
  await ask(users.social)
  await ask(users.social)
  expectRefusal(await ask(users.social), 'UPSTREAM_UNAVAILABLE')
  await sandbox.clearFaults()
  expectSuccess('social/get_pixels_list', await ask(users.other))
})

test('a write that the circuit breaker refuses has no effect, does not use its idempotency key, and succeeds when retried', async () => {
  const sandbox = createSandboxAdmin(service)
  await sandbox.injectFault({ call: 'adspixels.list', kind: 'reset', times: 100 })
  for (let call = 0; call < 2; call++) await service.call('social/get_pixels_list', { userId: users.social })
  await sandbox.clearFaults()
  await sandbox.clearRequests()
  const body = { userId: users.social, url: `${sandbox.url}/_media/video/spring.mp4` }
  const upload = () =>
    service.call('social/upload_video', body, { headers: { 'idempotency-key': 'kept-back' } })

  const response = await upload()
  expectRefusal(response, 'UPSTREAM_UNAVAILABLE')
  expect(response.headers.get('retry-after')).toBe('4')
  expect(await sandbox.requests()).toEqual([])
  const { db } = service.app.store
  expect(await db.selectFrom('operations').select('state').execute()).toEqual([])

  service.clock.advance(4000)
  expectSuccess('social/upload_video', await upload())
  expectSuccess('social/upload_video', await upload())
  expect((await sandbox.requests('advideos.create')).length).toBe(1)
})
