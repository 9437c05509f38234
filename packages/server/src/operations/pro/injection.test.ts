// Whatever a caller writes stays a value: no request to the professional network takes another form because of it.
// HOSTILE_VALUES sets how many are tried.

import { describe, expect, test } from 'vitest'
import { expectSuccess } from '../../../testing/expectations.ts'
import { formsOfHonest, formsOfHostile } from '../../../testing/injection.ts'
import { usePro } from '../../../testing/pro.ts'
import { leastProCampaign } from '../../../testing/proCampaign.ts'

const pro = usePro()
const count = Number(process.env['HOSTILE_VALUES'] ?? 40)
const ids = (form: string) => form.replaceAll(/\d{5,}/g, 'N')

describe('hostile values never change a request', () => {
  test.each([
    ['pro/get_ad_groups', (campaignId: string) => ({ campaignId })],
    ['pro/get_ads', (campaignId: string) => ({ campaignId })],
    ['pro/update_campaign_status', (campaignId: string) => ({ campaignId, status: 'ACTIVE' })],
    ['pro/edit_campaign', (campaignId: string) => ({ campaignId, amount: 20 })],
    ['pro/get_campaigns', (pagination: string) => ({ pagination: pagination || 'x' })],
  ] as const)('as an id or cursor of %s: nothing but digits gets through', async (name, body) => {
    const forms = await formsOfHostile(pro, count, (value) => pro.call(name, body(value) as never))
    for (const form of forms) expect(form).toMatch(/ \/rest\/adAccounts\/512345678\/\w+(\/\d+)? /)
  })

  test('as the query of pro/search_targeting', async () => {
    const ask = (query: string) => pro.call('pro/search_targeting', { facet: 'locations', query })
    const honest = await formsOfHonest(pro, () => ask('Austin'))
    expect(await formsOfHostile(pro, count, ask)).toEqual(honest)
  })

  test('as the texts of a campaign', async () => {
    const create = (text: string) => {
      const least = leastProCampaign(text)
      const ads = least.ads.map((ad) => ({ ...ad, name: text }))
      return pro.call('pro/create_campaign', { ...least, ads, status: 'PAUSED' })
    }
    const honest = await formsOfHonest(pro, async () =>
      expectSuccess('pro/create_campaign', await create('Honest')),
    )
    const forms = await formsOfHostile(pro, Math.ceil(count / 4), create)
    expect(forms.length).toBeGreaterThan(0)
    expect(honest.map(ids)).toEqual(expect.arrayContaining(forms.map(ids)))
  })
})
