import { reportHealth } from '../../linking/connectionHealth.ts'
import { getDefinition } from '../../linking/linking.ts'
import type { PagePictures } from '../../linking/pagePictures.ts'
import { handler } from '../../pipeline/handler.ts'
import type { ConnectedAccounts } from '../../platforms/connector-kit/accountSelection.ts'
import { type ConnectionWithHealth, listUserConnections } from '../../store/connections.ts'

/**
 * Returns data that was stored during linking. Only picture URLs are requested from the platform, once a day.
 */
export const get_connected_accounts_data = handler(
  'auth/get_connected_accounts_data',
  async ({ userId }, { store, caller, pictures }) => {
    const connections = await listUserConnections(store.db, caller.workspaceId, [userId])
    const accounts = await Promise.all(
      connections.map((connection) => toConnectedAccounts(connection, pictures)),
    )
    return { connectedAccounts: Object.assign({}, ...accounts) as ConnectedAccounts }
  },
)

async function toConnectedAccounts(
  connection: ConnectionWithHealth,
  pictures: PagePictures,
): Promise<ConnectedAccounts> {
  const { health, reason, expiresAt, missingPermissions } = reportHealth(connection)
  const selection = await pictures.getFreshSelection(connection)
  return getDefinition(connection).selection.toConnectedAccounts(selection, {
    userName: connection.user_name,
    email: connection.email,
    connectionStatus: health,
    reauthReason: reason,
    expiresAt,
    missingPermissions,
  })
}
