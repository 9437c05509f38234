import { listKeys } from '../../store/keys.ts'
import { handler } from '../../waist/handler.ts'
import { keysetPage } from '../../waist/keyset.ts'
import { keyRecord } from './keyRecord.ts'

export const list_keys = handler('workspace/list_keys', async (_, { page, store, caller, runtime }) => {
  const found = await keysetPage(page, {
    size: 100,
    entryOf: ({ id = '' }) => id,
    read: (from, limit) => listKeys(store.db, caller.workspaceId, { ...from, limit }),
    nameOf: ({ id }) => ({ id }),
  })
  const now = runtime.now()
  return { keys: found.rows.map((key) => keyRecord(key, now)), pagination: page.around(found) }
})
