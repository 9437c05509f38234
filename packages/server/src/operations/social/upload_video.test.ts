import { describe, expect, test } from 'vitest'
import { testOperationCosts } from '../../../testing/costs.ts'
import { expectRefusal, expectSuccess } from '../../../testing/expectations.ts'
import { useSocial } from '../../../testing/social.ts'

const social = useSocial()
const operation = 'social/upload_video'
const url = 'https://media.foxbakery.example/rye.mp4?size=large&v=2'

const created = async () => (await social.sandbox.effects()).filter(({ kind }) => kind === 'video.create')

describe('social/upload_video', () => {
  test('sends the URL to Meta in one call and returns the id of a video in processing [R4.add.social-upload_video, R4.add.social-upload_video.results]', async () => {
    const response = await social.callRecorded(operation, { url, name: 'Rye day & more' })
    expectSuccess(operation, response)
    expect(response.calls).toEqual(['advideos.create'])
    const form = new URLSearchParams(response.requests[0]?.body)
    expect(form.get('file_url')).toBe(url)
    expect(form.get('title')).toBe('Rye day & more')
    const { results } = await social.call('social/get_video_info', { videoId: response.results.videoId })
    expect(results.video.status.video_status).toBe('processing')
  })

  test('accepts a video without a name', async () => {
    expectSuccess(operation, await social.call(operation, { url }))
  })

  test.each([
    'http://media.foxbakery.example/rye.mp4',
    'https://user:secret@media.foxbakery.example/rye.mp4',
    'https://media.foxbakery.example:8443/rye.mp4',
    'https://localhost/rye.mp4',
    'https://intranet/rye.mp4',
    'https://files.internal/rye.mp4',
    'https://printer.local/rye.mp4',
    'https://127.0.0.1/rye.mp4',
    'https://10.1.2.3/rye.mp4',
    'https://169.254.169.254/latest/meta-data',
    'https://2130706433/rye.mp4',
    'https://[::1]/rye.mp4',
    'https://[::ffff:10.0.0.1]/rye.mp4',
    'https://[fd00::1]/rye.mp4',
  ])('returns INVALID_FIELD for %s and sends nothing to Meta', async (inward) => {
    const response = await social.callRecorded(operation, { url: inward })
    expectRefusal(response, 'INVALID_FIELD', { field: 'url' })
    expect(response.calls).toEqual([])
  })

  test('finds the video when the upload response is lost, and creates no second video', async () => {
    await social.sandbox.clearRequests()
    await social.sandbox.injectFault({ call: 'advideos.create', kind: 'reset', when: 'after' })
    const response = await social.call(operation, { url, name: 'Lost' })
    expectSuccess(operation, response)
    expect((await created()).map(({ id }) => id)).toEqual([response.results.videoId])
  })

  test('returns PLATFORM_REJECTED when Meta rejects the URL', async () => {
    await social.sandbox.injectFault({ call: 'advideos.create', kind: 'status', status: 400, code: '389' })
    const response = await social.call(operation, { url })
    expectRefusal(response, 'PLATFORM_REJECTED')
  })
})

describe('social/upload_video for a user who cannot be served', () => {
  test('returns ACCOUNT_NOT_LINKED without a linked account and USER_NOT_FOUND in another workspace', async () => {
    const { results } = await social.service.call('user/create_user', { name: 'Nobody' })
    expectRefusal(await social.call(operation, { url, userId: results.user.userId }), 'ACCOUNT_NOT_LINKED')
    const { apiKey } = await social.service.newWorkspace()
    const { userId } = social
    expectRefusal(await social.service.call(operation, { url, userId }, { apiKey }), 'USER_NOT_FOUND')
  })
})

testOperationCosts('social/upload_video', { store: 22, upstream: 1 })
