// The demo person's access to all platforms, in the form in which `demoIds.json` provides it to new users.

import type { PlatformName } from '../core/exchange.ts'
import { mapPlatforms, type platformDefinitions } from '../platforms/index.ts'
import type { PeopleListing } from './listing.ts'

export type DemoAccess = { readonly url: string } & PlatformAccess

type PlatformAccess = {
  readonly [Name in PlatformName]: AppCredentials &
    ReturnType<(typeof platformDefinitions)[Name]['demoAccess']>
}

interface AppCredentials {
  readonly clientId: string
  readonly clientSecret: string
}

/** The person whose access the examples of the documentation use. */
export const demoPerson = 'ada'

export function demoAccess({ url, apps, people }: PeopleListing): DemoAccess {
  const person = people.find(({ key }) => key === demoPerson)
  if (!person) throw new Error('The starting world lacks its demo person.')
  const access = mapPlatforms<Readonly<Record<PlatformName, object>>>((platform) => {
    const [{ clientId, clientSecret } = { clientId: '', clientSecret: '' }] = apps[platform.name]
    return { clientId, clientSecret, ...platform.demoAccess(person[platform.name]) }
  })
  // Each platform returned its own part.
  return { url, ...(access as PlatformAccess) }
}
