// The only list of the console's parts for each platform. To add a platform, add its folder and a line here.

import type { Platform } from '@adrail/client'
import type { Lookup } from '../form/lookup.ts'
import type { Account, ConnectedAccounts, PlatformScreens } from './platformScreens.ts'
import { pro } from './pro/index.tsx'
import { search } from './search/index.tsx'
import { social } from './social/index.tsx'

export const platformScreens: Readonly<Record<Platform, PlatformScreens>> = { social, search, pro }

/** Look-ups of all platforms, by an operation and a field. */
export const lookups: Readonly<Record<string, Lookup>> = Object.assign(
  {},
  ...Object.values(platformScreens).map((each) => each.lookups),
)

export function findAccount(
  platform: Platform,
  accounts: ConnectedAccounts | undefined,
): Account | undefined {
  return accounts && platformScreens[platform].findAccount(accounts.connectedAccounts)
}
