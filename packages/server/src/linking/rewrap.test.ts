import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { newLinkedUser } from '../../testing/linked.ts'
import { createLinkingProcess, findUserCredential, startOAuthFlow } from '../../testing/linking.ts'
import { useService } from '../../testing/service.ts'
import { newUser } from '../../testing/users.ts'
import { makeKeyring } from '../encryption/keyring.ts'
import { encryptedColumns, listEncryptedByOtherKeys } from '../store/encryptedColumns.ts'
import { requireKnownKeys, rewrapSecrets } from './rewrap.ts'
import { decryptTokens } from './tokenEncryption.ts'
import { makeVault } from './vault.ts'

const keyOf = (id: string) => ({ id, bytes: Buffer.alloc(32, id) })
const service = useService({
  environment: { ENCRYPTION_KEYS: `old:${keyOf('old').bytes.toString('base64')}` },
})
const keyring = (first: string, ...others: string[]) =>
  makeKeyring([keyOf(first), ...others.map(keyOf)], service.clock)

describe('an encrypted secret', () => {
  test('cannot be decrypted in another row, column, table or workspace', async () => {
    const { vault } = service.app.service.linking
    const first = await findUserCredential(
      service,
      await newLinkedUser(service, { platform: 'SEARCH', person: 'ben' }),
      'SEARCH',
    )
    const other = await findUserCredential(
      service,
      await newLinkedUser(service, { platform: 'PROFESSIONAL', person: 'ben' }),
      'PROFESSIONAL',
    )
    expect(decryptTokens(vault, first).accessToken).toMatch(/^ya29\./)

    const moved = [
      { ...first, access_token: other.access_token },
      { ...first, refresh_token: other.refresh_token },
      { ...first, access_token: first.refresh_token },
      { ...first, refresh_token: first.access_token },
      { ...first, workspace_id: 'ws_other' },
    ]
    for (const row of moved) expect(() => decryptTokens(vault, row)).toThrow('cannot be decrypted')
    const cell = { workspaceId: first.workspace_id, id: first.id, column: 'access_token' }
    expect(() => vault.decrypt({ ...cell, table: 'links' }, first.access_token)).toThrow(
      'cannot be decrypted',
    )
  })

  test('cannot be used after it was copied to another column of the database', async () => {
    const user = await newLinkedUser(service, { platform: 'SEARCH', person: 'ben' })
    const { id, access_token, refresh_token } = await findUserCredential(service, user, 'SEARCH')
    const { db } = service.app.store
    await sql`update credentials set access_token = refresh_token where id = ${id}`.execute(db)
    const { connections } = createLinkingProcess(service)

    await expect(connections.connect(service.workspaceId, user, 'search')).rejects.toThrow(
      'cannot be decrypted',
    )
    await db.updateTable('credentials').set({ access_token, refresh_token }).where('id', '=', id).execute()
    expect(await connections.connect(service.workspaceId, user, 'search')).toBeDefined()
  })
})

describe('rewrapSecrets', () => {
  test('re-encrypts every encrypted column, leaves none under the old key, and keeps the secrets unchanged', async () => {
    const { store } = service.app
    const user = await newLinkedUser(service, { platform: 'SOCIAL_A', person: 'ben' })
    await startOAuthFlow(service, { userId: await newUser(service), platform: 'SEARCH', state: 'theirs' })
    const before = decryptTokens(
      makeVault(keyring('old')),
      await findUserCredential(service, user, 'SOCIAL_A'),
    )

    expect(await rewrapSecrets(store, keyring('new', 'old'))).toBeGreaterThan(4)

    for (const column of encryptedColumns)
      expect(await listEncryptedByOtherKeys(store.db, column, ['new'], '', 10)).toEqual([])
    const after = decryptTokens(
      makeVault(keyring('new')),
      await findUserCredential(service, user, 'SOCIAL_A'),
    )
    expect(after).toEqual(before)
    expect(await rewrapSecrets(store, keyring('new', 'old'))).toBe(0)
    // Restores the old key for later tests.
    await rewrapSecrets(store, keyring('old', 'new'))
  })

  test('fails with the id of the key that is missing, as does requireKnownKeys', async () => {
    const { store } = service.app
    await newLinkedUser(service, { platform: 'SEARCH', person: 'ben' })

    await expect(requireKnownKeys(store, keyring('new'))).rejects.toThrow(
      /with the key "old".*ENCRYPTION_KEYS/,
    )
    await expect(rewrapSecrets(store, keyring('new'))).rejects.toThrow(/with the key "old"/)
    await expect(requireKnownKeys(store, keyring('new', 'old'))).resolves.toBeUndefined()
  })
})
