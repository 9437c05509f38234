import { expect, test } from 'vitest'
import { testOperationCosts } from '../../../testing/costs.ts'
import { expectRefusal, expectSuccess } from '../../../testing/expectations.ts'
import { usePro } from '../../../testing/pro.ts'
import { newProUser } from '../../../testing/search.ts'

// The one account without an organization is a test account.
const pro = usePro({ PRO_TEST_ACCOUNTS: 'on' })
const { service, sandbox } = pro
const operation = 'pro/upload_video'
const video = (kilobytes: number) => `${sandbox.url}/_media/video/nursery-${kilobytes}kb.mp4`

test('pro/upload_video uploads a video in parts, and an ad can use the video once LinkedIn has processed it [R4.add.pro-upload_video, R4.add.pro-upload_video.results]', async () => {
  const response = await pro.callRecorded(operation, { url: video(9000) })
  const { videoId } = expectSuccess(operation, response)
  expect(response.calls).toEqual([
    'videos.initializeUpload',
    'media.upload',
    'media.upload',
    'media.upload',
    'videos.finalizeUpload',
    'videos.get',
  ])
  const body = {
    objective: 'VIDEO_VIEWS' as const,
    campaignName: 'Nursery',
    dailyBudget: '25',
    startDate: '2030-03-01',
    locations: ['103644278'],
    ads: [{ introText: 'A morning in the nursery', headline: 'Seeds', videoId }],
    notPoliticalAdvertising: true as const,
  }
  expectRefusal(await pro.call('pro/create_campaign', body), 'VIDEO_NOT_READY', { field: 'ads[0].videoId' })
  await sandbox.advance(61_000)
  expectSuccess('pro/create_campaign', await pro.call('pro/create_campaign', body))
})

test.each([
  ['announcing is lost', { call: 'videos.initializeUpload', kind: 'reset', when: 'after' }],
  ['a part is lost', { call: 'media.upload', skip: 1, kind: 'reset' }],
  ['finishing is lost', { call: 'videos.finalizeUpload', kind: 'reset', when: 'after' }],
  ['finishing fails', { call: 'videos.finalizeUpload', kind: 'status', status: 503 }],
])('pro/upload_video completes the upload although %s at first', async (what, fault) => {
  await sandbox.injectFault(fault)
  expectSuccess(operation, await pro.call(operation, { url: `${video(5000)}?${encodeURIComponent(what)}` }))
})

test('pro/upload_video refuses a file that is too small or no video, and a URL that is not public, before any upload', async () => {
  await sandbox.clearRequests()
  for (const url of [
    video(10),
    `${sandbox.url}/_media/image/none-300x300.png`,
    'https://127.0.0.1/a.mp4',
    'http://media.fox-garden.example/a.mp4',
    'https://metadata.google.internal/a.mp4',
  ])
    expectRefusal(await pro.call(operation, { url }), 'REFERENCE_NOT_FOUND', { field: 'url' })
  expect(await sandbox.effects()).toEqual([])
})

test('pro/upload_video returns ORGANIZATION_MISSING and uploads nothing for an account without an organization', async () => {
  const userId = await newProUser(service, { accountId: '512345701' })
  await sandbox.clearRequests()
  expectRefusal(await pro.call(operation, { userId, url: video(200) }), 'ORGANIZATION_MISSING')
  expect(await sandbox.effects()).toEqual([])
})

testOperationCosts('pro/upload_video', { store: 40, upstream: 6 }, async (service) => ({
  userId: await newProUser(service),
  url: `${service.app.sandbox?.url}/_media/video/costs-200kb.mp4`,
}))
