import type { Results } from '@adrail/contract'
import { exactNumber } from '../../base/exactNumber.ts'
import { healthOf } from '../../linking/connectionHealth.ts'
import type { ProSelection, SearchSelection, SocialSelection } from '../../platforms/kit/selections.ts'
import { type ConnectionWithHealth, connectionsOf } from '../../store/connections.ts'
import { handler } from '../../waist/handler.ts'

type Accounts = Results<'auth/get_connected_accounts_data'>['connectedAccounts']

/** Answered from what was stored when the user linked: no platform is asked. */
export const get_connected_accounts_data = handler(
  'auth/get_connected_accounts_data',
  async ({ userId }, ctx) => {
    const connections = await connectionsOf(ctx.store.db, ctx.caller.workspaceId, [userId])
    return { connectedAccounts: Object.assign({}, ...connections.map(memberOf)) as Accounts }
  },
)

function memberOf(connection: ConnectionWithHealth): Accounts {
  const { health, reason, expiresAt } = healthOf(connection)
  const common = { connectionStatus: health, reauthReason: reason, expiresAt }
  const selection: unknown = JSON.parse(connection.selection)
  switch (connection.platform) {
    case 'social': {
      const { adAccountId, adAccountName, currencyCode, page, photoAccount } = selection as SocialSelection
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
