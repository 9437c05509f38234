// The profile of the authenticated member.

import type { Call } from '../../core/exchange.ts'
import type { Person } from '../../oauth/people.ts'
import { restCall } from './call.ts'
import type { RestRequest } from './request.ts'

function serializeProfile({ ids, givenName, familyName, locale, purpose }: Person) {
  const [language = 'en', country = 'US'] = locale.split('_')
  const localize = (text: string) => ({
    localized: { [locale]: text },
    preferredLocale: { country, language },
  })
  return {
    localizedLastName: familyName,
    lastName: localize(familyName),
    firstName: localize(givenName),
    localizedFirstName: givenName,
    localizedHeadline: `In the sandbox: ${purpose}`,
    headline: localize(`In the sandbox: ${purpose}`),
    vanityName: `${givenName}-${familyName}`.toLowerCase(),
    id: ids.pro,
  }
}

const profileCall = {
  path: '/me',
  method: 'GET',
  resource: 'me',
  scopes: ['r_basicprofile'],
  respond: (request: RestRequest) => ({ body: request.applyProjection(serializeProfile(request.member)) }),
} as const

const source =
  'https://learn.microsoft.com/en-us/linkedin/shared/integrations/people/profile-api#retrieve-current-members-profile'

export const memberCalls: readonly Call[] = [
  restCall({ ...profileCall, name: 'me.get', source }),
  restCall({ ...profileCall, name: 'me.getUnversioned', root: '/v2', source }),
]
