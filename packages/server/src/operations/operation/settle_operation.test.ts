import { afterEach, beforeAll, expect, test } from 'vitest'
import { testOperationCosts } from '../../../testing/costs.ts'
import { listEventDataSince, readEventCursor } from '../../../testing/events.ts'
import { expectRefusal, expectSuccess } from '../../../testing/expectations.ts'
import { newLinkedUser } from '../../../testing/linked.ts'
import { createSandboxAdmin } from '../../../testing/sandbox.ts'
import { type TestService, useService } from '../../../testing/service.ts'
import { springCampaignId } from '../../../testing/social.ts'
import { createUnresolvedWrite } from '../../../testing/unresolvedWrite.ts'

const service = useService()
const sandbox = createSandboxAdmin(service)
const linked = { userId: '' }
const video = { url: 'https://media.foxbakery.example/rye.mp4', name: 'Rye day' }
const resolve = (body: unknown, apiKey?: string) => service.post('operation/settle_operation', body, apiKey)

beforeAll(async () => {
  linked.userId = await newLinkedUser(service)
})
afterEach(async () => {
  await sandbox.clearFaults()
  // After ten minutes, adrail no longer holds back requests to the platform because of earlier failures.
  service.clock.advance(10 * 60_000)
})

test('operation/settle_operation resolves a write as done once, changes nothing on the platform, and audits the calling key [R4.add.operation-settle_operation, R4.add.operation-settle_operation.results]', async () => {
  const body = { ...linked, campaignId: springCampaignId, amount: 33 }
  const operationId = await createUnresolvedWrite(service, 'social/edit_campaign', body)
  await sandbox.clearRequests()
  const before = await readEventCursor(service)
  const resolution = { operationId, done: true, reason: 'It is there.' }
  const resolved = expectSuccess('operation/settle_operation', await resolve(resolution))
  expect(resolved).toMatchObject({ operationId, state: 'SUCCEEDED', outcome: { success: true } })
  expect((await sandbox.requests()).filter(({ method }) => method !== 'GET')).toEqual([])
  const { results } = await service.call('operation/get_operation', { operationId })
  expect(results).toMatchObject({ state: 'SUCCEEDED', outcome: resolved.outcome })
  const audit = await service.call('workspace/list_audit', { event: 'operation.settled', operationId })
  expect(audit.results.entries).toMatchObject([
    { actor: expect.stringMatching(/^key_/), userId: linked.userId, after: { done: true } },
  ])
  expectRefusal(await resolve(resolution), 'CANNOT_SETTLE')
  expect(await listEventDataSince(service, before)).toMatchObject([
    { type: 'operation.succeeded', operationId, operation: 'social/edit_campaign', platform: 'social' },
  ])
})

test('operation/settle_operation requires valid results to resolve an upload as done, but not to resolve the upload as not done', async () => {
  const operationId = await createUnresolvedWrite(service, 'social/upload_video', { ...video, ...linked })
  const resolution = { operationId, reason: 'Looked at the account.' }
  for (const results of ['', 'videoId', '{"videoID":"1"}'])
    expectRefusal(await resolve({ ...resolution, done: true, results }), 'INVALID_FIELD', {
      field: 'results',
    })
  const before = await readEventCursor(service)
  const resolved = expectSuccess('operation/settle_operation', await resolve({ ...resolution, done: false }))
  expect(resolved).toMatchObject({ state: 'FAILED', outcome: { code: 'OPERATION_ABANDONED' } })
  expect(await listEventDataSince(service, before)).toMatchObject([
    { type: 'operation.failed', userId: linked.userId, operationId, code: 'OPERATION_ABANDONED' },
  ])
})

test('operation/settle_operation returns OPERATION_NOT_FOUND for an unknown write', async () => {
  const resolution = { operationId: 'op_none', done: false, reason: 'Mistaken.' }
  expectRefusal(await resolve(resolution), 'OPERATION_NOT_FOUND')
})

/** Creates a new write for each request, because each write can be resolved only once. */
const unresolvedWrite = async (testService: TestService) => {
  await createSandboxAdmin(testService).clearFaults()
  testService.clock.advance(10 * 60_000)
  const body = { ...video, userId: await newLinkedUser(testService) }
  const operationId = await createUnresolvedWrite(testService, 'social/upload_video', body)
  return { operationId, done: false, reason: 'It is not there.' }
}
testOperationCosts('operation/settle_operation', { store: 13, upstream: 0 }, unresolvedWrite)
