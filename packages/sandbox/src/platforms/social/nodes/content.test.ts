import { expect, test } from 'vitest'
import { noon } from '../../../../testing/sandbox.ts'
import { type SocialRow, useSocial } from '../../../../testing/social.ts'

const social = useSocial()

const page = '104500000000001'
const account = 'act_1001200300400'
const postFields =
  'id,created_time,permalink_url,message,story,full_picture,status_type,is_eligible_for_promotion,promotable_id,attachments{media_type,type,url,target{id,url},media{image{src,width,height},source},subattachments.limit(1){media_type,type,target{id},media{image{src,width,height},source}}}'

test('the posts of a page come newest first, in every type, with attachments whose media can be downloaded', async () => {
  const posts = await social.all(
    `${page}/published_posts`,
    { fields: postFields, limit: 25 },
    await social.pageToken(),
  )
  expect(posts).toHaveLength(72)
  const times = posts.map((post) => String(post['created_time']))
  expect(times).toEqual(times.toSorted().reverse())
  expect(times[0]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0000$/)
  const attachments = posts.map((post) => post.attachments?.data[0])
  expect(new Set(attachments.map((each) => each?.media_type))).toEqual(
    new Set(['video', 'photo', 'album', 'link', undefined]),
  )
  const video = attachments.find((each) => each?.media_type === 'video')
  expect(video).toMatchObject({
    type: 'video_inline',
    target: { id: '990011' },
    media: { image: { width: 720, height: 1280 } },
  })
  expect((await fetch(video.media.source)).headers.get('content-type')).toBe('video/mp4')
  const album = attachments.find((each) => each?.media_type === 'album')
  expect(album.subattachments.data[0].media.image.src).toContain('/_media/image/')
  expect((await fetch(album.media.image.src)).status).toBe(200)
  expect(posts.some((post) => post['message'] === undefined && post['story'] !== undefined)).toBe(true)
})

test('a list of posts returns at most 100 posts per page', async () => {
  const { body } = await social.get(`${page}/published_posts`, { limit: 1_000 }, await social.pageToken())
  expect(body.data.length).toBeLessThanOrEqual(100)
  expect(Object.keys(body.data[0]).sort()).toContain('created_time')
})

test('Instagram media are readable with user and page tokens, include album children, and sometimes omit the media address', async () => {
  const query = {
    fields:
      'id,caption,media_type,media_product_type,media_url,thumbnail_url,permalink,timestamp,children{id,media_type,media_url,thumbnail_url}',
    limit: 30,
  }
  const media = await social.all('17841400000000001/media', query)
  expect(media).toHaveLength(64)
  expect((await social.get('17841400000000001/media', query, await social.pageToken())).status).toBe(200)
  const kinds = new Set(media.map((each) => each['media_type']))
  expect(kinds).toEqual(new Set(['IMAGE', 'VIDEO', 'CAROUSEL_ALBUM']))
  const reels = media.filter((each) => each['media_type'] === 'VIDEO')
  expect(reels.some((each) => each['media_url'] === undefined)).toBe(true)
  expect(reels.every((each) => String(each['thumbnail_url']).startsWith(social.sandbox.url))).toBe(true)
  const album = media.find((each) => each['media_type'] === 'CAROUSEL_ALBUM')
  expect(album.children.data).toHaveLength(3)
  expect(media.some((each) => each['caption'] === undefined)).toBe(true)
})

test('ad images have the account and hash in their id and times in the offset of the account', async () => {
  const images = await social.all(`${account}/adimages`, {
    fields: 'id,hash,name,url,permalink_url,width,height,original_width,original_height,status,created_time',
    limit: 50,
  })
  expect(images).toHaveLength(68)
  for (const image of images) {
    expect(image['id']).toMatch(/^1001200300400:[0-9a-f]{32}$/)
    expect(String(image['created_time'])).toMatch(/\+0[12]00$/)
  }
  expect(images.some((image) => image['status'] === 'DELETED')).toBe(true)
  const bytes = Buffer.alloc(64, 7).toString('base64')
  const created = await social.post(`${account}/adimages`, { bytes, name: 'new.jpg' })
  const hash = created.body.images.bytes.hash
  const found = await social.get(`${account}/adimages`, { hashes: [hash], fields: 'name' })
  expect(found.body.data).toEqual([{ name: 'new.jpg', id: `1001200300400:${hash}` }])
  expect(social.effects()).toEqual([{ kind: 'image.create', id: `1001200300400:${hash}` }])
})

test('the page token lists the lead forms of a page in every status', async () => {
  const { body } = await social.get(
    `${page}/leadgen_forms`,
    { fields: 'id,name,status', limit: 100 },
    await social.pageToken(),
  )
  expect(body.data.slice(0, 2)).toEqual([
    { id: '700011', name: 'Catering quote', status: 'ACTIVE' },
    { id: '700012', name: 'Bread course waiting list', status: 'ACTIVE' },
  ])
  expect(new Set(body.data.map((form: SocialRow) => form['status']))).toEqual(
    new Set(['ACTIVE', 'ARCHIVED', 'DRAFT', 'DELETED']),
  )
})

test('pixels return hourly event statistics for seven days, and custom conversions can lack the pixel field', async () => {
  const pixels = await social.get(`${account}/adspixels`, { fields: 'id,name', limit: 100, sort_by: 'NAME' })
  expect(pixels.body.data).toEqual([
    { id: '330001', name: 'Bakery site' },
    { id: '330002', name: 'Old shop' },
  ])
  const since = Math.floor(noon / 1000) - 7 * 86_400
  const stats = await social.get('330001/stats', { aggregation: 'event', start_time: since })
  const olderStats = await social.get('330001/stats', { aggregation: 'event', start_time: since - 1 })
  expect([olderStats.status, olderStats.body.error.code]).toEqual([400, 100])
  const names = new Set(
    stats.body.data.flatMap((row: { data: { value: string }[] }) => row.data.map(({ value }) => value)),
  )
  expect(names).toEqual(
    new Set([
      'PageView',
      'ViewContent',
      'AddToCart',
      'InitiateCheckout',
      'Purchase',
      'Lead',
      'OvenTimer',
      'RecipePrinted',
    ]),
  )
  expect(stats.body.data[0].start_time).toMatch(/:00:00\+0000$/)
  const conversions = await social.get(`${account}/customconversions`, {
    fields:
      'id,name,custom_event_type,pixel{id},data_sources,event_source_type,is_archived,is_unavailable,last_fired_time',
    limit: 200,
  })
  expect(conversions.body.data[0]).toMatchObject({
    id: '440001',
    custom_event_type: 'PURCHASE',
    pixel: { id: '330001' },
    data_sources: [{ id: '330001', source_type: 'PIXEL' }],
  })
  const hiddenFields = conversions.body.data.find(
    (row: SocialRow) => row['pixel'] === undefined && row['is_unavailable'] === false,
  )
  expect(hiddenFields.data_sources[0].id).toBe('330001')
  expect(conversions.body.data.some((row: SocialRow) => row['is_archived'])).toBe(true)
})
