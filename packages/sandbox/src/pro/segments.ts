// Audiences: DMP segments (uploaded or streamed lists, behind a permission of their own) and the ad segments that targeting
// uses. A segment's state follows the clock.

import type { Call } from '../core/exchange.ts'
import { nextNumber } from '../core/state.ts'
import { accountOf, idOf, mustEdit, roleOf, urn, visibleAccount } from './access.ts'
import { restCall } from './call.ts'
import { badParam, refusal, schemaRefusal } from './errors.ts'
import { membersOf, requireMembers } from './fields.ts'
import { offsetPage, offsetParams } from './paging.ts'
import type { RestRequest } from './request.ts'
import { type Resource, readCalls } from './resource.ts'
import type { RestliValue } from './restli.ts'
import { type AdSegment, accountRoles, type DmpSegment, type SegmentStatus, segmentTypes } from './state.ts'

const docs = 'https://learn.microsoft.com/en-us/linkedin/marketing/matched-audiences'
const segmentsPage = `${docs}/create-and-manage-segments`
const dmp = ['rw_dmp_segments'] as const
const hour = 3_600_000
/** First processing takes up to 48 hours, says the platform's list of questions and answers. */
const buildingMs = 48 * hour

export function phaseAt(segment: DmpSegment, now: number): { status: SegmentStatus; from: number } {
  return (
    segment.phases.findLast(({ from }) => from <= now) ??
    segment.phases[0] ?? { status: 'BUILDING', from: segment.created }
  )
}

/** While a segment is built nothing is counted yet, and the counts are not there at all. */
function segmentWire(segment: DmpSegment, now: number) {
  const { status, from } = phaseAt(segment, now)
  const counted = status !== 'BUILDING'
  return {
    id: segment.id,
    name: segment.name,
    ...(segment.description === undefined ? {} : { description: segment.description }),
    type: segment.type,
    sourcePlatform: segment.sourcePlatform,
    ...(segment.sourceSegmentId === undefined ? {} : { sourceSegmentId: segment.sourceSegmentId }),
    account: urn('sponsoredAccount', segment.account),
    accessPolicy: 'PRIVATE',
    ...(counted ? { inputCount: segment.inputCount } : {}),
    created: segment.created,
    lastModified: from,
    destinations: [
      {
        destination: 'LINKEDIN',
        destinationSegmentId: urn('adSegment', segment.adSegment),
        ...(counted ? { audienceSize: segment.audienceSize, matchedCount: segment.matchedCount } : {}),
        status,
        created: segment.created,
        lastModified: from,
      },
    ],
  }
}

function adSegmentWire(segment: AdSegment, mirrored: DmpSegment | undefined, now: number) {
  const phase = mirrored && phaseAt(mirrored, now)
  const status = phase?.status ?? segment.status
  return {
    id: segment.id,
    name: mirrored?.name ?? segment.name,
    ...(segment.description === undefined ? {} : { description: segment.description }),
    account: urn('sponsoredAccount', segment.account),
    type: segment.type,
    status,
    ...(status === 'BUILDING'
      ? {}
      : { approximateMemberCount: mirrored?.audienceSize ?? segment.approximateMemberCount }),
    created: { actor: 'urn:li:unknown:0', time: segment.created },
    lastModified: { actor: 'urn:li:unknown:0', time: phase?.from ?? segment.lastModified },
    versionTag: '1',
  }
}

function visibleSegment(request: RestRequest, key: RestliValue | undefined): DmpSegment | undefined {
  const id = idOf('dmpSegment', key)
  const segment = id === undefined ? undefined : request.exchange.state.pro.segments[id]
  return segment && roleOf(request, segment.account) !== undefined ? segment : undefined
}

const dmpSegments: Resource<DmpSegment, undefined> = {
  name: 'dmpSegments',
  path: '/dmpSegments',
  key: 'segment',
  resource: 'partnerApiDmpSegments',
  scopes: dmp,
  source: segmentsPage,
  around: () => undefined,
  find: (request, _, key) => visibleSegment(request, key),
  wire: ({ now }, segment) => segmentWire(segment, now),
}

export const segmentCalls: readonly Call[] = [
  ...readCalls(dmpSegments, {
    finder: 'account',
    params: ['account', 'sourcePlatform', 'sourceSegmentId', ...offsetParams],
    source: `${segmentsPage}#find-dmp-segments-by-account`,
    answer(request, _, wire) {
      const given = request.required('account')
      if (!given.startsWith('urn:li:sponsoredAccount:')) throw badParam('account')
      const account = accountOf(request, given)
      const platform = request.text('sourcePlatform')
      const source = request.text('sourceSegmentId')
      const rows = Object.values(request.exchange.state.pro.segments).filter(
        (segment) =>
          segment.account === account.id &&
          (platform === undefined || segment.sourcePlatform === platform) &&
          (source === undefined || segment.sourceSegmentId === source),
      )
      return offsetPage(request, rows, wire)
    },
  }),
  restCall({
    name: 'dmpSegments.create',
    path: dmpSegments.path,
    method: 'CREATE',
    resource: dmpSegments.resource,
    scopes: dmp,
    source: `${segmentsPage}#create-dmp-segment`,
    answer(request) {
      const segment = createSegment(request)
      return { status: 201, id: String(segment.id) }
    },
  }),
  restCall({
    name: 'adSegments.accounts',
    path: '/adSegments',
    method: 'FINDER',
    finder: 'accounts',
    resource: 'partnerApiAdSegments',
    scopes: ['r_ads', 'rw_ads'],
    params: ['accounts', ...offsetParams],
    source: `${docs}/adsegments`,
    answer(request) {
      const accounts = (request.list('accounts') ?? []).map((value) => accountOf(request, value).id)
      if (accounts.length === 0) throw badParam('accounts')
      const { adSegments, segments } = request.exchange.state.pro
      const rows = Object.values(adSegments).filter(({ account }) => accounts.includes(account))
      return {
        body: offsetPage(request, rows, (row) =>
          adSegmentWire(
            row,
            row.dmpSegment === undefined ? undefined : segments[row.dmpSegment],
            request.now,
          ),
        ),
      }
    },
  }),
  restCall({
    name: 'adSegments.get',
    path: '/adSegments/{segment}',
    method: 'GET',
    resource: 'partnerApiAdSegments',
    scopes: ['r_ads', 'rw_ads'],
    source: `${docs}/adsegments`,
    answer(request) {
      const id = idOf('adSegment', request.keys['segment'])
      const { adSegments, segments } = request.exchange.state.pro
      const row = id === undefined ? undefined : adSegments[id]
      if (row === undefined || roleOf(request, row.account) === undefined) throw refusal('NOT_FOUND')
      const mirrored = row.dmpSegment === undefined ? undefined : segments[row.dmpSegment]
      return { body: request.projected(adSegmentWire(row, mirrored, request.now)) }
    },
  }),
]

const segmentMembers = {
  name: 'text',
  description: 'text',
  type: 'text',
  sourcePlatform: 'text',
  sourceSegmentId: 'text',
  account: 'text',
  accessPolicy: 'text',
  destinations: 'list',
} as const

/** Empty at first: nobody has been uploaded to it, so what it becomes in time is a small audience. */
function createSegment(request: RestRequest): DmpSegment {
  const { exchange, now } = request
  const { pro } = exchange.state
  const given = membersOf(request.json(), segmentMembers)
  requireMembers(given, ['name', 'sourcePlatform', 'account', 'type', 'destinations'])
  const account = visibleAccount(request, String(given['account']))
  if (account === undefined) throw refusal('NO_PERMISSION_ON_ENTITY')
  mustEdit(
    request,
    account,
    accountRoles.filter((role) => role !== 'VIEWER'),
  )
  if (account.test) throw refusal('SEGMENT_CREATION_NOT_ALLOWED_FOR_TEST_ACCOUNTS')
  const type = segmentTypes.find((word) => word === given['type'])
  if (type === undefined) throw schemaRefusal([`/type :: "${given['type']}" is not an enum symbol`])
  const id = 21_600_000 + nextNumber(exchange.state, 'pro.segment')
  const adSegment = 19_600_000 + nextNumber(exchange.state, 'pro.adSegment')
  const segment: DmpSegment = {
    id,
    account: account.id,
    name: String(given['name']),
    ...(given['description'] === undefined ? {} : { description: String(given['description']) }),
    type,
    sourcePlatform: String(given['sourcePlatform']),
    ...(given['sourceSegmentId'] === undefined ? {} : { sourceSegmentId: String(given['sourceSegmentId']) }),
    created: now,
    inputCount: 0,
    matchedCount: 0,
    audienceSize: 0,
    adSegment,
    phases: [
      { status: 'BUILDING', from: now },
      { status: 'READY', from: now + buildingMs },
    ],
  }
  pro.segments[id] = segment
  pro.adSegments[adSegment] = {
    id: adSegment,
    account: account.id,
    name: segment.name,
    type: type.endsWith('LIST_UPLOAD') ? 'BULK' : 'MARKET_AUTOMATION',
    dmpSegment: id,
    status: 'BUILDING',
    approximateMemberCount: 0,
    created: now,
    lastModified: now,
  }
  exchange.effect('dmpSegment.created', String(id), { account: account.id, name: segment.name })
  return segment
}
