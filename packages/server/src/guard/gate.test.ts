import { setImmediate } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { useBusyProcess } from '../../testing/busyProcess.ts'
import { expectRefusal, expectSuccess } from '../../testing/expectations.ts'
import { newestMessage, postMessage } from '../../testing/mcp.ts'
import { answerOf } from '../../testing/requests.ts'
import { testRuntime } from '../base/runtime.ts'
import { update_settings } from '../operations/workspace/update_settings.ts'
import { burstMs, fewRequests, Gate, longQueue, longTurnMs } from './gate.ts'

let holdsChanges = false
const { service, busy } = useBusyProcess(({ held }) => ({
  'workspace/update_settings': {
    ...update_settings,
    async run(body, context) {
      if (holdsChanges) await new Promise<void>((resolve) => held.push(resolve))
      return await update_settings.run(body, context)
    },
  },
}))

test('a process that falls behind sends new requests away at once, and takes them again when it has caught up', async () => {
  const { user } = (await service.call('user/create_user', { name: 'Ada' })).results
  const ask = () => service.call('user/get_profile', { userId: user.userId })

  busy.now = true
  const taken = Array.from({ length: fewRequests }, ask)
  await expect.poll(() => busy.held.length).toBe(fewRequests)
  // Neither a key nor a path is looked at, but whoever asks how the process is gets to know.
  const refused = await answerOf(service.send('/nothing'))
  expectRefusal(refused, 'OVERLOADED')
  expect(refused.headers.get('retry-after')).toBe('1')
  for (const path of ['/healthz', '/readyz']) expect((await service.send(path)).status).toBe(200)
  const metrics = await (await fetch(service.app.metricsUrl)).text()
  expect(metrics).toContain('adrail_requests_shed_total 1')

  busy.now = false
  for (const release of busy.held.splice(0)) release()
  for (const answer of await Promise.all(taken)) expect(answer.status).toBe(200)
  for (let index = 0; index < 2 * fewRequests; index++) expect((await ask()).status).toBe(200)
})

test('a freeze passes a process that sends everything else away, by a key that may, few at a time', async () => {
  const { user } = (await service.call('user/create_user', { name: 'Ada' })).results
  const ask = () => service.call('user/get_profile', { userId: user.userId })
  // Neither was seen by this process before.
  const admin = (await service.newKey({ scopes: ['admin'] })).text
  const other = (await service.newKey({ scopes: ['read', 'write', 'spend'] })).text
  const set = (frozen: boolean, apiKey = admin) =>
    service.call('workspace/update_settings', { freeze: { frozen } }, { apiKey })
  busy.now = true
  const taken = Array.from({ length: fewRequests }, ask)
  await expect.poll(() => busy.held.length).toBe(fewRequests)
  expectRefusal(await ask(), 'OVERLOADED')

  const frozen = expectSuccess('workspace/update_settings', await set(true))
  expect(frozen.freezes).toHaveLength(1)
  for (const key of [other, `${admin.slice(0, -1)}!`, 'none'])
    expectRefusal(await set(false, key), 'OVERLOADED')
  expectRefusal(await service.call('workspace/get_settings', {}, { apiKey: admin }), 'OVERLOADED')
  // Places are given back: one after the other, more pass than fit in at once.
  for (let index = 0; index < 6; index++)
    expectSuccess('workspace/update_settings', await set(index % 2 === 0))

  holdsChanges = true
  onTestFinished(() => {
    holdsChanges = false
  })
  const changes = Array.from({ length: 4 }, () => set(true))
  await expect.poll(() => busy.held.length).toBe(fewRequests + 4)
  expectRefusal(await set(true), 'OVERLOADED')

  busy.now = false
  holdsChanges = false
  for (const release of busy.held.splice(0)) release()
  for (const answer of await Promise.all([...taken, ...changes])) expect(answer.status).toBe(200)
})

test('a freeze passes from the console just as well, and nothing else that it or MCP asks for', async () => {
  const { user } = (await service.call('user/create_user', { name: 'Ada' })).results
  const ask = () => service.call('user/get_profile', { userId: user.userId })
  const admin = (await service.newKey({ scopes: ['admin', 'read'] })).text
  const session = await signedIn(admin)
  const asTool = async (name: string, given: object) => {
    const { message, headers } = newestMessage('tools/call', { name, arguments: given })
    const answer = await postMessage(service, message, { headers: { ...headers, 'x-api-key': admin } })
    return JSON.parse(await answer.text())
  }
  const inConsole = async (operation: string, body: object) =>
    await answerOf(
      service.send(`/console/api/${operation}`, {
        method: 'POST',
        headers: { ...session, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    )
  busy.now = true
  const taken = Array.from({ length: fewRequests }, ask)
  await expect.poll(() => busy.held.length).toBe(fewRequests)
  expectRefusal(await ask(), 'OVERLOADED')

  const frozen = { freeze: { frozen: true, reason: 'Stop' } }
  const set = expectSuccess('workspace/update_settings', await inConsole('workspace/update_settings', frozen))
  expect(set.freezes).toMatchObject([{ reason: 'Stop' }])
  const read = await asTool('user_get_profile', { userId: user.userId })
  expect(read.results.code).toBe('OVERLOADED')
  expectRefusal(await inConsole('user/get_profile', { userId: user.userId }), 'OVERLOADED')

  busy.now = false
  for (const release of busy.held.splice(0)) release()
  for (const answer of await Promise.all(taken)) expect(answer.status).toBe(200)
})

/** What a page of the console sends along once somebody has signed in at it. */
async function signedIn(apiKey: string): Promise<Record<string, string>> {
  const own = { origin: service.url, 'sec-fetch-site': 'same-origin' }
  const answer = await service.send('/console/session', {
    method: 'POST',
    headers: { ...own, 'content-type': 'application/json' },
    body: JSON.stringify({ apiKey }),
  })
  const [cookie = ''] = (answer.headers.get('set-cookie') ?? '').split(';')
  const { results } = JSON.parse(
    await (await service.send('/console/session', { headers: { cookie } })).text(),
  )
  return { ...own, cookie, 'x-adrail-page': results.pageToken }
}

test('one slow request does not lock the others out', async () => {
  const { user } = (await service.call('user/create_user', { name: 'Ada' })).results
  const ask = () => service.call('user/get_profile', { userId: user.userId })
  busy.now = true
  const slow = ask()
  await expect.poll(() => busy.held.length).toBe(1)
  busy.now = false
  for (const answer of await Promise.all(Array.from({ length: fewRequests - 1 }, ask)))
    expect(answer.status).toBe(200)
  for (const release of busy.held.splice(0)) release()
  expect((await slow).status).toBe(200)
})

describe('turns of the event loop that take too long', () => {
  const inFlight = 4 * fewRequests

  /** Whether another one is let in beside many, after many such turns. */
  const admitsAfter = async (refusingMs: number): Promise<boolean> => {
    const clock = testRuntime()
    const gate = new Gate(clock)
    for (let count = 0; count < inFlight; count++) gate.enter()
    for (let turn = 0; turn < 50; turn++) {
      gate.admits()
      clock.advance(2 * longTurnMs)
      gate.refused(refusingMs)
      await setImmediate()
    }
    return gate.admits()
  }

  test('let fewer in, when it was what had been let in that took so long', async () => {
    expect(await admitsAfter(0)).toBe(false)
  })

  test('let no fewer in when they went into sending others away', async () => {
    expect(await admitsAfter(longTurnMs)).toBe(true)
  })
})

describe('requests that wait for the database', () => {
  const clock = testRuntime()
  let waiting = 0
  const gate = new Gate(clock, () => waiting)

  test('keep others out when they are many for longer than a burst, and at once soon after', () => {
    waiting = longQueue
    expect(gate.admits()).toBe(true)
    clock.advance(burstMs)
    expect(gate.admits()).toBe(true)
    clock.advance(1)
    expect(gate.admits()).toBe(false)
    // For those who are not to blame there is a little more room.
    expect(gate.admitsMore()).toBe(true)
    waiting = longQueue + fewRequests
    expect(gate.admitsMore()).toBe(false)

    waiting = longQueue - 1
    expect(gate.admits()).toBe(true)
    waiting = longQueue
    expect(gate.admits()).toBe(false)

    waiting = 0
    clock.advance(1001)
    expect(gate.admits()).toBe(true)
    waiting = longQueue
    expect(gate.admits()).toBe(true)
  })
})
