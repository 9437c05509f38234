// The connector for a step of a write, which may run long after it was planned, in another process.

import type { SearchConnector } from '../../platforms/search/connector.ts'
import type { Context } from '../../waist/handler.ts'

/** The account must be the one that was planned for: a user may have linked another one since. */
export async function connectorFor(ctx: Context, accountId: string): Promise<SearchConnector> {
  if (!ctx.user) throw new Error('The user of this write is gone.')
  const connector = await ctx.connect(ctx.user.id, 'search')
  if (connector.selection.accountId !== accountId) throw new Error('Another account has been linked since.')
  return connector
}
