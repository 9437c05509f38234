import { operations, type RequestBody } from '@adrail/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { testOperationCosts } from '../../../testing/costs.ts'
import { expectRefusal, expectSuccess } from '../../../testing/expectations.ts'
import { pollTwice } from '../../../testing/freshRound.ts'
import { newLinkedUser } from '../../../testing/linked.ts'
import { newUserOnAllPlatforms } from '../../../testing/reports.ts'
import { addCampaigns } from '../../../testing/search.ts'
import { useService } from '../../../testing/service.ts'
import { springCampaignId } from '../../../testing/social.ts'

const service = useService({ environment: { MIRROR: 'on' } })
const users: string[] = []
beforeAll(async () => {
  users.push(
    await newUserOnAllPlatforms(service),
    await newLinkedUser(service, { platform: 'SEARCH', person: 'agnes' }),
  )
  await pollTwice(service.app.mirrorReader)
})

async function list(body: RequestBody<'campaign/list_campaigns'> = {}, apiKey = service.apiKey) {
  const response = await service.call('campaign/list_campaigns', body, { apiKey })
  return expectSuccess('campaign/list_campaigns', response)
}

type Listed = Awaited<ReturnType<typeof list>>['campaigns'][number]

/** Compares rows as a database does: by the first column in which they differ. */
function compare(one: readonly string[], other: readonly string[]): number {
  const at = one.findIndex((text, index) => text !== other[index])
  return at < 0 ? 0 : (one[at] ?? '') < (other[at] ?? '') ? -1 : 1
}

describe('campaign/list_campaigns', () => {
  test('returns the campaigns of all users on all platforms in order, each with the time of its last read [R4.add.campaign-list_campaigns] [R4.add.campaign-list_campaigns.results]', async () => {
    const { campaigns, pagination } = await list()
    const places = campaigns.map(({ userId, platform, campaignId }) => [userId, platform, campaignId].join())
    expect(places).toEqual(places.toSorted())
    expect(new Set(places).size).toBe(places.length)
    expect(new Set(campaigns.map(({ userId, platform }) => `${users.indexOf(userId)} ${platform}`))).toEqual(
      new Set(['0 social', '0 search', '0 pro', '1 search']),
    )
    expect(pagination).toEqual({ next: '', previous: '' })
    const asOf = new Date(service.clock.now()).toISOString()
    expect(campaigns.find(({ campaignId }) => campaignId === springCampaignId)).toEqual({
      ...operations['campaign/list_campaigns'].example.results.campaigns[0],
      userId: users[0],
      userName: (await service.call('user/get_profile', { userId: users[0] ?? '' })).results.user.name,
      startDate: '2025-05-24',
      asOf,
      last30Days: {
        spend: expect.stringMatching(/^\d+\.\d\d$/),
        impressions: expect.any(Number),
        clicks: expect.any(Number),
        conversions: expect.stringMatching(/^\d+$/),
        leads: expect.stringMatching(/^\d+$/),
        asOf,
      },
    })
  })

  test('filters campaigns by user, platform, status and part of the name, alone and combined', async () => {
    const { campaigns } = await list()
    const [userId = ''] = users
    const wanted: readonly [RequestBody<'campaign/list_campaigns'>, (campaign: Listed) => boolean][] = [
      [{ userId }, (each) => each.userId === userId],
      [{ platform: 'search' }, (each) => each.platform === 'search'],
      [{ status: 'PAUSED' }, (each) => each.status === 'PAUSED'],
      [{ search: 'BREAD' }, (each) => each.name.toLowerCase().includes('bread')],
      [
        { userId, platform: 'social', status: 'ACTIVE', search: 'g bread' },
        (each) => each.campaignId === springCampaignId,
      ],
    ]
    for (const [body, fits] of wanted) {
      const expected = campaigns.filter(fits)
      expect(expected.length).toBeGreaterThan(0)
      expect((await list(body)).campaigns).toEqual(expected)
    }
    expect((await list({ search: 'nobody calls it so' })).campaigns).toEqual([])
    expectRefusal(await service.post('campaign/list_campaigns', { userId: 'usr_nobody' }), 'USER_NOT_FOUND')
  })

  test.each([
    { sort: 'NAME' },
    { sort: 'NAME', descending: true },
    { sort: 'STATUS' },
    { sort: 'STATUS', descending: true },
    { descending: true },
  ] as const)('sorts all campaigns and filtered campaigns by the requested order: %o', async (order) => {
    const [userId = ''] = users
    const keyOf = ({ name, status, userId, platform, campaignId }: Listed) => [
      ...('sort' in order && order.sort === 'STATUS' ? [status] : []),
      ...('sort' in order ? [name.toLowerCase()] : []),
      ...[userId, platform, campaignId],
    ]
    for (const body of [{}, { userId }, { status: 'PAUSED' }, { userId, status: 'ACTIVE' }] as const) {
      const { campaigns } = await list(body)
      const sorted = campaigns.toSorted((one, other) => compare(keyOf(one), keyOf(other)))
      if ('descending' in order) sorted.reverse()
      expect((await list({ ...body, ...order })).campaigns).toEqual(sorted)
    }
  })

  test('marks the campaigns of an ad account that two users linked as duplicates, except in a list of one user', async () => {
    const { apiKey } = await service.newWorkspace()
    const both = [
      await newLinkedUser(service, { apiKey }),
      await newLinkedUser(service, { apiKey }),
    ].toSorted()
    const [first = '', second = ''] = both
    await pollTwice(service.app.mirrorReader)
    const { campaigns } = await list({}, apiKey)
    const of = (userId: string) => campaigns.filter((campaign) => campaign.userId === userId)
    expect(of(first).length).toBeGreaterThan(0)
    expect(of(second)).toEqual(
      of(first).map((campaign) => ({
        ...campaign,
        userId: second,
        duplicateOf: first,
        asOf: expect.any(String),
      })),
    )
    expect(of(first).every(({ duplicateOf }) => duplicateOf === undefined)).toBe(true)
    const alone = await list({ userId: second }, apiKey)
    expect(alone.campaigns.length).toBe(of(second).length)
    expect(alone.campaigns.every(({ duplicateOf }) => duplicateOf === undefined)).toBe(true)
    await service.call('auth/remove_link', { userId: first, platform: 'SOCIAL_A' }, { apiKey })
    expect((await list({}, apiKey)).campaigns).toEqual(alone.campaigns)
  })

  test('pages to the end and back in each order, and returns no campaigns to another workspace', async () => {
    await addCampaigns(service, 205)
    const { apiKey } = await service.newWorkspace()
    const big = await newLinkedUser(service, { platform: 'SEARCH', accountId: '4823109764', apiKey })
    await pollTwice(service.app.mirrorReader)
    for (const order of [{}, { sort: 'NAME' }, { sort: 'STATUS', descending: true }] as const) {
      const body = { userId: big, ...order }
      const pages = [await list(body, apiKey)]
      for (let next = pages[0]?.pagination.next; next; next = pages.at(-1)?.pagination.next)
        pages.push(await list({ ...body, pagination: next }, apiKey))
      expect(pages.map(({ campaigns }) => campaigns.length)).toEqual([100, 100, 6])
      const seen = pages.flatMap(({ campaigns }) => campaigns.map(({ campaignId }) => campaignId))
      expect(new Set(seen).size).toBe(seen.length)
      const { previous = '' } = pages.at(-1)?.pagination ?? {}
      const back = await list({ ...body, pagination: previous }, apiKey)
      expect(back.campaigns).toEqual(pages.at(-2)?.campaigns)
      const other = { userId: big, sort: 'USER', descending: true, pagination: previous }
      expectRefusal(await service.post('campaign/list_campaigns', other, apiKey), 'INVALID_CURSOR')
    }
    const other = await service.newWorkspace()
    expect((await list({}, other.apiKey)).campaigns).toEqual([])
  })
})

testOperationCosts('campaign/list_campaigns', { store: 1, upstream: 0 })
