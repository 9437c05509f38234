import { setImmediate } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { useBusyProcess } from '../../testing/busyProcess.ts'
import { expectRefusal, expectSuccess } from '../../testing/expectations.ts'
import { buildNewestMessage, postMessage } from '../../testing/mcp.ts'
import { readResponse } from '../../testing/requests.ts'
import { update_settings } from '../operations/workspace/update_settings.ts'
import { testRuntime } from '../runtime/runtime.ts'
import { burstMs, LoadShedder, maxIterationMs, maxStoreQueueLength, minAdmitted } from './loadShedder.ts'

let holdsChanges = false
const { service, busy } = useBusyProcess(({ pendingReleases }) => ({
  'workspace/update_settings': {
    ...update_settings,
    async run(body, context) {
      if (holdsChanges) await new Promise<void>((resolve) => pendingReleases.push(resolve))
      return await update_settings.run(body, context)
    },
  },
}))

test('a process that falls behind refuses new requests at once, and admits them again when it has caught up', async () => {
  const { user } = (await service.call('user/create_user', { name: 'Ada' })).results
  const ask = () => service.call('user/get_profile', { userId: user.userId })

  busy.isBusy = true
  const admitted = Array.from({ length: minAdmitted }, ask)
  await expect.poll(() => busy.pendingReleases.length).toBe(minAdmitted)
  // The process checks neither the key nor the path of a refused request, but responds to health checks.
  const refused = await readResponse(service.send('/nothing'))
  expectRefusal(refused, 'OVERLOADED')
  expect(refused.headers.get('retry-after')).toBe('1')
  for (const path of ['/healthz', '/readyz']) expect((await service.send(path)).status).toBe(200)
  const metrics = await (await fetch(service.app.metricsUrl)).text()
  expect(metrics).toContain('adrail_requests_shed_total 1')

  busy.isBusy = false
  for (const release of busy.pendingReleases.splice(0)) release()
  for (const response of await Promise.all(admitted)) expect(response.status).toBe(200)
  for (let index = 0; index < 2 * minAdmitted; index++) expect((await ask()).status).toBe(200)
})

test('an overloaded process admits a freeze with an admin key, at most four at a time', async () => {
  const { user } = (await service.call('user/create_user', { name: 'Ada' })).results
  const ask = () => service.call('user/get_profile', { userId: user.userId })
  // The process has not cached either key.
  const admin = (await service.newKey({ scopes: ['admin'] })).text
  const other = (await service.newKey({ scopes: ['read', 'write', 'spend'] })).text
  const set = (frozen: boolean, apiKey = admin) =>
    service.call('workspace/update_settings', { freeze: { frozen } }, { apiKey })
  busy.isBusy = true
  const admitted = Array.from({ length: minAdmitted }, ask)
  await expect.poll(() => busy.pendingReleases.length).toBe(minAdmitted)
  expectRefusal(await ask(), 'OVERLOADED')

  const frozen = expectSuccess('workspace/update_settings', await set(true))
  expect(frozen.freezes).toHaveLength(1)
  for (const key of [other, `${admin.slice(0, -1)}!`, 'none'])
    expectRefusal(await set(false, key), 'OVERLOADED')
  expectRefusal(await service.call('workspace/get_settings', {}, { apiKey: admin }), 'OVERLOADED')
  // Each change releases its slot, so more changes succeed one after another than fit in at once.
  for (let index = 0; index < 6; index++)
    expectSuccess('workspace/update_settings', await set(index % 2 === 0))

  holdsChanges = true
  onTestFinished(() => {
    holdsChanges = false
  })
  const changes = Array.from({ length: 4 }, () => set(true))
  await expect.poll(() => busy.pendingReleases.length).toBe(minAdmitted + 4)
  expectRefusal(await set(true), 'OVERLOADED')

  busy.isBusy = false
  holdsChanges = false
  for (const release of busy.pendingReleases.splice(0)) release()
  for (const response of await Promise.all([...admitted, ...changes])) expect(response.status).toBe(200)
})

test('an overloaded process admits a freeze from the console, but no other request from the console or MCP', async () => {
  const { user } = (await service.call('user/create_user', { name: 'Ada' })).results
  const ask = () => service.call('user/get_profile', { userId: user.userId })
  const admin = (await service.newKey({ scopes: ['admin', 'read'] })).text
  const session = await signedIn(admin)
  const asTool = async (name: string, args: object) => {
    const { message, headers } = buildNewestMessage('tools/call', { name, arguments: args })
    const response = await postMessage(service, message, { headers: { ...headers, 'x-api-key': admin } })
    return JSON.parse(await response.text())
  }
  const inConsole = async (operation: string, body: object) =>
    await readResponse(
      service.send(`/console/api/${operation}`, {
        method: 'POST',
        headers: { ...session, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    )
  busy.isBusy = true
  const admitted = Array.from({ length: minAdmitted }, ask)
  await expect.poll(() => busy.pendingReleases.length).toBe(minAdmitted)
  expectRefusal(await ask(), 'OVERLOADED')

  const frozen = { freeze: { frozen: true, reason: 'Stop' } }
  const set = expectSuccess('workspace/update_settings', await inConsole('workspace/update_settings', frozen))
  expect(set.freezes).toMatchObject([{ reason: 'Stop' }])
  const read = await asTool('user_get_profile', { userId: user.userId })
  expect(read.results.code).toBe('OVERLOADED')
  expectRefusal(await inConsole('user/get_profile', { userId: user.userId }), 'OVERLOADED')

  busy.isBusy = false
  for (const release of busy.pendingReleases.splice(0)) release()
  for (const response of await Promise.all(admitted)) expect(response.status).toBe(200)
})

/** Signs in to the console. Returns the headers that a console page sends afterwards. */
async function signedIn(apiKey: string): Promise<Record<string, string>> {
  const own = { origin: service.url, 'sec-fetch-site': 'same-origin' }
  const response = await service.send('/console/session', {
    method: 'POST',
    headers: { ...own, 'content-type': 'application/json' },
    body: JSON.stringify({ apiKey }),
  })
  const [cookie = ''] = (response.headers.get('set-cookie') ?? '').split(';')
  const { results } = JSON.parse(
    await (await service.send('/console/session', { headers: { cookie } })).text(),
  )
  return { ...own, cookie, 'x-adrail-page': results.pageToken }
}

test('one slow request does not make the process refuse other requests', async () => {
  const { user } = (await service.call('user/create_user', { name: 'Ada' })).results
  const ask = () => service.call('user/get_profile', { userId: user.userId })
  busy.isBusy = true
  const slow = ask()
  await expect.poll(() => busy.pendingReleases.length).toBe(1)
  busy.isBusy = false
  for (const response of await Promise.all(Array.from({ length: minAdmitted - 1 }, ask)))
    expect(response.status).toBe(200)
  for (const release of busy.pendingReleases.splice(0)) release()
  expect((await slow).status).toBe(200)
})

describe('long iterations of the event loop', () => {
  const inFlight = 4 * minAdmitted

  /** Returns whether one more request is admitted after many long iterations with many requests in flight. */
  const admitsAfter = async (refusingMs: number): Promise<boolean> => {
    const clock = testRuntime()
    const shedder = new LoadShedder(clock)
    for (let count = 0; count < inFlight; count++) shedder.enter()
    for (let iteration = 0; iteration < 50; iteration++) {
      shedder.tryAdmit()
      clock.advance(2 * maxIterationMs)
      shedder.recordRefusal(refusingMs)
      await setImmediate()
    }
    return shedder.tryAdmit()
  }

  test('reduce the number of admitted requests when admitted requests caused them', async () => {
    expect(await admitsAfter(0)).toBe(false)
  })

  test('do not reduce the number of admitted requests when refusals caused them', async () => {
    expect(await admitsAfter(maxIterationMs)).toBe(true)
  })
})

describe('requests that wait for the database', () => {
  const clock = testRuntime()
  let waiting = 0
  const shedder = new LoadShedder(clock, () => waiting)

  test('cause refusals when many of them wait for longer than a burst, and at once soon after', () => {
    waiting = maxStoreQueueLength
    expect(shedder.tryAdmit()).toBe(true)
    clock.advance(burstMs)
    expect(shedder.tryAdmit()).toBe(true)
    clock.advance(1)
    expect(shedder.tryAdmit()).toBe(false)
    // A few more requests are admitted from workspaces that did not cause the load.
    expect(shedder.tryAdmitExtra()).toBe(true)
    waiting = maxStoreQueueLength + minAdmitted
    expect(shedder.tryAdmitExtra()).toBe(false)

    waiting = maxStoreQueueLength - 1
    expect(shedder.tryAdmit()).toBe(true)
    waiting = maxStoreQueueLength
    expect(shedder.tryAdmit()).toBe(false)

    waiting = 0
    clock.advance(1001)
    expect(shedder.tryAdmit()).toBe(true)
    waiting = maxStoreQueueLength
    expect(shedder.tryAdmit()).toBe(true)
  })
})
