import { handler } from '../../waist/handler.ts'
import { settingsOf } from '../../workspace/settings.ts'

export const get_settings = handler('workspace/get_settings', async (whose, { store, caller }) =>
  settingsOf(store.db, caller.workspaceId, whose),
)
