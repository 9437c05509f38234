// Withholds each Meta permission in turn after the account was linked. Every operation works or reports the
// permission.

import { listPermissionNames, type OperationName, operations } from '@adrail/contract'
import { afterEach, describe, expect, test } from 'vitest'
import { expectRefusal } from '../../testing/expectations.ts'
import { newLinkedUser } from '../../testing/linked.ts'
import { findResultError } from '../../testing/resultErrors.ts'
import { createSandboxAdmin } from '../../testing/sandbox.ts'
import { type TestService, useService } from '../../testing/service.ts'
import { buildWorkingBody } from '../../testing/workingBodies.ts'

/** The bodies of the documented examples, which work in the starting world. */
const examples = Object.entries(operations)
  .filter(([name]) => name.startsWith('social/'))
  .map(([name, { example, effect }]) => ({
    label: name,
    name,
    isWrite: effect === 'write',
    body: example.body,
  }))

/** Parts of operations that the examples omit: posts of Instagram, and a form that is really created. */
const parts = [
  {
    label: 'social/get_page_posts of SOCIAL_B',
    name: 'social/get_page_posts',
    isWrite: false,
    body: { platform: 'SOCIAL_B' },
  },
  {
    label: 'social/create_lead_form without dryRun',
    name: 'social/create_lead_form',
    isWrite: false,
    body: { name: 'Ask', privacyPolicyUrl: 'https://shop.example/privacy', questions: ['EMAIL'] },
  },
]

/** The operations that are refused without the permission. All other operations work. */
const refusedWithout: Readonly<Record<string, readonly string[]>> = {
  // ads_management reads as well, and the token of the page was read when the account was linked.
  ads_read: [],
  pages_show_list: [],
  // Linking finds accounts and pages with this permission. Operations do not need it.
  business_management: [],
  pages_read_engagement: ['social/get_page_posts'],
  pages_manage_ads: ['social/create_lead_form without dryRun'],
  instagram_basic: ['social/get_page_posts of SOCIAL_B'],
  leads_retrieval: ['lead/list_leads', 'social/create_test_lead'],
  // The platform pushes new leads with this permission. Without it, adrail polls the forms.
  pages_manage_metadata: [],
  ads_management: [
    'campaign/pause_campaigns',
    'social/create_campaign',
    'social/create_leadform_audience',
    'social/edit_campaign',
    'social/update_campaign_status',
    'social/upload_video',
  ],
}

/** Operations over several accounts, which report refusals per account. */
async function overAccounts(service: TestService, userId: string, scope: string) {
  const names = ['report/get_report', 'lead/list_leads'] as const
  const reading = names.map(async (name) => [name, await buildWorkingBody(name, service, userId)] as const)
  // With the permission, the operation would pause the campaigns that other operations need.
  const pause = ['campaign/pause_campaigns', { userIds: [userId] }] as const
  return [...(await Promise.all(reading)), ...(scope === 'ads_management' ? [pause] : [])]
}

describe('a linked account from which Meta withholds one permission', () => {
  const service = useService({ environment: { LEADS: 'on' } })
  const withhold = (scopes: readonly string[]) =>
    createSandboxAdmin(service).simulate('withhold', { person: 'ada', platform: 'social', scopes })
  afterEach(() => withhold([]))

  test.each(listPermissionNames('social', 'needed', 'optional', 'leads'))(
    'works in every operation, or returns PERMISSION_MISSING with the name of the permission: %s',
    async (scope) => {
      const userId = await newLinkedUser(service)
      await withhold([scope])
      const refused: string[] = []
      // Some writes only meet the refusal when they are sent. Without ads_management they cannot change much.
      const dryRun = scope !== 'ads_management'
      for (const { label, name, isWrite, body } of [...examples, ...parts]) {
        const request = { ...body, userId, ...(isWrite ? { dryRun } : {}) }
        // The table pairs operation names with matching bodies, but types both as plain data.
        const response = await service.call(name as OperationName, request as never)
        if (response.results.success) continue
        expectRefusal(response, 'PERMISSION_MISSING')
        expect(response.results.error, label).toContain(scope)
        refused.push(label)
      }
      for (const [name, body] of await overAccounts(service, userId, scope)) {
        const { results } = await service.call(name, body as never)
        const found = findResultError(results)
        if (found === undefined) continue
        expect({ name, ...found }).toMatchObject({
          name,
          code: 'PERMISSION_MISSING',
          error: expect.stringContaining(scope),
        })
        refused.push(name)
      }
      expect(refused.toSorted()).toEqual(refusedWithout[scope])
    },
  )
})
