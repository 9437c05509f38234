// Who the member is: the profile behind a token.

import type { Call } from '../core/exchange.ts'
import type { Person } from '../oauth/people.ts'
import { restCall } from './call.ts'
import type { RestRequest } from './request.ts'

function profile({ ids, givenName, familyName, locale, purpose }: Person) {
  const [language = 'en', country = 'US'] = locale.split('_')
  const localized = (text: string) => ({
    localized: { [locale]: text },
    preferredLocale: { country, language },
  })
  return {
    localizedLastName: familyName,
    lastName: localized(familyName),
    firstName: localized(givenName),
    localizedFirstName: givenName,
    localizedHeadline: `In the sandbox: ${purpose}`,
    headline: localized(`In the sandbox: ${purpose}`),
    vanityName: `${givenName}-${familyName}`.toLowerCase(),
    id: ids.pro,
  }
}

const me = {
  path: '/me',
  method: 'GET',
  resource: 'me',
  scopes: ['r_basicprofile'],
  answer: (request: RestRequest) => ({ body: request.projected(profile(request.member)) }),
} as const

const source =
  'https://learn.microsoft.com/en-us/linkedin/shared/integrations/people/profile-api#retrieve-current-members-profile'

export const memberCalls: readonly Call[] = [
  restCall({ ...me, name: 'me.get', source }),
  restCall({ ...me, name: 'me.getUnversioned', root: '/v2', source }),
]
