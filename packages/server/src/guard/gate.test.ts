import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectRefusal } from '../../testing/expectations.ts'
import { answerOf } from '../../testing/requests.ts'
import { useService } from '../../testing/service.ts'
import { get_profile } from '../operations/user/get_profile.ts'
import { fewRequests, longTurnMs } from './gate.ts'

let isBusy = false
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
