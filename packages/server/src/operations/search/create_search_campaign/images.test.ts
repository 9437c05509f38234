import { expect, test } from 'vitest'
import { expectRefusal, expectSuccess } from '../../../../testing/expectations.ts'
import { newSearchUser, useSearch } from '../../../../testing/search.ts'
import { minimalSearchCampaign, readSearchCampaign } from '../../../../testing/searchCampaign.ts'

const search = useSearch()
const { service, sandbox } = search
const create = (body: Parameters<typeof service.call<'search/create_search_campaign'>>[1]) =>
  service.call('search/create_search_campaign', body)

test.each([
  ['a file that is not an image', 'video/clip.mp4'],
  ['an image that does not exist', 'image/none'],
  ['a square image that is too small', 'image/small-200x200.png'],
  ['an image with an unsupported ratio', 'image/tall-300x600.png'],
  ['a wide image that is too small', 'image/wide-382x200.png'],
])('search/create_search_campaign returns the index of %s and writes nothing', async (_, path) => {
  const good = `${sandbox.url}/_media/image/good-300x300.png`
  const images = [good, `${sandbox.url}/_media/${path}`]
  const response = await create({ ...minimalSearchCampaign(search.userId, 'Pictured'), images })
  expectRefusal(response, 'IMAGE_NOT_FETCHABLE', { field: 'images[1]' })
  expect(await sandbox.writes()).toEqual([])
})

const refusalOf = async (url: string) => {
  const response = await create({ ...minimalSearchCampaign(search.userId, 'Inward'), images: [url] })
  return expectRefusal(response, 'IMAGE_NOT_FETCHABLE', { field: 'images[0]' }).error
}

test.each([
  ['http://169.254.169.254/latest/meta-data/', '169.254.169.254 is not a public host'],
  ['https://127.0.0.1/a.png', '127.0.0.1 is not a public host'],
  ['https://localhost/a.png', 'localhost is not a public host'],
  ['http://localhost:3000/a.png', 'localhost is not a public host'],
  ['https://[::ffff:7f00:1]/a.png', '[::ffff:7f00:1] is not a public host'],
  ['https://metadata.google.internal/', 'metadata.google.internal is not a public host'],
  ['http://shop.example/a.png', 'adrail fetches only https URLs on port 443'],
])('search/create_search_campaign rejects the image URL %s because %s', async (url, problem) => {
  expect(await refusalOf(url)).toContain(
    `images[0] could not be fetched as an image for Google Ads: ${problem}.`,
  )
})

test('search/create_search_campaign returns the same error for a host name without a public address as for a missing image', async () => {
  const missing = await refusalOf(`${sandbox.url}/_media/image/none`)
  expect(missing).toContain('its URL returns no usable image')
  expect(await refusalOf('https://inward.example/a.png')).toBe(missing)
})

test('search/create_search_campaign uses equal images once', async () => {
  const images = ['a', 'b'].map(() => `${sandbox.url}/_media/image/same-300x300.png`)
  const results = expectSuccess(
    'search/create_search_campaign',
    await create({ ...minimalSearchCampaign(search.userId, 'Twice the same'), images }),
  )
  expect((await readSearchCampaign(service, results.campaignResourceName)).images).toEqual(['300x300'])
})

test('search/create_search_campaign uploads large images before the campaign unless the campaign name is taken', async () => {
  const images = ['a', 'b', 'c', 'd'].map((name) => `${sandbox.url}/_media/image/${name}-300x300-4800kb.png`)
  const large = (name: string) => create({ ...minimalSearchCampaign(search.userId, name), images })
  const results = expectSuccess('search/create_search_campaign', await large('Large pictures'))
  expect((await readSearchCampaign(service, results.campaignResourceName)).images).toHaveLength(4)
  // adrail uploads three images and then one, creates the campaign, and enables it.
  expect(await sandbox.writes()).toHaveLength(4)
  await sandbox.clearRequests()
  expectRefusal(await large('Holiday wreaths'), 'DUPLICATE_CAMPAIGN_NAME', { field: 'campaignName' })
  expect(await sandbox.writes()).toEqual([])
})

test('search/create_search_campaign returns the rejected image and leaves nothing when the account cannot use images [R4.5.images.eligible]', async () => {
  const unable = await newSearchUser(service, { person: 'otto', accountId: '6600000004' })
  const images = [`${sandbox.url}/_media/image/good-300x300.png`]
  const response = await create({ ...minimalSearchCampaign(unable, 'No pictures'), images })
  expectRefusal(response, 'PLATFORM_REJECTED', { field: 'images[0]' })
  expect(await sandbox.effects()).toEqual([])
})

test('a retry with large images returns the existing campaign after the database lost the write', async () => {
  const images = ['a', 'b', 'c', 'd'].map((name) => `${sandbox.url}/_media/image/${name}-300x300-4800kb.png`)
  const headers = { 'idempotency-key': 'large-and-lost' }
  const large = () =>
    service.call(
      'search/create_search_campaign',
      { ...minimalSearchCampaign(search.userId, 'Large and lost'), images },
      { headers },
    )
  const { campaignId, operationId } = expectSuccess('search/create_search_campaign', await large())
  await service.app.store.db.deleteFrom('operations').where('id', '=', operationId).execute()
  expect(expectSuccess('search/create_search_campaign', await large()).campaignId).toBe(campaignId)
})
