import { describe, expect, test } from 'vitest'
import { testOperationCosts } from '../../../testing/costs.ts'
import { expectRefusal, expectSuccess } from '../../../testing/expectations.ts'
import { newLinkedUser } from '../../../testing/linked.ts'
import { isVariedRun } from '../../../testing/service.ts'
import { describeRefusals, useSocial } from '../../../testing/social.ts'

const social = useSocial()

async function page(pagination: string, type: 'IMAGE' | 'VIDEO' = 'IMAGE') {
  const { results } = await social.call('social/get_ad_account_media', { type, pagination })
  expect(results.error).toBe('')
  return { ids: results.media.map(({ id }) => id), ...results.pagination }
}

describe('social/get_ad_account_media', () => {
  test('lists the first 50 images without deleted images in one call [R4.4.results] [R2.3]', async () => {
    const response = await social.callRecorded('social/get_ad_account_media', { type: 'IMAGE' })
    expectSuccess('social/get_ad_account_media', response)
    const { media } = response.results
    // One of the first fifty was deleted.
    expect(media).toHaveLength(49)
    expect(media[0]).toMatchObject({ width: 1080, height: 1080 })
    for (const { id, url } of media) {
      expect(id).toMatch(/^1001200300400:[0-9a-f]{32}$/)
      expect(url).toMatch(/^http/)
    }
    expect(response.calls).toEqual(['adimages.list'])
  })

  test('lists ready videos with size and preview picture, and other videos without them', async () => {
    const response = await social.callRecorded('social/get_ad_account_media', { type: 'VIDEO' })
    expectSuccess('social/get_ad_account_media', response)
    const { media } = response.results
    expect(media.find(({ id }) => id === '990011')).toMatchObject({
      width: 1080,
      height: 1920,
      picture: expect.stringMatching(/^http.*\.jpg$/),
    })
    expect(media.find(({ id }) => id === '990032')).toEqual({ id: '990032', url: '', width: 0, height: 0 })
    expect(response.calls).toEqual(['advideos.list'])
  })

  // An empty last page has no link back.
  test.skipIf(isVariedRun())(
    'pages to the end and back with a cursor or with a URL that contains the cursor [R4.4.paging]',
    async () => {
      const first = await page('')
      expect([first.previous, first.next === '']).toEqual(['', false])
      const second = await page(first.next)
      expect(second.ids.filter((id) => first.ids.includes(id))).toEqual([])
      expect(second.next).toBe('')
      // 68 images, two of them deleted.
      expect(first.ids.length + second.ids.length).toBe(66)
      expect((await page(second.previous)).ids).toEqual(first.ids)
      const link = `https://app.example/media?pagination=${encodeURIComponent(first.next)}&x=1`
      expect((await page(link)).ids).toEqual(second.ids)
    },
  )

  test('returns cursors without readable platform data that only the same user and media type can use', async () => {
    const { next } = await page('')
    expect(Buffer.from(next, 'base64url').toString('latin1')).not.toMatch(/QVFI|EAA|access_token/)
    const asVideo = await social.call('social/get_ad_account_media', { type: 'VIDEO', pagination: next })
    expectRefusal(asVideo, 'INVALID_CURSOR')
    const other = await newLinkedUser(social.service)
    const body = { type: 'IMAGE', pagination: next, userId: other } as const
    expectRefusal(await social.call('social/get_ad_account_media', body), 'INVALID_CURSOR')
    const changed = `${next.slice(0, -2)}${next.endsWith('AA') ? 'BB' : 'AA'}`
    const altered = await social.call('social/get_ad_account_media', { type: 'IMAGE', pagination: changed })
    expectRefusal(altered, 'INVALID_CURSOR')
  })

  test('returns INVALID_CURSOR when Meta no longer knows the position', async () => {
    const { next } = await page('')
    await social.sandbox.injectFault({ call: 'adimages.list', kind: 'status', status: 400, code: '2642' })
    const response = await social.call('social/get_ad_account_media', { type: 'IMAGE', pagination: next })
    expectRefusal(response, 'INVALID_CURSOR', { field: 'pagination' })
  })
})

describeRefusals(social, {
  operation: 'social/get_ad_account_media',
  body: { type: 'IMAGE' },
  failingCall: 'adimages.list',
})

testOperationCosts('social/get_ad_account_media', { store: 0, upstream: 1 })
