// The social platform: Meta's Graph and Marketing API.

import { definePlatform } from '../platformDefinition.ts'
import { batchCall } from './batch.ts'
import { graphCalls, notFoundResponse } from './calls.ts'
import { socialCurlExamples } from './curlExamples.ts'
import { socialDemoAccess } from './demo.ts'
import { failureResponse } from './failures.ts'
import { setCallbackUrl } from './leads/webhooks.ts'
import { socialOauthCalls } from './login/oauth.ts'
import { socialOAuth } from './oauthProfile.ts'
import { seedSocial } from './seed.ts'
import { socialSimulations } from './simulations.ts'
import { createEmptySocialState } from './state.ts'
import { defaultSocialSwitches } from './switches.ts'
import { socialVariation } from './variation.ts'

export const socialPlatform = definePlatform({
  name: 'social',
  api: 'Meta Graph and Marketing API',
  oauth: socialOAuth,
  variation: socialVariation,
  rateLimit: { status: 400, code: '17' },
  emptyState: createEmptySocialState,
  defaultSwitches: defaultSocialSwitches,
  seed: seedSocial,
  curlExamples: socialCurlExamples,
  demoAccess: socialDemoAccess,
  calls: [...socialOauthCalls, batchCall, ...graphCalls],
  ownsPath: (path) => /^\/v\d+\.\d+(\/|$)/.test(path) || path.startsWith('/video-ads-upload/'),
  respondNotFound: notFoundResponse,
  respondFailure: failureResponse,
  listAccounts: (state, personKey) => {
    const { members, adAccounts, pages, photoAccounts } = state.social
    const member = members[personKey]
    return [
      ...(member?.adAccounts ?? []).flatMap(({ id }) => {
        const account = adAccounts[id]
        return account === undefined
          ? []
          : [{ kind: 'adAccount', id, name: account.name, currency: account.currency }]
      }),
      ...(member?.pages ?? []).flatMap(({ id }) => {
        const page = pages[id]
        if (page === undefined) return []
        const photo = photoAccounts[page.photoAccount ?? '']
        return [
          { kind: 'page', id, name: page.name },
          ...(photo === undefined ? [] : [{ kind: 'photoAccount', id: photo.id, name: photo.username }]),
        ]
      }),
    ]
  },
  setLeadUrl: setCallbackUrl,
  simulations: socialSimulations,
})
