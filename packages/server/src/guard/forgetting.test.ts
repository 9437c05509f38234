// What one process changes, every other one forgets within a second, without a question to the database until then.

import { expect, onTestFinished, test } from 'vitest'
import { expectRefusal } from '../../testing/expectations.ts'
import { linkedUser } from '../../testing/linked.ts'
import { healthOfUser, outcome } from '../../testing/linking.ts'
import { useService } from '../../testing/service.ts'
import { newUser } from '../../testing/users.ts'
import { lookForChangesEveryMs } from '../store/changeWatch.ts'
import { deleteConnection } from '../store/connections.ts'
import { updateCredential } from '../store/credentials.ts'
import { expireKey, revokeKey } from '../store/keys.ts'
import { openStore } from '../store/open.ts'
import type { Db } from '../store/tables.ts'
import { deleteUser } from '../store/users.ts'

const service = useService()

/** Something is changed by another process, and this one has looked since: earlier than what it remembers runs out. */
async function elsewhere(change: (db: Db) => Promise<unknown>): Promise<void> {
  const { dataDir, databaseUrl } = service
  const store = await openStore({ dataDir, databaseUrl })
  onTestFinished(() => store.close())
  await change(store.db)
  service.clock.advance(lookForChangesEveryMs)
  await service.app.changes.round()
}

const profile = (userId: string, apiKey = service.apiKey) =>
  service.post('user/get_profile', { userId }, apiKey)

test('a key that is revoked, and one that is given an end [R5.4.revoked]', async () => {
  const userId = await newUser(service)
  const [revoked, ended] = [await service.newKey(), await service.newKey()]
  for (const { text } of [revoked, ended]) expect((await profile(userId, text)).status).toBe(200)
  const now = service.clock.now()
  await elsewhere(async (db) => {
    await revokeKey(db, revoked.id, now)
    await expireKey(db, ended.id, now)
  })
  for (const { text } of [revoked, ended]) expectRefusal(await profile(userId, text), 'UNAUTHENTICATED')
})

test('a user who is deleted', async () => {
  const userId = await newUser(service)
  expect((await profile(userId)).status).toBe(200)
  await elsewhere((db) => deleteUser(db, service.workspaceId, userId))
  expectRefusal(await profile(userId), 'USER_NOT_FOUND')
})

test('a connection that is ended, and a credential that is flagged', async () => {
  const person = 'ben'
  const [unlinked, flagged] = [
    await linkedUser(service, { platform: 'SEARCH', person }),
    await linkedUser(service, { platform: 'PROFESSIONAL', person }),
  ]
  const connect = (userId: string, platform: 'search' | 'pro') =>
    outcome(service.app.service.connections.connect(service.workspaceId, userId, platform))
  const reached = async () => [await connect(unlinked, 'search'), await connect(flagged, 'pro')]
  expect(await reached()).toEqual([expect.any(Object), expect.any(Object)])
  expect(await healthOfUser(service, flagged)).toBe('active')

  await elsewhere(async (db) => {
    await deleteConnection(db, service.workspaceId, unlinked, 'search')
    const credentials = await db.selectFrom('credentials').selectAll().where('platform', '=', 'pro').execute()
    for (const credential of credentials)
      await updateCredential(db, credential, { health: 'revoked', health_reason: 'user_revoked' })
  })

  expect(await reached()).toEqual(['ACCOUNT_NOT_LINKED', 'ACCOUNT_RELINK_REQUIRED'])
  expect(await healthOfUser(service, unlinked)).toBe('')
  expect(await healthOfUser(service, flagged)).toBe('revoked user_revoked')
})

test('everything, when it could not look for a second', async () => {
  const userId = await newUser(service)
  const { id, text } = await service.newKey()
  expect((await profile(userId, text)).status).toBe(200)
  await service.app.changes.stop()
  await revokeKey(service.app.store.db, id, service.clock.now())
  service.clock.advance(1000)
  expectRefusal(await profile(userId, text), 'UNAUTHENTICATED')
})
