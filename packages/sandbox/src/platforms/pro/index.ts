// The professional network: LinkedIn's Marketing API, Rest.li 2.0 under `/rest`, OAuth under `/oauth/v2`.

import type { Exchange } from '../../core/exchange.ts'
import type { State } from '../../core/state.ts'
import { type AccountSummary, definePlatform } from '../platformDefinition.ts'
import { accountCalls } from './accounts.ts'
import { analyticsCalls } from './analytics/finders.ts'
import { checkGateway, runRestCall } from './call.ts'
import { campaignCalls } from './campaigns.ts'
import { creativeCalls } from './creatives.ts'
import { proCurlExamples } from './curlExamples.ts'
import { proDemoAccess } from './demo.ts'
import { proError, proInjectedFailure } from './errors.ts'
import { groupCalls } from './groups.ts'
import { notificationCalls } from './leads/notifications.ts'
import { leadCalls } from './leads/responses.ts'
import { conversionCalls } from './library/conversions.ts'
import { leadFormCalls } from './library/leadForms.ts'
import { mediaCalls } from './library/media.ts'
import { postCalls } from './library/posts.ts'
import { proOauthCalls } from './oauth.ts'
import { proOAuth } from './oauthProfile.ts'
import { organizationCalls } from './organizations.ts'
import { memberCalls } from './profile.ts'
import { seedPro } from './seed.ts'
import { segmentCalls } from './segments.ts'
import { proSimulations } from './simulations.ts'
import { emptyProState } from './state.ts'
import { defaultProSwitches } from './switches.ts'
import { targetingCalls } from './targeting/entities.ts'
import { forecastCalls } from './targeting/forecasts.ts'
import { proVariation } from './variation.ts'

export const proPlatform = definePlatform({
  name: 'pro',
  api: 'LinkedIn Marketing API',
  oauth: proOAuth,
  variation: proVariation,
  rateLimit: { status: 429 },
  emptyState: emptyProState,
  defaultSwitches: defaultProSwitches,
  seed: seedPro,
  curlExamples: proCurlExamples,
  demoAccess: proDemoAccess,
  calls: [
    ...proOauthCalls,
    ...memberCalls,
    ...accountCalls,
    ...organizationCalls,
    ...segmentCalls,
    ...groupCalls,
    ...campaignCalls,
    ...creativeCalls,
    ...postCalls,
    ...mediaCalls,
    ...leadFormCalls,
    ...conversionCalls,
    ...targetingCalls,
    ...forecastCalls,
    ...analyticsCalls,
    ...leadCalls,
    ...notificationCalls,
  ],
  ownsPath: (path) => /^\/(rest|v2|oauth\/v2|dms-uploads)(\/|$)/.test(path),
  /**
   * The gateway checks token and version first, so an unauthorized caller cannot discover which resources
   * exist.
   */
  respondNotFound: (exchange: Exchange) =>
    runRestCall(exchange, () => {
      checkGateway(exchange, exchange.path.startsWith('/rest') ? '/rest' : '/v2')
      throw proError('RESOURCE_NOT_FOUND')
    }),
  respondFailure: proInjectedFailure,
  listAccounts: listAccountSummaries,
  simulations: proSimulations,
})

function listAccountSummaries({ people, pro }: State, personKey: string): AccountSummary[] {
  const member = people[personKey]?.ids.pro
  const accounts = pro.roles.flatMap((role) => {
    const account = role.member === member ? pro.accounts[role.account] : undefined
    return account === undefined ? [] : [account]
  })
  return [
    ...accounts.map(({ id, name, currency }) => ({ kind: 'adAccount', id: String(id), name, currency })),
    ...Object.values(pro.organizations)
      .filter(({ administrators }) => member !== undefined && administrators.includes(member))
      .map(({ id, name }) => ({ kind: 'organization', id: String(id), name })),
  ]
}
