import { handler } from '../../pipeline/handler.ts'
import { keysetPage } from '../../pipeline/keyset.ts'
import { listKeys } from '../../store/keys.ts'
import { toKeyRecord } from './keyRecord.ts'

export const list_keys = handler('workspace/list_keys', async (_, { page, store, caller, runtime }) => {
  const keyPage = await keysetPage(page, {
    size: 100,
    decodeKey: ({ id = '' }) => id,
    read: (from, limit) => listKeys(store.db, caller.workspaceId, { ...from, limit }),
    toPosition: ({ id }) => ({ id }),
  })
  const now = runtime.now()
  return { keys: keyPage.rows.map((key) => toKeyRecord(key, now)), pagination: page.neighborCursors(keyPage) }
})
