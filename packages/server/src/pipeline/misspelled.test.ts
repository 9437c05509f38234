// A misspelled field never spends money. The tests check the ledger of the sandbox as well as the tables of
// adrail.

import { beforeAll, describe, expect, test } from 'vitest'
import { expectRefusal } from '../../testing/expectations.ts'
import { linkExistingUser, newLinkedUser } from '../../testing/linked.ts'
import { readResponse } from '../../testing/requests.ts'
import { createSandboxAdmin } from '../../testing/sandbox.ts'
import { querySearchRows } from '../../testing/search.ts'
import { useService } from '../../testing/service.ts'
import { springCampaignId } from '../../testing/social.ts'

const service = useService()
let userId: string
let wreaths: string
beforeAll(async () => {
  userId = await newLinkedUser(service)
  await linkExistingUser(service, userId, { platform: 'SEARCH' })
  const { results } = await service.call('search/get_campaigns', { userId })
  wreaths = results.campaigns.find(({ name }) => name === 'Holiday wreaths')?.id ?? ''
})

/** Returns the daily budget of the campaign at the platform. */
const budgets = {
  social: async () => {
    const { url = '', social } = service.app.sandbox ?? {}
    const query = `fields=daily_budget&access_token=${social?.accessToken}`
    return await (await fetch(`${url}/v26.0/${springCampaignId}?${query}`)).json()
  },
  search: async () =>
    await querySearchRows(
      service,
      `SELECT campaign_budget.amount_micros FROM campaign WHERE campaign.id = ${wreaths}`,
    ),
}

/** Counts the rows that the service has written, including journal and audit entries. */
async function written(): Promise<unknown[]> {
  const { db } = service.app.store
  return await Promise.all(
    (['operations', 'operation_steps', 'audit_entries', 'users', 'links'] as const).map((table) =>
      db
        .selectFrom(table)
        .select((query) => query.fn.countAll<string>().as('rows'))
        .execute(),
    ),
  )
}

describe.each(['social', 'search'] as const)(
  '%s/edit_campaign with a misspelled or misplaced field',
  (platform) => {
    const sandbox = createSandboxAdmin(service, platform)
    const operation = `${platform}/edit_campaign` as const

    test.each([
      ['dryrun', { dryrun: true }, 'dryRun'],
      ['DryRun', { DryRun: true }, 'dryRun'],
      ['dry_run', { dry_run: true }, 'dryRun'],
      ['dryRum', { dryRum: true }, 'dryRun'],
      ['planhash', { planhash: 'of a plan for 10' }, 'planHash'],
      ['planHsah', { planHsah: 'of a plan for 10' }, 'planHash'],
    ])('suggests the right name, sends nothing and changes nothing: %s', async (field, slip, meant) => {
      const campaignId = platform === 'social' ? springCampaignId : wreaths
      const before = [await budgets[platform](), await written()]
      await sandbox.clearRequests()

      const response = await service.post(operation, { userId, campaignId, amount: 999, ...slip })

      const { error, details } = expectRefusal(response, 'UNKNOWN_FIELD', { field })
      expect(error).toContain(`Did you mean ${meant}?`)
      expect(details).toEqual([{ field, code: 'UNKNOWN', message: error }])
      expect(await sandbox.requests()).toEqual([])
      expect(await sandbox.effects()).toEqual([])
      expect([await budgets[platform](), await written()]).toEqual(before)
    })

    test.each(['dryRun=true', 'DRYRUN', 'a=1&planHash=x'])(
      'refuses the field in the query string and sends nothing: ?%s',
      async (query) => {
        const campaignId = platform === 'social' ? springCampaignId : wreaths
        await sandbox.clearRequests()
        const response = await readResponse(
          service.send(`/${operation}?${query}`, {
            method: 'POST',
            headers: { 'x-api-key': service.apiKey, 'content-type': 'application/json' },
            body: JSON.stringify({ userId, campaignId, amount: 999 }),
          }),
        )
        const field = query.includes('planHash') ? 'planHash' : 'dryRun'
        expectRefusal(response, 'UNKNOWN_FIELD', { field })
        expect(await sandbox.requests()).toEqual([])
      },
    )
  },
)
