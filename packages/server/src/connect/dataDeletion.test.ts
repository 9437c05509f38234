// Meta sends a data deletion callback when a person requests the deletion of their data.

import { expect, test } from 'vitest'
import { pollTwice } from '../../testing/freshRound.ts'
import { newLinkedUser } from '../../testing/linked.ts'
import { createSandboxAdmin } from '../../testing/sandbox.ts'
import { useService } from '../../testing/service.ts'
import { findCredentialOfPerson } from '../store/credentials.ts'

const service = useService()
const path = '/connect/data-deletion/social'

interface SimulatedDeletion {
  readonly sent: { readonly user_id: string }
  readonly status: number
  readonly body: string
}

/** Requests a deletion at the platform as the person. Returns the response that the platform received. */
async function ask(person: string): Promise<{ url: string; confirmation_code: string; personId: string }> {
  const simulated = (await createSandboxAdmin(service).simulate('dataDeletion', {
    person,
    url: `${service.url}${path}`,
  })) as SimulatedDeletion
  expect(simulated.status).toBe(200)
  return { ...JSON.parse(simulated.body), personId: simulated.sent.user_id }
}

const platformsOf = async (userId: string, apiKey = service.apiKey) =>
  (await service.call('user/get_profile', { userId }, { apiKey })).results.user.connections.map(
    ({ platform }) => platform,
  )

test('a data deletion callback deletes the connections and tokens of a person in all workspaces, and a status page confirms it', async () => {
  const other = await service.newWorkspace()
  const ownUserId = await newLinkedUser(service, { person: 'ben' })
  const foreignUserId = await newLinkedUser(service, { person: 'ben', apiKey: other.apiKey })
  const greta = await newLinkedUser(service, { person: 'greta' })

  const { url, confirmation_code, personId } = await ask('ben')

  expect(await platformsOf(ownUserId)).toEqual([])
  expect(await platformsOf(foreignUserId, other.apiKey)).toEqual([])
  expect(await platformsOf(greta)).toEqual(['SOCIAL_A'])
  for (const workspaceId of [service.workspaceId, other.id])
    expect(
      await findCredentialOfPerson(service.app.store.db, workspaceId, 'social', personId),
    ).toBeUndefined()

  expect(confirmation_code).toMatch(/^[0-9a-f]{32}$/)
  expect(url).toBe(`${service.url}/connect/data-deletion/${confirmation_code}`)
  const page = await fetch(url)
  expect(page.status).toBe(200)
  const text = await page.text()
  expect(text).toContain('<h1>Your data was deleted</h1>')
  expect(text).not.toContain(personId)
  const deletions = await service.app.store.db.selectFrom('deletions').selectAll().execute()
  expect(JSON.stringify(deletions)).not.toContain(personId)
})

test('a data deletion callback for a person without stored data also gets a status page that confirms the deletion', async () => {
  const { url } = await ask('otto')
  expect(await (await fetch(url)).text()).toContain('<h1>Your data was deleted</h1>')
})

test('a data deletion deletes the name at once, waits for a write in progress, and completes after the write', async () => {
  const sandbox = createSandboxAdmin(service)
  const userId = await newLinkedUser(service, { person: 'yuki', accountId: '1007200300400' })
  const stall = await sandbox.injectFault({ call: 'advideos.create', kind: 'stall', when: 'after' })
  const url = 'https://media.ramen.example/steam.mp4'
  const written = service.call('social/upload_video', { userId, url })
  await expect.poll(() => sandbox.isHolding(stall)).toBe(true)

  const request = await ask('yuki')
  expect(await platformsOf(userId)).toEqual([])
  expect(await (await fetch(request.url)).text()).toContain('<h1>Your data is being deleted</h1>')
  const { db } = service.app.store
  const credential = await findCredentialOfPerson(db, service.workspaceId, 'social', request.personId)
  expect(credential?.user_name).toBe('')

  await sandbox.release(stall)
  expect((await written).results.error).toBe('')
  await pollTwice(service.app.credentialMaintenance)
  expect(await (await fetch(request.url)).text()).toContain('<h1>Your data was deleted</h1>')
  expect(await findCredentialOfPerson(db, service.workspaceId, 'social', request.personId)).toBeUndefined()
})

test('a data deletion keeps a connection that the person creates after the request', async () => {
  await newLinkedUser(service, { person: 'greta' })
  await ask('greta')
  service.clock.advance(10_000)
  await createSandboxAdmin(service).advance(10_000)
  const again = await newLinkedUser(service, { person: 'greta' })
  await pollTwice(service.app.credentialMaintenance)
  expect(await platformsOf(again)).toEqual(['SOCIAL_A'])
})

test('a data deletion callback with an invalid signature returns 400, and an unknown confirmation code returns 404', async () => {
  const body = new URLSearchParams({ signed_request: 'x.y' })
  expect((await service.send(path, { method: 'POST', body })).status).toBe(400)
  expect((await service.send('/connect/data-deletion/0123')).status).toBe(404)
})
