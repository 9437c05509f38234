import { expect, test } from 'vitest'
import { testOperationCosts } from '../../../testing/costs.ts'
import { expectRefusal, expectSuccess } from '../../../testing/expectations.ts'
import { useService } from '../../../testing/service.ts'
import { newWebhookWorkspace } from '../../../testing/webhooks.ts'

const service = useService()

test("webhook/list_endpoints returns only endpoints of the caller's workspace, and no webhook operation finds an endpoint of another workspace [R4.add.webhook-list_endpoints, R4.add.webhook-list_endpoints.results]", async () => {
  const [corner, other] = [await newWebhookWorkspace(service), await newWebhookWorkspace(service)]
  const { endpointId } = await corner.newEndpoint()
  const list = async ({ post }: typeof corner) =>
    expectSuccess('webhook/list_endpoints', await post('webhook/list_endpoints', {}))
  expect(await list(corner)).toMatchObject({ endpoints: [{ endpointId }] })
  expect(await list(other)).toMatchObject({ endpoints: [] })
  for (const operation of [
    'update_endpoint',
    'delete_endpoint',
    'rotate_secret',
    'test_endpoint',
    'list_deliveries',
  ] as const)
    expectRefusal(await other.post(`webhook/${operation}`, { endpointId }), 'ENDPOINT_NOT_FOUND')
  const since = '2026-01-01T00:00:00Z'
  expectRefusal(await other.post('webhook/replay', { endpointId, since }), 'ENDPOINT_NOT_FOUND')
})

test('webhook/list_endpoints returns endpoint URLs only to keys with the scope admin', async () => {
  const { id: workspaceId, apiKey } = await service.newWorkspace()
  const url = 'http://localhost:1/hooks?token=secret'
  const created = await service.call('webhook/create_endpoint', { url }, { apiKey })
  expect(created.results.endpoint.url).toBe(url)
  const { text } = await service.newKey({
    workspaceId,
    scopes: ['read', 'leads', 'write', 'spend', 'link', 'approve'],
  })
  const listed = await service.call('webhook/list_endpoints', {}, { apiKey: text })
  expect(listed.results.endpoints).toEqual([{ ...created.results.endpoint, url: '' }])
  expect(listed.text).not.toContain('secret')
})

testOperationCosts('webhook/list_endpoints', { store: 1, upstream: 0 })
