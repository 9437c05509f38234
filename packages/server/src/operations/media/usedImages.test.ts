// Uploaded images in new campaigns: every field for an image URL accepts them, in their workspace only.

import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { expectRefusal, expectSuccess } from '../../../testing/expectations.ts'
import { buildLargePng, buildPng } from '../../../testing/images.ts'
import { linkExistingUser, newLinkedUser } from '../../../testing/linked.ts'
import { minimalProCampaign } from '../../../testing/proCampaign.ts'
import { createSandboxAdmin } from '../../../testing/sandbox.ts'
import { minimalSearchCampaign, readSearchCampaign } from '../../../testing/searchCampaign.ts'
import { isVariedRun, useService } from '../../../testing/service.ts'
import { minimalSocialCampaign, readSocialTree } from '../../../testing/socialCampaign.ts'
import { uploadImage } from '../../../testing/uploads.ts'
import { dayMs } from '../../runtime/durations.ts'

const service = useService()
const sandbox = createSandboxAdmin(service)
const linked = { userId: '' }

beforeAll(async () => {
  linked.userId = await newLinkedUser(service)
  for (const platform of ['SEARCH', 'PROFESSIONAL'] as const)
    await linkExistingUser(service, linked.userId, { platform })
})

const words = { primaryText: 'Fresh rye', headline: 'Rye bread', url: 'https://www.foxbakery.example/rye' }
const socialBody = (name: string, imageUrl: string) => ({
  ...minimalSocialCampaign(name),
  userId: linked.userId,
  ads: [{ ...words, imageUrl }],
})
const proBody = (name: string, imageUrl: string) => ({
  ...minimalProCampaign(name),
  userId: linked.userId,
  objective: 'TRAFFIC' as const,
  ads: [{ introText: 'Spring', headline: 'Boxwood', url: 'https://fox-garden.example/box', imageUrl }],
})
const searchBody = (name: string, imageUrl: string) => ({
  ...minimalSearchCampaign(linked.userId, name),
  images: [imageUrl],
})

const platforms = [
  ['social/create_campaign', socialBody, 'ads[0].imageUrl'],
  ['pro/create_campaign', proBody, 'ads[0].imageUrl'],
  ['search/create_search_campaign', searchBody, 'images[0]'],
] as const

test('an ad on Meta shows an uploaded image, byte for byte without its metadata', async () => {
  const image = buildPng({ width: 800, height: 800, shade: 1 })
  const { url } = await uploadImage(service, Buffer.concat([image, Buffer.from('a hidden file')]))
  const { results } = await service.call('social/create_campaign', socialBody('Uploaded', url))
  expect(results).toMatchObject({ success: true })
  const tree = await readSocialTree({ service } as never, results.campaignId)
  const { image_hash } = tree.ads[0].creative.object_story_spec.link_data
  expect(image_hash).toBe(createHash('md5').update(image).digest('hex'))
})

test('a campaign on Google Ads shows an uploaded image in its size', async () => {
  const { url } = await uploadImage(service, buildPng({ width: 1200, height: 628, shade: 2 }))
  const results = expectSuccess(
    'search/create_search_campaign',
    await service.post('search/create_search_campaign', searchBody('Uploaded', url)),
  )
  expect((await readSearchCampaign(service, results.campaignResourceName)).images).toEqual(['1200x628'])
})

test('an ad on LinkedIn sends the stored bytes of an uploaded image', async () => {
  const image = buildPng({ width: 900, height: 470, shade: 3 })
  const { url } = await uploadImage(service, image)
  const { results } = await service.call('pro/create_campaign', proBody('Uploaded', url))
  expect(results).toMatchObject({ success: true })
  const requests = await createSandboxAdmin(service, 'pro').requests('media.upload')
  expect(requests.map(({ body }) => body.length)).toContain(image.toString('utf8').length)
})

test('an image of 10 MB reaches Meta and LinkedIn, and Google Ads refuses more than 5 MB before anything is written', async () => {
  const { url } = await uploadImage(service, buildLargePng(10 * 1024 * 1024))
  for (const [operation, body] of [
    ['social/create_campaign', socialBody('Ten megabytes', url)],
    ['pro/create_campaign', proBody('Ten megabytes', url)],
  ] as const)
    expectSuccess(operation, await service.post(operation, body))
  await sandbox.clearRequests()
  const square = buildLargePng(6 * 1024 * 1024)
  const large = await uploadImage(service, square)
  const response = await service.post('search/create_search_campaign', searchBody('Too large', large.url))
  expectRefusal(response, 'IMAGE_NOT_FETCHABLE', { field: 'images[0]' })
  expect(await createSandboxAdmin(service, 'search').effects()).toEqual([])
})

describe.each(platforms)('%s', (operation, buildBody, field) => {
  const refuse = async (imageUrl: string) => {
    const response = await service.post(operation, buildBody(`Refused ${imageUrl.slice(-6)}`, imageUrl))
    const { docs: _, ...refusal } = expectRefusal(response, 'REFERENCE_NOT_FOUND', { field })
    return refusal
  }
  const unknownUrl = `adrail://media/img_${'0'.repeat(26)}`

  test('refuses an image of another workspace exactly like an unknown one, before anything is written', async () => {
    const { apiKey } = await service.newWorkspace()
    const foreign = await uploadImage(service, buildPng({ width: 800, height: 800, shade: 40 }), apiKey)
    await sandbox.clearRequests()
    expect(await refuse(foreign.url)).toEqual(await refuse(unknownUrl))
    expect(await sandbox.effects()).toEqual([])
  })

  test('refuses an image whose retention has ended, before adrail has deleted the image', async () => {
    const { url } = await uploadImage(service, buildPng({ width: 800, height: 800, shade: 41 }))
    service.clock.advance(30 * dayMs)
    await refuse(url)
  })

  test('names the size of an uploaded image that is too small', async () => {
    const { url } = await uploadImage(service, buildPng({ width: 100, height: 90, shade: 60 }))
    const response = await service.post(operation, buildBody('Too small', url))
    const { error } = expectRefusal(response, 'IMAGE_NOT_FETCHABLE', { field })
    expect(error).toContain('it has 100 × 90 pixels')
  })

  test('creates nothing with an image of which a part is missing in the database', async () => {
    const { url } = await uploadImage(service, buildPng({ width: 1200, height: 628, shade: 70 }))
    const imageId = url.replace('adrail://media/', '')
    await service.app.store.db.deleteFrom('image_chunks').where('image_id', '=', imageId).execute()
    await sandbox.clearRequests()
    const response = await service.post(operation, buildBody('Incomplete', url))
    expectRefusal(response, 'IMAGE_NOT_FETCHABLE', { field })
    expect(await sandbox.effects()).toEqual([])
    // The other tests of this file upload the same image again.
    expectSuccess('media/delete_image', await service.post('media/delete_image', { url }))
  })

  test.each([
    'adrail://media/',
    'adrail://media/img_0',
    'adrail://media/../img_00000000000000000000000000',
    'ftp://x/y.png',
  ])('refuses the URL %s as malformed', async (imageUrl) => {
    expectRefusal(await service.post(operation, buildBody('Malformed', imageUrl)), 'INVALID_FIELD', { field })
  })

  test('a plan with the image prolongs its retention to 30 days, so that a late approval finds the image', async () => {
    const { url, expiresAt } = await uploadImage(service, buildPng({ width: 1200, height: 628, shade: 50 }))
    service.clock.advance(20 * dayMs)
    const response = await service.post(operation, { ...buildBody('Planned', url), dryRun: true })
    expect(response.status, response.text).toBe(200)
    const image = await service.app.store.db
      .selectFrom('images')
      .select('expires_at')
      .where('id', '=', url.replace('adrail://media/', ''))
      .executeTakeFirstOrThrow()
    expect(image.expires_at).toBe(service.clock.now() + 30 * dayMs)
    expect(image.expires_at).toBeGreaterThan(Date.parse(expiresAt))
  })
})

test.runIf(!isVariedRun())('in sandbox mode, images of the sandbox are accepted as public URLs', async () => {
  const url = `${sandbox.url}/_media/image/rye-800x800.png`
  const response = await service.post('social/create_campaign', {
    ...socialBody('Sandbox', url),
    dryRun: true,
  })
  expect(response.status, response.text).toBe(200)
})
