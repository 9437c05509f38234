// Tests of audiences.

import { expect, test } from 'vitest'
import { usePro } from '../../../testing/pro.ts'
import { hourMs } from '../../core/durations.ts'

const { sandbox, call, json, create } = usePro()

const segmentsOf = (account: number) =>
  `/rest/dmpSegments?q=account&account=urn%3Ali%3AsponsoredAccount%3A${account}&start=0&count=100`

test('the demo account has an audience in every status, and a building audience has no counts', async () => {
  const { body } = await json(segmentsOf(512345678))
  const statuses = body.elements.map(({ destinations }) => destinations[0]?.['status'])
  expect(new Set(statuses)).toEqual(
    new Set(['BUILDING', 'UPDATING', 'READY', 'ARCHIVED', 'EXPIRED', 'FAILED', 'ERROR']),
  )
  expect(new Set(body.elements.map(({ type }) => type))).toEqual(
    new Set(['USER', 'COMPANY', 'USER_LIST_UPLOAD', 'COMPANY_LIST_UPLOAD']),
  )
  expect(new Set(body.elements.map(({ sourcePlatform }) => sourcePlatform)).size).toBe(3)
  const ready = body.elements.find(({ name }) => name === 'Garden newsletter readers')
  expect(ready).toEqual({
    id: 21400801,
    name: 'Garden newsletter readers',
    description: 'Export of the newsletter list, refreshed every quarter.',
    type: 'USER_LIST_UPLOAD',
    sourcePlatform: 'LIST_UPLOAD',
    account: 'urn:li:sponsoredAccount:512345678',
    accessPolicy: 'PRIVATE',
    inputCount: 18240,
    created: expect.any(Number),
    lastModified: expect.any(Number),
    destinations: [
      {
        destination: 'LINKEDIN',
        destinationSegmentId: 'urn:li:adSegment:19300401',
        audienceSize: 11900,
        matchedCount: 12688,
        status: 'READY',
        created: expect.any(Number),
        lastModified: expect.any(Number),
      },
    ],
  })
  const building = body.elements.find(({ destinations }) => destinations[0]?.['status'] === 'BUILDING')
  expect(building).not.toHaveProperty('inputCount')
  expect(building?.destinations[0]).not.toHaveProperty('audienceSize')
  expect(building?.destinations[0]).not.toHaveProperty('matchedCount')
  const small = body.elements.find(({ name }) => name === 'Bonsai club members')
  expect(small?.destinations[0]).toMatchObject({ status: 'READY', audienceSize: 120 })
})

test('an audience is built, refreshed and expires as the clock advances', async () => {
  const status = async (name: string) => {
    const { body } = await json(segmentsOf(512345678))
    return body.elements.find((element) => element.name === name)?.destinations[0]?.['status']
  }
  expect(await status('Spring workshop sign-ups')).toBe('BUILDING')
  expect(await status('Trade customers, last 12 months')).toBe('UPDATING')
  expect(await status('Christmas tree buyers 2024')).toBe('ARCHIVED')
  sandbox.clock.advance(49 * hourMs)
  expect(await status('Spring workshop sign-ups')).toBe('READY')
  expect(await status('Trade customers, last 12 months')).toBe('READY')
  sandbox.clock.advance(60 * 24 * hourMs)
  expect(await status('Christmas tree buyers 2024')).toBe('EXPIRED')
})

test('audiences can be filtered by source platform, and a list of 230 audiences comes in pages of 100', async () => {
  const streamed = await json(`${segmentsOf(512345678)}&sourcePlatform=GARDENCRM`)
  expect(streamed.body.elements).toHaveLength(3)
  const crowd = await json(segmentsOf(515000101), { person: 'agnes' })
  expect(crowd.body.paging.total).toBe(230)
  expect(crowd.body.elements).toHaveLength(100)
  expect((await json(segmentsOf(512345701))).body.elements).toEqual([])
})

test('an application without access to DMP segments is refused with the missing permission and can read ad segments', async () => {
  const second = { clientId: 'sandboxpro0002' }
  const { status, body } = await json(segmentsOf(512345678), second)
  expect(status).toBe(403)
  expect(body).toEqual({
    status: 403,
    serviceErrorCode: 100,
    code: 'ACCESS_DENIED',
    message: 'Not enough permissions to access: partnerApiDmpSegments.FINDER-account.20260901',
  })
  const fallback = await json(
    '/rest/adSegments?q=accounts&accounts=List(urn%3Ali%3AsponsoredAccount%3A512345678)&start=0&count=100',
    second,
  )
  expect(fallback.status).toBe(200)
  expect(new Set(fallback.body.elements.map(({ type }) => type))).toEqual(
    new Set(['BULK', 'MARKET_AUTOMATION', 'RETARGETING', 'LOOKALIKE']),
  )
  expect(fallback.body.elements.find(({ id }) => id === 19300401)).toMatchObject({
    status: 'READY',
    approximateMemberCount: 11900,
    created: { actor: 'urn:li:unknown:0', time: expect.any(Number) },
  })
})

test('a new segment is found immediately, is building for two days and then ready', async () => {
  const entity = {
    name: 'Rose lovers',
    type: 'USER',
    sourcePlatform: 'GARDENCRM',
    account: 'urn:li:sponsoredAccount:512345678',
    destinations: [{ destination: 'LINKEDIN' }],
  }
  const created = await create('/rest/dmpSegments', entity)
  expect(created.status).toBe(201)
  const id = created.headers.get('x-restli-id')
  const status = async () => {
    const response = await call(`/rest/dmpSegments/${id}?fields=name,destinations:(status)`)
    return response.json()
  }
  expect(await status()).toEqual({ name: 'Rose lovers', destinations: [{ status: 'BUILDING' }] })
  sandbox.clock.advance(48 * hourMs)
  expect(await status()).toEqual({ name: 'Rose lovers', destinations: [{ status: 'READY' }] })
  expect(sandbox.requests.effects()).toMatchObject([
    { kind: 'dmpSegment.created', id, call: 'dmpSegments.create' },
  ])

  const test = await create('/rest/dmpSegments', { ...entity, account: 'urn:li:sponsoredAccount:512345701' })
  expect(test.body.code).toBe('SEGMENT_CREATION_NOT_ALLOWED_FOR_TEST_ACCOUNTS')
  const nameless = await create('/rest/dmpSegments', { ...entity, name: undefined })
  expect(nameless.status).toBe(422)
  expect(nameless.body).toEqual({
    message: 'ERROR :: /name :: field is required but not found and has no default value\n',
    status: 422,
  })
})
