// Town Board, a fictional local newspaper's ad service: its API under `/town/v1`, and OAuth under `/town`.

import type { ListedIdentity } from '../platformDefinition.ts'
import { definePlatform } from '../platformDefinition.ts'
import { townApiCalls, townError } from './api.ts'
import { townOauthCalls } from './oauth.ts'
import { townOAuth } from './oauthProfile.ts'
import { townLeadSimulation } from './replies.ts'
import { emptyTownState, seedTown } from './state.ts'

export const townPlatform = definePlatform({
  name: 'town',
  api: 'Town Board API',
  oauth: townOAuth,
  variation: {
    rowLists: ['rows'],
    numberOrText: [],
    omittedWhenEmpty: [],
    nullable: [],
    unorderedFields: [],
    unorderedCalls: [],
    cursorLength: 0,
    errorTextPaths: [],
    verbatimFields: [],
    mapCalls: [],
    unknownFields: {},
    listBodies: 'verbatim',
    pagePastEnd: 'rows',
    addEmptyLastPage: () => undefined,
    errorTexts: { replacements: [], required: [] },
  },
  rateLimit: { status: 429 },
  emptyState: emptyTownState,
  defaultSwitches: () => ({}),
  seed: seedTown,
  curlExamples: () => [],
  demoAccess: ({ accessToken }: ListedIdentity) => ({ accessToken, accountId: '7001' }),
  calls: [...townOauthCalls, ...townApiCalls],
  ownsPath: (path) => path.startsWith('/town/'),
  respondNotFound: () => townError(404, 'not_found'),
  respondFailure: (_, { status, code = 'failed' }) => townError(status, code),
  listAccounts: ({ town }, personKey) =>
    Object.values(town.accounts)
      .filter(({ owner }) => owner === personKey)
      .map(({ id, name, currency }) => ({ kind: 'adAccount', id, name, currency })),
  simulations: { lead: townLeadSimulation },
})
