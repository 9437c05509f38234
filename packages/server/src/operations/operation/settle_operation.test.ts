import { afterEach, beforeAll, expect, test } from 'vitest'
import { costs } from '../../../testing/costs.ts'
import { endOfEvents, toldSince } from '../../../testing/events.ts'
import { expectRefusal, expectSuccess } from '../../../testing/expectations.ts'
import { linkedUser } from '../../../testing/linked.ts'
import { sandboxOf } from '../../../testing/sandbox.ts'
import { type TestService, useService } from '../../../testing/service.ts'
import { spring } from '../../../testing/social.ts'
import { inNeed } from '../../../testing/unsettled.ts'

const service = useService()
const sandbox = sandboxOf(service)
const linked = { userId: '' }
const video = { url: 'https://media.foxbakery.example/rye.mp4', name: 'Rye day' }
const settle = (body: unknown, apiKey?: string) => service.post('operation/settle_operation', body, apiKey)

beforeAll(async () => {
  linked.userId = await linkedUser(service)
})
afterEach(async () => {
  await sandbox.forgetFaults()
  // Whatever was kept back is let through again.
  service.clock.advance(10 * 60_000)
})

test('settles a write as done, once, without a word to the platform, and records who said it [R4.add.operation-settle_operation, R4.add.operation-settle_operation.results]', async () => {
  const body = { ...linked, campaignId: spring, amount: 33 }
  const operationId = await inNeed(service, 'social/edit_campaign', body)
  await sandbox.forget()
  const before = await endOfEvents(service)
  const said = { operationId, done: true, reason: 'It is there.' }
  const settled = expectSuccess('operation/settle_operation', await settle(said))
  expect(settled).toMatchObject({ operationId, state: 'SUCCEEDED', outcome: { success: true } })
  expect((await sandbox.requests()).filter(({ method }) => method !== 'GET')).toEqual([])
  const { results } = await service.call('operation/get_operation', { operationId })
  expect(results).toMatchObject({ state: 'SUCCEEDED', outcome: settled.outcome })
  const audit = await service.call('workspace/list_audit', { event: 'operation.settled', operationId })
  expect(audit.results.entries).toMatchObject([
    { actor: expect.stringMatching(/^key_/), userId: linked.userId, after: { done: true } },
  ])
  expectRefusal(await settle(said), 'CANNOT_SETTLE')
  expect(await toldSince(service, before)).toMatchObject([
    { type: 'operation.succeeded', operationId, operation: 'social/edit_campaign', platform: 'social' },
  ])
})

test('asks for what the write answers where it was done, and settles it as not done', async () => {
  const operationId = await inNeed(service, 'social/upload_video', { ...video, ...linked })
  const said = { operationId, reason: 'Looked at the account.' }
  for (const results of ['', 'videoId', '{"videoID":"1"}'])
    expectRefusal(await settle({ ...said, done: true, results }), 'INVALID_FIELD', { field: 'results' })
  const before = await endOfEvents(service)
  const settled = expectSuccess('operation/settle_operation', await settle({ ...said, done: false }))
  expect(settled).toMatchObject({ state: 'FAILED', outcome: { code: 'OPERATION_ABANDONED' } })
  expect(await toldSince(service, before)).toMatchObject([
    { type: 'operation.failed', userId: linked.userId, operationId, code: 'OPERATION_ABANDONED' },
  ])
})

test('knows no write of another workspace', async () => {
  const said = { operationId: 'op_none', done: false, reason: 'Mistaken.' }
  expectRefusal(await settle(said), 'OPERATION_NOT_FOUND')
})

/** Anew for each request, because a write is settled once. */
const unsettled = async (asked: TestService) => {
  await sandboxOf(asked).forgetFaults()
  asked.clock.advance(10 * 60_000)
  const body = { ...video, userId: await linkedUser(asked) }
  const operationId = await inNeed(asked, 'social/upload_video', body)
  return { operationId, done: false, reason: 'It is not there.' }
}
costs('operation/settle_operation', { store: 13, upstream: 0 }, unsettled)
