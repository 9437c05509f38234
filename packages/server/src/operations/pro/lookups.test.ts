// Tests the operations that return LinkedIn campaigns and the objects that a campaign refers to.

import { operations } from '@adrail/contract'
import { describe, expect, test } from 'vitest'
import { expectRefusal, expectSuccess } from '../../../testing/expectations.ts'
import { usePro } from '../../../testing/pro.ts'
import { newProUser } from '../../../testing/search.ts'

// The one account without an organization is a test account.
const pro = usePro({ PRO_TEST_ACCOUNTS: 'on' })
const { service, sandbox } = pro

type Rows = Record<string, Readonly<Record<string, unknown>> | undefined>
/** The part of the sandbox's snapshot that these tests extend. */
interface Library {
  readonly leadForms: Rows
  readonly conversions: Rows
  readonly posts: Rows
}

test('pro/search_targeting finds entities by name, and returns all entities of a small facet without a query [R4.add.pro-search_targeting, R4.add.pro-search_targeting.results]', async () => {
  const found = async (body: Parameters<typeof pro.call<'pro/search_targeting'>>[1]) =>
    expectSuccess('pro/search_targeting', await pro.call('pro/search_targeting', body)).entities
  expect(await found({ facet: 'locations', query: 'Austin' })).toEqual([
    { id: '104472865', name: 'Austin, Texas Metropolitan Area' },
  ])
  expect(await found({ facet: 'seniorities' })).toHaveLength(10)
  expect(await found({ facet: 'seniorities', query: 'direc' })).toEqual([{ id: '6', name: 'Director' }])
  expect(await found({ facet: 'companySizes', query: '51-200' })).toEqual([
    { id: '51-200', name: '51-200 employees' },
  ])
  expect(await found({ facet: 'languages', query: 'German' })).toEqual([{ id: 'de_DE', name: 'German' }])
  expect(await found({ facet: 'companies', query: 'Fox (G), :List' })).toEqual([])
  const response = await pro.call('pro/search_targeting', { facet: 'titles' })
  expectRefusal(response, 'INVALID_FIELD', { field: 'query' })
})

test('pro/get_page_posts returns the posts of the organization, newest first, without posts of ads [R4.add.pro-get_page_posts, R4.add.pro-get_page_posts.results]', async () => {
  const { posts } = expectSuccess('pro/get_page_posts', await pro.call('pro/get_page_posts', {}))
  expect(posts.map(({ id, mediaType }) => [id, mediaType])).toEqual([
    ['urn:li:share:7180100001', 'image'],
    ['urn:li:share:7180100002', 'video'],
    ['urn:li:share:7180100003', 'text'],
    ['urn:li:share:7180100004', 'image'],
  ])
  expect(posts[0]).toMatchObject({
    primaryText: 'Boxwood by the pallet: what landscapers ordered this spring.',
    postUrl: 'https://www.linkedin.com/feed/update/urn:li:share:7180100001',
    createdTime: expect.stringMatching(/^20\d\d-\d\d-\d\dT/),
  })
  const pictures = posts.map(({ image }) => image)
  expect(pictures).toEqual([expect.stringMatching(/\.png$/), '', '', expect.stringMatching(/\.png$/)])
  expect((await fetch(pictures[0] ?? '')).headers.get('content-type')).toBe('image/png')
})

test('pro/get_page_posts returns posts without images when the permission to read images is missing', async () => {
  await sandbox.injectFault({ call: 'images.batchGet', kind: 'status', status: 403, code: 'ACCESS_DENIED' })
  const { posts } = expectSuccess('pro/get_page_posts', await pro.call('pro/get_page_posts', {}))
  expect(posts.map(({ image }) => image)).toEqual(['', '', '', ''])
})

test('pro/get_page_posts reports a missing permission and a missing organization', async () => {
  await sandbox.injectFault({ call: 'posts.author', kind: 'status', status: 403, code: 'ACCESS_DENIED' })
  const { error } = expectRefusal(await pro.call('pro/get_page_posts', {}), 'PERMISSION_MISSING')
  expect(error).toContain('auth/create_link')
  const userId = await newProUser(service, { accountId: '512345701' })
  expectRefusal(await pro.call('pro/get_page_posts', { userId }), 'ORGANIZATION_MISSING')
})

test('pro/get_lead_forms and pro/get_conversions return all lead forms and conversions of the account [R4.add.pro-get_lead_forms, R4.add.pro-get_lead_forms.results, R4.add.pro-get_conversions, R4.add.pro-get_conversions.results]', async () => {
  const forms = expectSuccess('pro/get_lead_forms', await pro.call('pro/get_lead_forms', {}))
  expect(forms.leadForms.map(({ id, status }) => [id, status])).toEqual([
    ['8100101', 'PUBLISHED'],
    ['8100102', 'PUBLISHED'],
    ['8100103', 'ARCHIVED'],
    ['8100104', 'DRAFT'],
  ])
  const counted = expectSuccess('pro/get_conversions', await pro.call('pro/get_conversions', {}))
  expect(counted.conversions).toEqual([
    { id: '70201', name: 'Quote requested', category: 'LEAD', status: 'ENABLED' },
    { id: '70202', name: 'Online order', category: 'PURCHASE', status: 'ENABLED' },
    { id: '70203', name: 'Old shop order', category: 'PURCHASE', status: 'DISABLED' },
  ])
})

test('pro/get_lead_forms, pro/get_conversions, pro/get_page_posts return the rows after the first page too', async () => {
  const world = (await sandbox.callAdmin('GET', 'snapshot')) as { state: { pro: { library: Library } } }
  const before = structuredClone(world)
  const { conversions, leadForms, posts } = world.state.pro.library
  const [form, conversion, post] = [
    leadForms['8100101'],
    conversions['70201'],
    posts['urn:li:share:7180100003'],
  ]
  for (let index = 0; index < 230; index++) {
    leadForms[8_200_000 + index] = { ...form, id: 8_200_000 + index }
    conversions[80_000 + index] = { ...conversion, id: 80_000 + index }
  }
  for (let index = 0; index < 60; index++) {
    const urn = `urn:li:share:${7_180_200_000 + index}`
    posts[urn] = { ...post, urn }
  }
  await sandbox.callAdmin('PUT', 'snapshot', world)
  const forms = await pro.call('pro/get_lead_forms', {})
  expect(expectSuccess('pro/get_lead_forms', forms).leadForms).toHaveLength(234)
  const counted = await pro.call('pro/get_conversions', {})
  expect(expectSuccess('pro/get_conversions', counted).conversions).toHaveLength(233)
  const ids: string[] = []
  for (let pagination: string | undefined; pagination !== ''; ) {
    const page = await pro.call('pro/get_page_posts', pagination === undefined ? {} : { pagination })
    const { posts: found, pagination: around } = expectSuccess('pro/get_page_posts', page)
    ids.push(...found.map(({ id }) => id))
    pagination = around.next
  }
  expect([ids.length, new Set(ids).size]).toEqual([64, 64])
  await sandbox.callAdmin('PUT', 'snapshot', before)
})

describe('existing LinkedIn campaigns', () => {
  test('pro/get_campaigns returns all campaign groups, or only those with the requested status [R4.add.pro-get_campaigns, R4.add.pro-get_campaigns.results]', async () => {
    const { campaigns } = expectSuccess('pro/get_campaigns', await pro.call('pro/get_campaigns', {}))
    expect(campaigns.map(({ name, status }) => [name, status])).toEqual([
      ['Trade customers', 'ACTIVE'],
      ['Spring season', 'ACTIVE'],
      ['Hiring', 'PAUSED'],
      ['Ideas for autumn', 'DRAFT'],
      ['Last year', 'ARCHIVED'],
    ])
    expect(campaigns[1]).toMatchObject({ lifetimeBudget: '6000.00', currencyCode: 'USD' })
    const paused = await pro.call('pro/get_campaigns', { status: 'PAUSED' })
    expect(paused.results.campaigns.map(({ id }) => id)).toEqual(['640118023'])
    const gone = await pro.call('pro/get_campaigns', { status: 'DELETED' })
    expect(gone.results.campaigns).toEqual([])
  })

  test('pro/get_ad_groups returns the issues that keep an ad group from being served [R4.add.pro-get_ad_groups, R4.add.pro-get_ad_groups.results]', async () => {
    const response = await pro.call('pro/get_ad_groups', { campaignId: '640118012' })
    const { adGroups } = expectSuccess('pro/get_ad_groups', response)
    expect(adGroups.find(({ name }) => name === 'Bonsai evening')).toMatchObject({
      effectiveStatus: 'CAMPAIGN_AUDIENCE_COUNT_HOLD',
      issues: ['The audience of the ad group is too small.'],
    })
    expect(adGroups.find(({ name }) => name === 'Seedlings are in')).toMatchObject({
      effectiveStatus: 'RUNNABLE',
      issues: [],
      dailyBudget: '62.73',
    })
  })

  test('pro/get_ad_groups returns all ad groups although one page of LinkedIn is short', async () => {
    const userId = await newProUser(service, { person: 'agnes', accountId: '515000101' })
    const body = { userId, campaignId: '515000101' }
    const ids: string[] = []
    for (let pagination = ''; ; ) {
      const page = await pro.call('pro/get_ad_groups', pagination === '' ? body : { ...body, pagination })
      const { adGroups, pagination: around } = expectSuccess('pro/get_ad_groups', page)
      ids.push(...adGroups.map(({ id }) => id))
      pagination = around.next
      if (pagination === '') break
    }
    expect([ids.length, new Set(ids).size]).toEqual([229, 229])
  })

  test('pro/get_ads returns the ads of all ad groups of a campaign [R4.add.pro-get_ads, R4.add.pro-get_ads.results]', async () => {
    const { ads } = expectSuccess('pro/get_ads', await pro.call('pro/get_ads', { campaignId: '640118001' }))
    const [example] = operations['pro/get_ads'].example.results.ads
    expect(ads[0]).toEqual({ ...example, imageUrl: expect.stringContaining('/_media/image/') })
    expect(new Set(ads.map(({ adGroupId }) => adGroupId)).size).toBeGreaterThan(1)
    expect(JSON.stringify(ads)).toContain('has not finished its review')
  })

  test.each(['pro/get_ad_groups', 'pro/get_ads'] as const)(
    '%s returns OBJECT_NOT_FOUND for a campaign of another account',
    async (operation) => {
      for (const campaignId of ['1', '515000101'])
        expectRefusal(await pro.call(operation, { campaignId }), 'OBJECT_NOT_FOUND', { field: 'campaignId' })
    },
  )
})
