// One workspace floods a shared resource while another workspace sends a few requests. All requests of the
// other workspace succeed.

import { describe, expect, onTestFinished, test } from 'vitest'
import { useBusyProcess } from '../../testing/busyProcess.ts'
import { expectRefusal } from '../../testing/expectations.ts'
import { openConnection, type RawConnection, requestText } from '../../testing/rawHttp.ts'
import { createSandboxAdmin } from '../../testing/sandbox.ts'
import { newProUser } from '../../testing/search.ts'
import { useService } from '../../testing/service.ts'
import { minAdmitted } from './loadShedder.ts'

describe('connections to a platform', () => {
  const service = useService()
  const sandbox = createSandboxAdmin(service, 'pro')

  test('remain available to a workspace while another workspace floods them', async () => {
    const other = await service.newWorkspace()
    const flooding = await newProUser(service)
    const userId = await newProUser(service, { apiKey: other.apiKey })
    const call = 'adTargetingEntities.typeahead'
    const stall = await sandbox.injectFault({ call, kind: 'stall', times: 200 })
    const flood = Array.from({ length: 120 }, (_, index) =>
      service.call('pro/search_targeting', { userId: flooding, facet: 'titles', query: `title ${index}` }),
    )
    await expect.poll(() => sandbox.countHeld(stall)).toBeGreaterThan(20)
    for (let count = 0; count < 5; count++) {
      const response = await service.call('pro/get_campaigns', { userId }, { apiKey: other.apiKey })
      expect(response.status).toBe(200)
    }
    await sandbox.clearFaults()
    await sandbox.release(stall).catch(() => {})
    await Promise.all(flood)
  })
})

describe('a process that falls behind', () => {
  const { service, busy } = useBusyProcess()

  test('refuses requests of the workspace with the most requests, and serves other workspaces', async () => {
    const { user } = (await service.call('user/create_user', { name: 'Ada' })).results
    const other = await service.newWorkspace()
    const ask = () => service.call('user/get_profile', { userId: user.userId })
    const list = (apiKey: string) => service.call('user/list_users', {}, { apiKey })
    expect((await list(other.apiKey)).status).toBe(200)

    busy.isBusy = true
    const flood = Array.from({ length: minAdmitted }, ask)
    await expect.poll(() => busy.pendingReleases.length).toBe(minAdmitted)
    for (let count = 0; count < 5; count++) expect((await list(other.apiKey)).status).toBe(200)
    expectRefusal(await list(service.apiKey), 'OVERLOADED')
    expectRefusal(await list('nobody'), 'OVERLOADED')

    busy.isBusy = false
    for (const release of busy.pendingReleases.splice(0)) release()
    for (const response of await Promise.all(flood)) expect(response.status).toBe(200)
  })
})

describe('the byte budget for request bodies', () => {
  const service = useService({ environment: { BODY_LIMIT_BYTES: '4096', BODIES_LIMIT_BYTES: '16384' } })

  /** Sends the headers of a request. The service then waits for the body, unless it refuses the request. */
  async function begin(apiKey: string): Promise<RawConnection> {
    const connection = await openConnection(service.url)
    onTestFinished(() => connection.close())
    const headers = { host: 'x', 'x-api-key': apiKey, 'content-type': 'application/json' }
    const length = { 'content-length': 4096, expect: '100-continue' }
    connection.write(requestText('POST /user/list_users HTTP/1.1', { ...headers, ...length }))
    expect((await connection.readResponse()).status).toBe(100)
    return connection
  }

  test('keeps a share for a workspace while another workspace floods it', async () => {
    const other = await service.newWorkspace()
    expect((await service.call('user/list_users', {}, { apiKey: other.apiKey })).status).toBe(200)
    for (let count = 0; count < 2; count++) await begin(service.apiKey)
    expectRefusal(await (await begin(service.apiKey)).readResponse(), 'OVERLOADED')
    const response = await service.call('user/list_users', {}, { apiKey: other.apiKey })
    expect(response.status).toBe(200)
  })
})
