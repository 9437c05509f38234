// Narrows connectors to their platforms.

import type { Platform } from '@adrail/contract'
import type { AdConnector } from './connector-kit/adConnector.ts'
import type { Connectors } from './index.ts'

/**
 * Narrows a connector to its platform. Throws on a mix-up, which is a bug in adrail and must not reach a
 * platform.
 */
export function narrowConnector<Name extends Platform>(
  platform: Name,
  connector: AdConnector,
): Connectors[Name] {
  if (!isConnectorOf(platform, connector))
    throw new Error(`This is not a connector of the ${platform} platform.`)
  return connector
}

function isConnectorOf<Name extends Platform>(
  platform: Name,
  connector: AdConnector,
): connector is Connectors[Name] {
  return connector.platform === platform
}
