import { expect, test } from 'vitest'
import { useSocial } from '../../../../testing/social.ts'

const social = useSocial()

const account = 'act_1001200300400'
const fields = 'id,source,status,thumbnails{id,height,width,scale,uri,is_preferred}'

async function phases(id: string) {
  const { status } = (await social.get(id, { fields: 'status' })).body
  return [
    status.video_status,
    status.uploading_phase.status,
    status.processing_phase.status,
    status.publishing_phase.status,
  ]
}

test('a finished video has a source, formats and three thumbnails that can be downloaded', async () => {
  const { body } = await social.get('990011', { fields: `${fields},format,length,title` })
  expect(body.status).toMatchObject({
    video_status: 'ready',
    publishing_phase: { status: 'complete', publish_status: 'publish' },
  })
  expect(body.thumbnails.data).toHaveLength(3)
  expect(body.thumbnails.data[0]).toMatchObject({ width: 1080, height: 1920, scale: 1, is_preferred: true })
  expect(body.format.map((each: { filter: string }) => each.filter)).toEqual([
    '130x130',
    '480x480',
    '720x720',
    'native',
  ])
  expect((await fetch(body.source)).status).toBe(200)
  expect((await fetch(body.thumbnails.data[0].uri)).status).toBe(200)
})

test('a video from an address passes through its phases as the clock advances', async () => {
  const { body } = await social.post(`${account}/advideos`, {
    file_url: 'https://cdn.example/rye.mp4',
    name: 'Rye',
  })
  expect(await phases(body.id)).toEqual(['processing', 'in_progress', 'not_started', 'not_started'])
  const earlyStatus = await social.get(body.id, { fields })
  expect(earlyStatus.body.source).toBeUndefined()
  expect(earlyStatus.body.thumbnails.data).toHaveLength(1)
  social.sandbox.clock.advance(1_500)
  expect(await phases(body.id)).toEqual(['processing', 'complete', 'in_progress', 'not_started'])
  social.sandbox.clock.advance(4_000)
  expect(await phases(body.id)).toEqual(['processing', 'complete', 'complete', 'in_progress'])
  social.sandbox.clock.advance(4_000)
  expect(await phases(body.id)).toEqual(['ready', 'complete', 'complete', 'complete'])
  const list = await social.get(`${account}/advideos`, {
    fields: 'id,title',
    filtering: [{ field: 'id', operator: 'IN', value: [body.id] }],
  })
  expect(list.body.data).toEqual([{ id: body.id, title: 'Rye' }])
  expect(social.effects()).toEqual([{ kind: 'video.create', id: body.id }])
})

test('a video with an unreadable file fails with the reason in its processing phase', async () => {
  const { body } = await social.post(`${account}/advideos`, { file_url: 'https://cdn.example/rye-bad.mp4' })
  social.sandbox.clock.advance(10_000)
  expect(await phases(body.id)).toEqual(['error', 'complete', 'error', 'not_started'])
  const { status } = (await social.get(body.id, { fields: 'status' })).body
  expect(status.processing_phase.errors[0].message).toContain('format')
})

test.each(['ftp://cdn.example/a.mp4', 'rye.mp4', 'https://user:pass@cdn.example/a.mp4'])(
  'a video from the invalid address %s is refused',
  async (address) => {
    const { status, body } = await social.post(`${account}/advideos`, { file_url: address })
    expect([status, body.error.code]).toEqual([400, 389])
  },
)

test('an upload in chunks continues only at the current offset, and finishes only when it is complete', async () => {
  const started = await social.post(`${account}/video_ads`, { upload_phase: 'start' })
  const { video_id: id, upload_url: url } = started.body
  const send = (offset: number, piece: Buffer<ArrayBuffer>) =>
    fetch(url, {
      method: 'POST',
      headers: { authorization: `OAuth ${social.token()}`, offset: String(offset), file_size: '300' },
      body: piece,
    })
  expect(await phases(id)).toEqual(['uploading', 'in_progress', 'not_started', 'not_started'])
  expect(await (await send(0, Buffer.alloc(100))).json()).toEqual({ success: true })
  expect((await social.get(id, { fields: 'status' })).body.status.uploading_phase.bytes_transferred).toBe(100)
  expect((await send(0, Buffer.alloc(100))).status).toBe(400)
  expect((await social.post(`${account}/video_ads`, { upload_phase: 'finish', video_id: id })).status).toBe(
    400,
  )
  expect((await send(100, Buffer.alloc(200))).status).toBe(200)
  expect(await phases(id)).toEqual(['upload_complete', 'complete', 'not_started', 'not_started'])
  expect(
    (await social.post(`${account}/video_ads`, { upload_phase: 'finish', video_id: id, title: 'Sent' })).body,
  ).toEqual({ success: true })
  social.sandbox.clock.advance(9_000)
  expect((await phases(id))[0]).toBe('ready')
})

test('an upload session that is not finished expires after ten minutes', async () => {
  const { body } = await social.post(`${account}/video_ads`, { upload_phase: 'start' })
  social.sandbox.clock.advance(600_000)
  expect(await phases(body.video_id)).toEqual(['expired', 'error', 'not_started', 'not_started'])
})

test('a video of a page is readable with the page token but not with a user token', async () => {
  expect((await social.get('990091')).body.error.error_subcode).toBe(33)
  expect((await social.get('990091', { fields: 'title' }, await social.pageToken())).body.title).toBe(
    'Marta feeds the starter',
  )
  expect((await social.get('990011', {}, social.token('ben'))).body.error.error_subcode).toBe(33)
})
