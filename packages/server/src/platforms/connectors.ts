// Narrows connectors to their platforms.

import type { Platform } from '@adrail/contract'
import type { RunningBudget } from './connector-kit/budgets.ts'
import type { Connectors } from './index.ts'

/**
 * Narrows a connector to its platform. Throws on a mix-up, which is a bug in adrail and must not reach a
 * platform.
 */
export function narrowConnector<Name extends Platform>(platform: Name, connector: unknown): Connectors[Name] {
  if (!isConnectorOf(platform, connector))
    throw new Error(`This is not a connector of the ${platform} platform.`)
  return connector
}

function isConnectorOf<Name extends Platform>(
  platform: Name,
  connector: unknown,
): connector is Connectors[Name] {
  return (
    typeof connector === 'object' &&
    connector !== null &&
    'platform' in connector &&
    connector.platform === platform
  )
}

/** Reads the budgets of the running campaigns in the ad account of a connector. */
export async function readRunningBudgets(
  platform: Platform,
  connector: unknown,
): Promise<readonly RunningBudget[]> {
  return await narrowConnector(platform, connector).runningBudgets()
}
