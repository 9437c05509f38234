// Google Ads and LinkedIn may grant fewer scopes than adrail requests. Every operation then works, or
// reports the missing scope. linking/withheldPermissions.test.ts tests the permissions of Meta.

import { declarationOf, listPermissionNames, type OperationName, operationNames } from '@adrail/contract'
import { describe, expect, test } from 'vitest'
import { linkExistingUser } from '../../testing/linked.ts'
import { findResultError } from '../../testing/resultErrors.ts'
import { createSandboxAdmin } from '../../testing/sandbox.ts'
import { type TestService, useService } from '../../testing/service.ts'
import { newUser } from '../../testing/users.ts'
import { buildWorkingBody } from '../../testing/workingBodies.ts'
import { toLinkPlatform } from '../platforms/connector-kit/platformNames.ts'

const adwords = 'https://www.googleapis.com/auth/adwords'

/** adrail reads keyword ideas with the service's own account. */
const ofService: OperationName = 'search/generate_keyword_ideas'

/** Lists exactly the operations that do not work without the scope. */
const refusedWithout: Readonly<Record<string, readonly string[]>> = {
  [adwords]: [
    ...operationNames.filter((name) => declarationOf(name).platform === 'search' && name !== ofService),
    'report/get_report',
    'lead/list_leads',
    'campaign/pause_campaigns',
  ],
  // adrail reads the user's name with this scope while the user links an account, and nothing afterward.
  r_basicprofile: [],
  // `rw_ads` allows reads as well.
  r_ads: [],
  rw_ads: [
    'campaign/pause_campaigns',
    'pro/create_campaign',
    'pro/edit_campaign',
    'pro/update_campaign_status',
  ],
  r_ads_reporting: ['pro/get_campaign_insights', 'report/get_report'],
  r_organization_social: ['pro/create_campaign', 'pro/get_page_posts'],
  // adrail creates a campaign of existing posts without this scope. For new posts, see
  // operations/pro/create_campaign/refusals.test.ts.
  w_organization_social: ['pro/upload_video'],
  // adrail reads the segments of the ad account instead.
  rw_dmp_segments: [],
  r_marketing_leadgen_automation: ['lead/list_leads'],
}

const cases = (['search', 'pro'] as const).flatMap((platform) =>
  listPermissionNames(platform, 'needed', 'optional', 'leads').map((scope) => [platform, scope] as const),
)

describe.each(cases)('without the %s scope %s', (platform, scope) => {
  const service = useService({ environment: { LEADS: 'on' } })
  const names = [
    ...operationNames.filter((name) => declarationOf(name).platform === platform),
    'report/get_report',
    'lead/list_leads',
    // This operation runs last, because the other operations need running campaigns.
    'campaign/pause_campaigns',
  ] as const

  test('every operation works, or returns PERMISSION_MISSING with the name of the scope', async () => {
    const userId = await newUser(service)
    await linkExistingUser(service, userId, { platform: toLinkPlatform(platform) })
    await createSandboxAdmin(service, platform).simulate('withhold', {
      person: 'ada',
      platform,
      scopes: [scope],
    })
    const refused: string[] = []
    for (const name of names) {
      const found = findResultError(await resultsOf(service, name, userId))
      if (found === undefined) continue
      expect({ name, ...found }).toMatchObject({
        name,
        code: 'PERMISSION_MISSING',
        error: expect.stringContaining(scope),
      })
      refused.push(name)
    }
    expect(refused.toSorted()).toEqual(refusedWithout[scope]?.toSorted())
  })
})

async function resultsOf(service: TestService, name: OperationName, userId: string): Promise<object> {
  const isForUser = name === 'campaign/pause_campaigns'
  const body = isForUser ? { userIds: [userId] } : await buildWorkingBody(name, service, userId)
  return (await service.call(name, body as never)).results
}
