import type { Results } from '@adrail/contract'
import { reportHealth } from '../../linking/connectionHealth.ts'
import type { PagePictures } from '../../linking/pagePictures.ts'
import { handler } from '../../pipeline/handler.ts'
import type { ProSelection, SearchSelection } from '../../platforms/connector-kit/selections.ts'
import { exactNumber } from '../../runtime/exactNumber.ts'
import { type ConnectionWithHealth, listUserConnections } from '../../store/connections.ts'

type ConnectedAccounts = Results<'auth/get_connected_accounts_data'>['connectedAccounts']

/**
 * Returns data that was stored during linking. Only picture URLs are requested from the platform, once a day.
 */
export const get_connected_accounts_data = handler(
  'auth/get_connected_accounts_data',
  async ({ userId }, { store, caller, pictures }) => {
    const connections = await listUserConnections(store.db, caller.workspaceId, [userId])
    const accountFields = await Promise.all(
      connections.map((connection) => toAccountFields(connection, pictures)),
    )
    return { connectedAccounts: Object.assign({}, ...accountFields) as ConnectedAccounts }
  },
)

async function toAccountFields(
  connection: ConnectionWithHealth,
  pictures: PagePictures,
): Promise<ConnectedAccounts> {
  const { health, reason, expiresAt, missingPermissions } = reportHealth(connection)
  const common = { connectionStatus: health, reauthReason: reason, expiresAt, missingPermissions }
  const selection: unknown = JSON.parse(connection.selection)
  switch (connection.platform) {
    case 'social': {
      const { adAccountId, adAccountName, currencyCode, page, photoAccount } =
        await pictures.getFreshSelection(connection)
      return {
        socialAds: {
          userName: connection.user_name,
          adAccountId: exactNumber(adAccountId),
          adAccountIdText: adAccountId,
          adAccountName,
          currencyCode,
          primaryPage: page,
          ...(photoAccount ? { secondaryPage: photoAccount } : {}),
          ...common,
        },
      }
    }
    case 'search': {
      const { accountId, accountName, currencyCode, managerId } = selection as SearchSelection
      return {
        searchAds: {
          userName: connection.user_name,
          email: connection.email,
          accountId: exactNumber(accountId),
          accountIdText: accountId,
          accountName,
          currencyCode,
          managerId,
          ...common,
        },
      }
    }
    default: {
      const { accountId, accountName, currencyCode, organizationId } = selection as ProSelection
      return {
        proAds: {
          userName: connection.user_name,
          accountId: exactNumber(accountId),
          accountIdText: accountId,
          accountName,
          currencyCode,
          organizationId,
          ...common,
        },
      }
    }
  }
}
