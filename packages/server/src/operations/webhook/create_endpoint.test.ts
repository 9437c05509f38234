import { beforeEach, describe, expect, test } from 'vitest'
import { testOperationCosts } from '../../../testing/costs.ts'
import { expectRefusal, expectSuccess } from '../../../testing/expectations.ts'
import { useService } from '../../../testing/service.ts'
import {
  newWebhookWorkspace,
  unreachableUrl as url,
  type WebhookWorkspace,
} from '../../../testing/webhooks.ts'

const service = useService()
let corner: WebhookWorkspace
beforeEach(async () => {
  corner = await newWebhookWorkspace(service)
})

describe('webhook/create_endpoint', () => {
  test('creates an endpoint, returns its secret once and does not store the secret in plain text [R4.add.webhook-create_endpoint, R4.add.webhook-create_endpoint.results]', async () => {
    const body = { url, types: ['link.failed', 'user.deleted'], description: 'First' }
    const response = await corner.post('webhook/create_endpoint', body)
    const { endpoint, secret } = expectSuccess('webhook/create_endpoint', response)
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(endpoint).toMatchObject({ ...body, status: 'enabled', reason: '', failingSince: '' })
    const { endpoints } = (await corner.call('webhook/list_endpoints', {})).results
    expect(endpoints).toEqual([endpoint])
    const rows = await service.app.store.db.selectFrom('webhook_endpoints').selectAll().execute()
    expect(JSON.stringify([endpoints, rows])).not.toContain(String(secret).slice(6))
  })

  test('creates at most 100 endpoints per workspace, also when two requests are concurrent', async () => {
    for (let made = 0; made < 99; made++) await corner.newEndpoint()
    // Concurrent requests count each other's endpoints.
    const last = await Promise.all([1, 2].map(() => corner.post('webhook/create_endpoint', { url })))
    expect(last.map(({ status }) => status).sort()).toEqual([200, 422])
    expectRefusal(await corner.post('webhook/create_endpoint', { url }), 'ENDPOINT_LIMIT_REACHED')
  })

  test.each([
    ['an unknown event type', { url, types: ['user.delete'] }, 'types[0]'],
    ['a duplicate event type', { url, types: ['user.deleted', 'user.deleted'] }, 'types'],
    ['a URL with a password', { url: 'https://me:secret@example.com/' }, 'url'],
    ['a URL with the scheme ftp', { url: 'ftp://example.com/' }, 'url'],
  ])('refuses %s and reports the field', async (_, body, field) => {
    expectRefusal(await corner.post('webhook/create_endpoint', body), 'INVALID_FIELD', { field })
  })

  test('returns FORBIDDEN to a key without the scope admin, as do webhook/rotate_secret and webhook/replay', async () => {
    const { text } = await service.newKey({ scopes: ['read', 'write', 'link', 'spend'] })
    for (const operation of ['create_endpoint', 'rotate_secret', 'replay'] as const)
      expectRefusal(await service.post(`webhook/${operation}`, { url }, text), 'FORBIDDEN')
  })
})

testOperationCosts('webhook/create_endpoint', { store: 8, upstream: 0 })
