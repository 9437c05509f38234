// The social platform: Meta's Graph and Marketing API.

import type { Platform } from '../../core/exchange.ts'
import { batchCall } from './batch.ts'
import { graphCalls, notFoundResponse } from './calls.ts'
import { failureResponse } from './failures.ts'
import { socialOauthCalls } from './login/oauth.ts'
import { socialSimulations } from './simulations.ts'

export const socialPlatform: Platform = {
  name: 'social',
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
  simulations: socialSimulations,
}
