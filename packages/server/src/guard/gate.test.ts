import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectRefusal, expectSuccess } from '../../testing/expectations.ts'
import { answerOf } from '../../testing/requests.ts'
import { useService } from '../../testing/service.ts'
import { get_profile } from '../operations/user/get_profile.ts'
import { update_settings } from '../operations/workspace/update_settings.ts'
import { fewRequests, longTurnMs } from './gate.ts'

let isBusy = false
let holdsChanges = false
let held: (() => void)[] = []
const service = useService({
  handlers: {
    'user/get_profile': {
      ...get_profile,
      async run(body, context) {
        if (isBusy) await new Promise<void>((resolve) => held.push(resolve))
        return await get_profile.run(body, context)
      },
    },
    'workspace/update_settings': {
      ...update_settings,
      async run(body, context) {
        if (holdsChanges) await new Promise<void>((resolve) => held.push(resolve))
        return await update_settings.run(body, context)
      },
    },
  },
})

// A busy process: right after it has taken a request in, and before anything else can happen, time passes.
const passTime = () => queueMicrotask(() => isBusy && service.clock.advance(longTurnMs + 1))
beforeAll(() => subscribe('http.server.request.start', passTime))
afterAll(() => unsubscribe('http.server.request.start', passTime))

test('a process that falls behind sends new requests away at once, and takes them again when it has caught up', async () => {
  const { user } = (await service.call('user/create_user', { name: 'Ada' })).results
  const ask = () => service.call('user/get_profile', { userId: user.userId })

  isBusy = true
  const taken = Array.from({ length: fewRequests }, ask)
  await expect.poll(() => held.length).toBe(fewRequests)
  // Neither a key nor a path is looked at, but whoever asks how the process is gets to know.
  const refused = await answerOf(service.send('/nothing'))
  expectRefusal(refused, 'OVERLOADED')
  expect(refused.headers.get('retry-after')).toBe('1')
  for (const path of ['/healthz', '/readyz']) expect((await service.send(path)).status).toBe(200)
  const metrics = await (await fetch(service.app.metricsUrl)).text()
  expect(metrics).toContain('adrail_requests_shed_total 1')

  isBusy = false
  for (const release of held.splice(0)) release()
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
  isBusy = true
  held = []
  const taken = Array.from({ length: fewRequests }, ask)
  await expect.poll(() => held.length).toBe(fewRequests)
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
  const changes = Array.from({ length: 4 }, () => set(true))
  await expect.poll(() => held.length).toBe(fewRequests + 4)
  expectRefusal(await set(true), 'OVERLOADED')

  isBusy = false
  holdsChanges = false
  for (const release of held.splice(0)) release()
  for (const answer of await Promise.all([...taken, ...changes])) expect(answer.status).toBe(200)
})

test('one slow request does not lock the others out', async () => {
  const { user } = (await service.call('user/create_user', { name: 'Ada' })).results
  const ask = () => service.call('user/get_profile', { userId: user.userId })
  isBusy = true
  held = []
  const slow = ask()
  await expect.poll(() => held.length).toBe(1)
  isBusy = false
  for (const answer of await Promise.all(Array.from({ length: fewRequests - 1 }, ask)))
    expect(answer.status).toBe(200)
  for (const release of held.splice(0)) release()
  expect((await slow).status).toBe(200)
})
