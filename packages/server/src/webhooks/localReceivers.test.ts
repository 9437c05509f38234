// Tests endpoints on the machine of the service. The demo allows them to developers. Tenants could use them
// to scan the ports of the machine.

import { expect, test } from 'vitest'
import { expectRefusal } from '../../testing/expectations.ts'
import { type Receiver, useReceiver } from '../../testing/receiver.ts'
import { startTestService, type TestService, testDatabaseUrl, useService } from '../../testing/service.ts'
import { newEndpoint } from '../../testing/webhooks.ts'
import { demoWorkspaceId, insertWorkspace } from '../store/workspaces.ts'

const databaseUrl = testDatabaseUrl()
const receiver = useReceiver()
const service = useService({ environment: { WEBHOOK_LOCAL_PORTS: '' } })

async function demoKey(of: TestService): Promise<string> {
  const { store, service } = of.app
  await insertWorkspace(store.db, { id: demoWorkspaceId, name: 'Demo', created_at: service.runtime.now() })
  return (await of.newKey({ workspaceId: demoWorkspaceId })).text
}

const portOf = ({ url }: Receiver) => new URL(url).port

test('a workspace other than the demo cannot create, update or test an endpoint on this machine, or receive events there', async () => {
  const { apiKey } = await service.newWorkspace()
  const call: TestService['call'] = (operation, body) => service.call(operation, body, { apiKey })
  for (const host of ['127.0.0.1', 'localhost', '[::1]'])
    for (const port of [portOf(receiver), '1'])
      expectRefusal(
        await service.post('webhook/create_endpoint', { url: `http://${host}:${port}/` }, apiKey),
        'ENDPOINT_URL_NOT_ALLOWED',
        { field: 'url' },
      )

  // A release that allowed such URLs may have stored them in the database.
  const problems: string[] = []
  for (const url of [`${receiver.url}/left`, 'http://127.0.0.1:1/']) {
    const { endpointId } = await newEndpoint(service, { url: 'https://93.184.216.34/', apiKey })
    await service.app.store.db
      .updateTable('webhook_endpoints')
      .set({ url })
      .where('id', '=', endpointId)
      .execute()
    problems.push((await call('webhook/test_endpoint', { endpointId })).results.problem)
    expectRefusal(
      await service.post('webhook/update_endpoint', { endpointId, url: receiver.url }, apiKey),
      'ENDPOINT_URL_NOT_ALLOWED',
    )
  }
  const { user } = (await call('user/create_user', { name: 'Somebody' })).results
  await call('user/delete_user', { userId: user.userId })
  await service.app.dispatcher.drain()
  expect(receiver.received).toEqual([])
  // The response does not reveal whether a port is open.
  expect(problems).toEqual(Array(2).fill('adrail may not send events to this URL.'))
})

test('the demo workspace receives events at a port of this machine', async () => {
  const apiKey = await demoKey(service)
  const { endpointId } = await newEndpoint(service, { url: `${receiver.url}/demo`, apiKey })
  const { results } = await service.call('webhook/test_endpoint', { endpointId }, { apiKey })
  expect(results).toMatchObject({ delivered: true, status: 204 })
})

test('a workspace receives events at the local ports in WEBHOOK_LOCAL_PORTS, and cannot create endpoints at other local ports', async () => {
  const environment = { WEBHOOK_LOCAL_PORTS: `3000, ${portOf(receiver)}` }
  const named = await startTestService({ databaseUrl, environment })
  try {
    const { endpointId } = await newEndpoint(named, { url: `${receiver.url}/named` })
    const { results } = await named.call('webhook/test_endpoint', { endpointId })
    expect(results).toMatchObject({ delivered: true, status: 204 })
    expectRefusal(
      await named.post('webhook/create_endpoint', { url: 'http://127.0.0.1:3001/' }),
      'ENDPOINT_URL_NOT_ALLOWED',
    )
  } finally {
    await named.stop()
  }
})

test('the demo workspace of a service that listens on 0.0.0.0 cannot create an endpoint on this machine', async () => {
  const reachable = await startTestService({
    databaseUrl,
    environment: { HOST: '0.0.0.0', WEBHOOK_LOCAL_PORTS: '' },
  })
  try {
    const url = `${receiver.url}/reachable`
    const response = await reachable.post('webhook/create_endpoint', { url }, await demoKey(reachable))
    expectRefusal(response, 'ENDPOINT_URL_NOT_ALLOWED')
  } finally {
    await reachable.stop()
  }
})
