import { handler } from '../../pipeline/handler.ts'
import { loadSettings } from '../../workspace/settings.ts'

export const get_settings = handler('workspace/get_settings', async (body, { store, caller }) =>
  loadSettings(store.db, caller.workspaceId, body),
)
