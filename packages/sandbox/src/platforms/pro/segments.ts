// Audiences: DMP segments (uploaded or streamed lists, with a separate permission), and the ad segments that
// targeting uses. The clock decides a segment's status.

import { hourMs } from '../../core/durations.ts'
import type { Call } from '../../core/exchange.ts'
import { nextNumber } from '../../core/state.ts'
import {
  assertCanEdit,
  findRole,
  findVisibleAccount,
  getVisibleAccount,
  parseUrnId,
  toUrn,
} from './access.ts'
import { auditStamps } from './accounts.ts'
import { restCall } from './call.ts'
import { invalidParam, proError, schemaError } from './errors.ts'
import { parseFields, requireFields } from './fields.ts'
import { offsetPage, offsetParams } from './paging.ts'
import type { RestRequest } from './request.ts'
import { type Resource, readCalls } from './resource.ts'
import type { RestliValue } from './restli.ts'
import { type AdSegment, accountRoles, type DmpSegment, type SegmentStatus, segmentTypes } from './state.ts'

const docsUrl = 'https://learn.microsoft.com/en-us/linkedin/marketing/matched-audiences'
const segmentsPage = `${docsUrl}/create-and-manage-segments`
const dmpScopes = ['rw_dmp_segments'] as const
/** The platform's FAQ states that the first processing takes up to 48 hours. */
const buildingMs = 48 * hourMs

export function phaseAt(segment: DmpSegment, now: number): { status: SegmentStatus; from: number } {
  return (
    segment.phases.findLast(({ from }) => from <= now) ??
    segment.phases[0] ?? { status: 'BUILDING', from: segment.created }
  )
}

/** While a segment is in status BUILDING, the response contains no counts. */
function serializeSegment(segment: DmpSegment, now: number) {
  const { status, from } = phaseAt(segment, now)
  const isCounted = status !== 'BUILDING'
  return {
    id: segment.id,
    name: segment.name,
    ...(segment.description === undefined ? {} : { description: segment.description }),
    type: segment.type,
    sourcePlatform: segment.sourcePlatform,
    ...(segment.sourceSegmentId === undefined ? {} : { sourceSegmentId: segment.sourceSegmentId }),
    account: toUrn('sponsoredAccount', segment.account),
    accessPolicy: 'PRIVATE',
    ...(isCounted ? { inputCount: segment.inputCount } : {}),
    created: segment.created,
    lastModified: from,
    destinations: [
      {
        destination: 'LINKEDIN',
        destinationSegmentId: toUrn('adSegment', segment.adSegment),
        ...(isCounted ? { audienceSize: segment.audienceSize, matchedCount: segment.matchedCount } : {}),
        status,
        created: segment.created,
        lastModified: from,
      },
    ],
  }
}

function serializeAdSegment(segment: AdSegment, dmpSegment: DmpSegment | undefined, now: number) {
  const phase = dmpSegment && phaseAt(dmpSegment, now)
  const status = phase?.status ?? segment.status
  return {
    id: segment.id,
    name: dmpSegment?.name ?? segment.name,
    ...(segment.description === undefined ? {} : { description: segment.description }),
    account: toUrn('sponsoredAccount', segment.account),
    type: segment.type,
    status,
    ...(status === 'BUILDING'
      ? {}
      : { approximateMemberCount: dmpSegment?.audienceSize ?? segment.approximateMemberCount }),
    ...auditStamps(segment.created, phase?.from ?? segment.lastModified),
    versionTag: '1',
  }
}

function findVisibleSegment(request: RestRequest, key: RestliValue | undefined): DmpSegment | undefined {
  const id = parseUrnId('dmpSegment', key)
  const segment = id === undefined ? undefined : request.exchange.state.pro.segments[id]
  return segment && findRole(request, segment.account) !== undefined ? segment : undefined
}

const dmpSegmentResource: Resource<DmpSegment, undefined> = {
  name: 'dmpSegments',
  path: '/dmpSegments',
  key: 'segment',
  resource: 'partnerApiDmpSegments',
  scopes: dmpScopes,
  source: segmentsPage,
  resolveParent: () => undefined,
  find: (request, _, key) => findVisibleSegment(request, key),
  serialize: ({ now }, segment) => serializeSegment(segment, now),
}

export const segmentCalls: readonly Call[] = [
  ...readCalls(dmpSegmentResource, {
    finder: 'account',
    params: ['account', 'sourcePlatform', 'sourceSegmentId', ...offsetParams],
    source: `${segmentsPage}#find-dmp-segments-by-account`,
    respond(request, _, serialize) {
      const accountUrn = request.requiredText('account')
      if (!accountUrn.startsWith('urn:li:sponsoredAccount:')) throw invalidParam('account')
      const account = getVisibleAccount(request, accountUrn)
      const platform = request.text('sourcePlatform')
      const source = request.text('sourceSegmentId')
      const rows = Object.values(request.exchange.state.pro.segments).filter(
        (segment) =>
          segment.account === account.id &&
          (platform === undefined || segment.sourcePlatform === platform) &&
          (source === undefined || segment.sourceSegmentId === source),
      )
      return offsetPage(request, rows, serialize)
    },
  }),
  restCall({
    name: 'dmpSegments.create',
    path: dmpSegmentResource.path,
    method: 'CREATE',
    resource: dmpSegmentResource.resource,
    scopes: dmpScopes,
    source: `${segmentsPage}#create-dmp-segment`,
    respond(request) {
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
    source: `${docsUrl}/adsegments`,
    respond(request) {
      const accounts = (request.list('accounts') ?? []).map((value) => getVisibleAccount(request, value).id)
      if (accounts.length === 0) throw invalidParam('accounts')
      const { adSegments, segments } = request.exchange.state.pro
      const rows = Object.values(adSegments).filter(({ account }) => accounts.includes(account))
      return {
        body: offsetPage(request, rows, (row) =>
          serializeAdSegment(
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
    source: `${docsUrl}/adsegments`,
    respond(request) {
      const id = parseUrnId('adSegment', request.keys['segment'])
      const { adSegments, segments } = request.exchange.state.pro
      const row = id === undefined ? undefined : adSegments[id]
      if (row === undefined || findRole(request, row.account) === undefined) throw proError('NOT_FOUND')
      const dmpSegment = row.dmpSegment === undefined ? undefined : segments[row.dmpSegment]
      return { body: request.applyProjection(serializeAdSegment(row, dmpSegment, request.now)) }
    },
  }),
]

const segmentSchema = {
  name: 'text',
  description: 'text',
  type: 'text',
  sourcePlatform: 'text',
  sourceSegmentId: 'text',
  account: 'text',
  accessPolicy: 'text',
  destinations: 'list',
} as const

/** Creates an empty segment. It has no uploaded members, so it becomes a small audience. */
function createSegment(request: RestRequest): DmpSegment {
  const { exchange, now } = request
  const { pro } = exchange.state
  const fields = parseFields(request.json(), segmentSchema)
  requireFields(fields, ['name', 'sourcePlatform', 'account', 'type', 'destinations'])
  const account = findVisibleAccount(request, String(fields['account']))
  if (account === undefined) throw proError('NO_PERMISSION_ON_ENTITY')
  assertCanEdit(
    request,
    account,
    accountRoles.filter((role) => role !== 'VIEWER'),
  )
  if (account.test) throw proError('SEGMENT_CREATION_NOT_ALLOWED_FOR_TEST_ACCOUNTS')
  const type = segmentTypes.find((word) => word === fields['type'])
  if (type === undefined) throw schemaError([`/type :: "${fields['type']}" is not an enum symbol`])
  const id = 21_600_000 + nextNumber(exchange.state, 'pro.segment')
  const adSegment = 19_600_000 + nextNumber(exchange.state, 'pro.adSegment')
  const segment: DmpSegment = {
    id,
    account: account.id,
    name: String(fields['name']),
    ...(fields['description'] === undefined ? {} : { description: String(fields['description']) }),
    type,
    sourcePlatform: String(fields['sourcePlatform']),
    ...(fields['sourceSegmentId'] === undefined
      ? {}
      : { sourceSegmentId: String(fields['sourceSegmentId']) }),
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
