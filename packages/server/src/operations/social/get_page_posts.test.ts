import { describe, expect, test } from 'vitest'
import { testOperationCosts } from '../../../testing/costs.ts'
import { expectRefusal, expectSuccess } from '../../../testing/expectations.ts'
import { newLinkedUser } from '../../../testing/linked.ts'
import { isVariedRun, type TestService, useService } from '../../../testing/service.ts'
import { describeRefusals, useSocial } from '../../../testing/social.ts'

const social = useSocial()
type Network = 'SOCIAL_A' | 'SOCIAL_B'

async function page(platform: Network, pagination = '') {
  const { results } = await social.call('social/get_page_posts', { platform, pagination })
  expect(results.error).toBe('')
  return { posts: results.posts, ids: results.posts.map(({ id }) => id), ...results.pagination }
}

describe('social/get_page_posts', () => {
  test('lists Facebook posts newest first, with every field, in one call [R4.3.results] [R2.2] [R2.2.createdTime] [R2.gap.mediaType]', async () => {
    const response = await social.callRecorded('social/get_page_posts', { platform: 'SOCIAL_A' })
    expectSuccess('social/get_page_posts', response)
    const { posts } = response.results
    expect(posts).toHaveLength(25)
    for (const { createdTime, postUrl } of posts) {
      expect(createdTime).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0000$/)
      expect(postUrl).toMatch(/^https:\/\//)
    }
    const times = posts.map(({ createdTime }) => createdTime)
    expect(times).toEqual(times.toSorted().reverse())
    expect(new Set(posts.map(({ mediaType }) => mediaType))).toEqual(
      new Set(['video', 'image', 'carousel', 'link', 'text']),
    )
    for (const { mediaType, width, height } of posts) expect(width * height > 0).toBe(mediaType !== 'text')
    expect(response.calls).toEqual(['published_posts.list'])
  })

  test('returns a video file and id only for Facebook posts with a video [R2.2.video]', async () => {
    const { posts } = await page('SOCIAL_A')
    for (const post of posts) {
      expect('video' in post).toBe(post.mediaType === 'video')
      expect('videoId' in post).toBe(post.mediaType === 'video')
      if (post.mediaType !== 'video') continue
      expect(post.video).toMatch(/\.mp4$/)
      expect(post.videoId).toBe('990011')
    }
  })

  // An empty last page has no link back.
  test.skipIf(isVariedRun()).each(['SOCIAL_A', 'SOCIAL_B'] as const)(
    'pages to the end and back on %s [R4.3.paging]',
    async (platform) => {
      const pages: string[][] = []
      let last = await page(platform)
      pages.push(last.ids)
      while (last.next !== '') {
        last = await page(platform, last.next)
        pages.push(last.ids)
      }
      const all = pages.flat()
      expect(all).toHaveLength(platform === 'SOCIAL_A' ? 72 : 64)
      expect(new Set(all).size).toBe(all.length)
      const back: string[][] = [last.ids]
      while (last.previous !== '') {
        last = await page(platform, last.previous)
        back.unshift(last.ids)
      }
      expect(back.flat()).toEqual(all)
    },
  )

  test('pages to the end and back when Meta pages Facebook posts by time', async () => {
    await social.sandbox.setSwitches({ social: { timePaging: true } })
    const pages = [await page('SOCIAL_A')]
    for (let next = pages[0]?.next ?? ''; next !== ''; next = pages.at(-1)?.next ?? '')
      pages.push(await page('SOCIAL_A', next))
    // Only an empty page is the last one.
    expect(pages.map(({ ids }) => ids.length)).toEqual([25, 25, 22, 0])
    const before = await page('SOCIAL_A', pages[2]?.previous)
    expect(before.ids).toEqual(pages[1]?.ids)
    expect((await page('SOCIAL_A', before.previous)).ids).toEqual(pages[0]?.ids)
    await social.sandbox.setSwitches({ social: { timePaging: false } })
  })

  test('returns INVALID_CURSOR when a request for Instagram has a Facebook cursor', async () => {
    const { next } = await page('SOCIAL_A')
    const response = await social.call('social/get_page_posts', { platform: 'SOCIAL_B', pagination: next })
    expectRefusal(response, 'INVALID_CURSOR')
  })
})

/** On a busy machine, some sizes arrive too late for the first response. The next call looks them up. */
async function postsWithoutSize(service: TestService, userId: string) {
  const response = await service.call('social/get_page_posts', { userId, platform: 'SOCIAL_B' })
  const { posts } = expectSuccess('social/get_page_posts', response)
  expect(posts).toHaveLength(25)
  return posts.filter(({ image, width, height }) => !image.includes(`-${width}x${height}.jpg`))
}

describe('social/get_page_posts for Instagram', () => {
  test('returns the size of each picture, and each video file that Instagram provides', async () => {
    const response = await social.callRecorded('social/get_page_posts', { platform: 'SOCIAL_B' })
    expectSuccess('social/get_page_posts', response)
    const { posts } = response.results
    await expect.poll(() => postsWithoutSize(social.service, social.userId)).toEqual([])
    expect(new Set(posts.map(({ mediaType }) => mediaType))).toEqual(new Set(['image', 'video', 'carousel']))
    const videos = posts.filter(({ mediaType }) => mediaType === 'video')
    expect(videos.some(({ video }) => video === '')).toBe(true)
    expect(videos.some(({ video }) => video?.endsWith('.mp4'))).toBe(true)
    for (const { id, videoId } of videos) expect(videoId).toBe(id)
    expect(response.calls).toEqual(['media.list'])
  })

  test('returns SECONDARY_ACCOUNT_MISSING when no Instagram account is linked [R4.3.no-photo-account]', async () => {
    const garden = { accountId: '1001200300401', pageId: '104500000000002' }
    const userId = await newLinkedUser(social.service, garden)
    const response = await social.call('social/get_page_posts', { platform: 'SOCIAL_B', userId })
    expectRefusal(response, 'SECONDARY_ACCOUNT_MISSING')
  })
})

describe('social/get_page_posts in real time', () => {
  const service = useService({ usesRealTime: true })

  test('returns the size of each Instagram picture', async () => {
    const userId = await newLinkedUser(service)
    await expect.poll(() => postsWithoutSize(service, userId)).toEqual([])
  })
})

describeRefusals(social, {
  operation: 'social/get_page_posts',
  body: { platform: 'SOCIAL_A' },
  failingCall: 'published_posts.list',
  token: 'page',
})

testOperationCosts('social/get_page_posts', { store: 0, upstream: 1 })
