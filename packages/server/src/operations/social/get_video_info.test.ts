import { describe, expect, test } from 'vitest'
import { testOperationCosts } from '../../../testing/costs.ts'
import { expectRefusal, expectSuccess } from '../../../testing/expectations.ts'
import { describeRefusals, useSocial } from '../../../testing/social.ts'

const social = useSocial()
const statesOf = async (videoId: string) => {
  const { results } = await social.call('social/get_video_info', { videoId })
  const { video_status, uploading_phase, processing_phase, publishing_phase } = results.video.status
  return [video_status, uploading_phase.status, processing_phase.status, publishing_phase.status]
}

describe('social/get_video_info', () => {
  test('returns source, thumbnails and status of a ready video in one call [R4.7.results] [R2.5] [R2.5.status]', async () => {
    const response = await social.callRecorded('social/get_video_info', { videoId: '990011' })
    expectSuccess('social/get_video_info', response)
    const { video } = response.results
    expect(video.source).toMatch(/rye\.mp4$/)
    expect(video.thumbnails.data).toHaveLength(3)
    expect(video.thumbnails.data[0]).toMatchObject({
      width: 1080,
      height: 1920,
      scale: 1,
      is_preferred: true,
    })
    expect(video.status.publishing_phase.publish_time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0000$/)
    expect(response.calls).toEqual(['advideos.list'])
  })

  test('reports each state of an upload until the video is ready [R3.video]', async () => {
    const { results } = await social.call('social/upload_video', {
      url: 'https://media.foxbakery.example/new.mp4',
      name: 'New',
    })
    const { videoId } = results
    expect(await statesOf(videoId)).toEqual(['processing', 'in_progress', 'not_started', 'not_started'])
    await social.sandbox.advance(2000)
    expect(await statesOf(videoId)).toEqual(['processing', 'complete', 'in_progress', 'not_started'])
    await social.sandbox.advance(4000)
    expect(await statesOf(videoId)).toEqual(['processing', 'complete', 'complete', 'in_progress'])
    await social.sandbox.advance(4000)
    expect(await statesOf(videoId)).toEqual(['ready', 'complete', 'complete', 'complete'])
  })

  test('reports an unreadable file as a warning and an expired upload as a status', async () => {
    const response = await social.call('social/get_video_info', { videoId: '990032' })
    expectSuccess('social/get_video_info', response)
    expect(response.results.video.status.video_status).toBe('error')
    expect(response.results['warnings']).toEqual([expect.stringContaining('cannot be read')])
    expect(await statesOf('990033')).toEqual(['expired', 'error', 'not_started', 'not_started'])
  })

  test("finds a video of the linked page with the page's token, in two calls", async () => {
    const response = await social.callRecorded('social/get_video_info', { videoId: '990091' })
    expectSuccess('social/get_video_info', response)
    expect(response.calls).toEqual(['advideos.list', 'video.read'])
  })

  test.each(['990051', '992011', '1', '18446744073709551615'])(
    'returns OBJECT_NOT_FOUND for video %s, which is not in the linked account [R7.3.unknown-object]',
    async (videoId) => {
      const response = await social.call('social/get_video_info', { videoId })
      expectRefusal(response, 'OBJECT_NOT_FOUND', { field: 'videoId' })
    },
  )
})

describeRefusals(social, {
  operation: 'social/get_video_info',
  body: { videoId: '990011' },
  failingCall: 'advideos.list',
})

testOperationCosts('social/get_video_info', { store: 0, upstream: 1 })
