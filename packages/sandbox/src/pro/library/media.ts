// Images and videos: announced, then sent to an address of their own, then worked on.
// https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/images-api
// https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/videos-api

import type { Call, Exchange } from '../../core/exchange.ts'
import { nextNumber } from '../../core/state.ts'
import { textFrom } from '../../oauth/tokenTexts.ts'
import { batchGet } from '../batch.ts'
import { restCall } from '../call.ts'
import { refusal, schemaRefusal } from '../errors.ts'
import { type Members, recordOf } from '../fields.ts'
import type { RestRequest } from '../request.ts'
import { libraryOf, type Medium } from '../state.ts'
import { speaksFor } from './posts.ts'

const shares = 'https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares'
/** Parts of a video are so large, but for the last one. */
const partBytes = 4 * 1024 * 1024
const workMs = { image: 0, video: 60_000 }
const addressLivesMs = 24 * 3_600_000
const largest = { image: 10 * 1024 * 1024, video: 500 * 1024 * 1024 }
const smallestVideo = 75 * 1024

type Kind = 'image' | 'video'

function asked(request: RestRequest, member: string): Members {
  const given = recordOf(recordOf(request.json())?.[member])
  if (given === undefined)
    throw schemaRefusal([`/${member} :: field is required but not found and has no default value`])
  return given
}

function announce(request: RestRequest, kind: Kind, announced: number, owner: unknown): Medium {
  const { exchange, now } = request
  if (typeof owner !== 'string')
    throw schemaRefusal([
      '/initializeUploadRequest/owner :: field is required but not found and has no default value',
    ])
  if (!speaksFor(request, owner))
    throw refusal('ACCESS_DENIED', `Not enough permissions to access: ${kind}s.ACTION-initializeUpload`)
  const id = textFrom(`${kind}:${nextNumber(exchange.state, `pro.${kind}`)}`, 20)
  const medium = { urn: `urn:li:${kind}:${id}`, owner, created: now, announced, parts: {} }
  libraryOf(exchange.state.pro).media[medium.urn] = medium
  exchange.effect(`${kind}.announced`, medium.urn)
  return medium
}

function stateOf({ availableAt, failed }: Medium, now: number): string {
  if (availableAt === undefined) return 'WAITING_UPLOAD'
  if (now < availableAt) return 'PROCESSING'
  return failed ? 'PROCESSING_FAILED' : 'AVAILABLE'
}

/** Whether an ad can show it. */
export const isAvailable = (medium: Medium, now: number) => stateOf(medium, now) === 'AVAILABLE'

const addressOf = ({ origin }: Exchange, { urn }: Medium, part: number) =>
  `${origin}/dms-uploads/${encodeURIComponent(urn)}/${part}`

const initialize = (kind: Kind, scopes: readonly string[]) =>
  ({
    name: `${kind}s.initializeUpload`,
    path: `/${kind}s`,
    method: 'ACTION',
    action: 'initializeUpload',
    resource: `${kind}s`,
    scopes,
    source: `${shares}/${kind}s-api#initialize-${kind}-upload`,
  }) as const

const reading = (kind: Kind) =>
  ({
    resource: `${kind}s`,
    scopes: ['w_organization_social', 'r_organization_social'],
    source: `${shares}/${kind}s-api`,
  }) as const

function wireOf({ exchange, now }: RestRequest, kind: Kind, medium: Medium) {
  const status = stateOf(medium, now)
  const shown = { id: medium.urn, owner: medium.owner, status }
  const downloadUrl = `${exchange.origin}/_media/${kind}/sent${kind === 'video' ? '.mp4' : '-600x400.png'}`
  return status === 'AVAILABLE' ? { ...shown, downloadUrl } : shown
}

function find({ exchange }: RestRequest, kind: Kind, urn: string): Medium | undefined {
  const medium = libraryOf(exchange.state.pro).media[urn]
  return medium?.urn.startsWith(`urn:li:${kind}:`) ? medium : undefined
}

function getCall(kind: Kind): Call {
  return restCall({
    ...reading(kind),
    name: `${kind}s.get`,
    path: `/${kind}s/{medium}`,
    method: 'GET',
    answer(request) {
      const medium = find(request, kind, String(request.keys['medium']))
      if (medium === undefined) throw refusal('NOT_FOUND')
      if (!speaksFor(request, medium.owner)) throw refusal('ACCESS_DENIED')
      return { body: request.projected(wireOf(request, kind, medium)) }
    },
  })
}

/** What the caller cannot see is not found. */
function batchCall(kind: Kind): Call {
  return restCall({
    ...reading(kind),
    name: `${kind}s.batchGet`,
    path: `/${kind}s`,
    method: 'BATCH_GET',
    answer(request) {
      return {
        body: batchGet(request, (urn) => {
          const medium = find(request, kind, urn)
          return medium && speaksFor(request, medium.owner) ? wireOf(request, kind, medium) : undefined
        }),
      }
    },
  })
}

export const mediaCalls: readonly Call[] = [
  restCall({
    ...initialize('image', ['w_organization_social', 'rw_ads']),
    answer(request) {
      const { owner } = asked(request, 'initializeUploadRequest')
      const medium = announce(request, 'image', 0, owner)
      return {
        body: {
          value: {
            uploadUrlExpiresAt: request.now + addressLivesMs,
            uploadUrl: addressOf(request.exchange, medium, 0),
            image: medium.urn,
          },
        },
      }
    },
  }),
  restCall({
    ...initialize('video', ['w_organization_social']),
    answer(request) {
      const { owner, fileSizeBytes } = asked(request, 'initializeUploadRequest')
      const size = Number(fileSizeBytes)
      if (!Number.isSafeInteger(size) || size < smallestVideo || size > largest.video)
        throw schemaRefusal([`/initializeUploadRequest/fileSizeBytes :: ${size} is not within range`])
      const medium = announce(request, 'video', size, owner)
      const uploadInstructions = Array.from({ length: Math.ceil(size / partBytes) }, (_, part) => ({
        uploadUrl: addressOf(request.exchange, medium, part),
        firstByte: part * partBytes,
        lastByte: Math.min(size, (part + 1) * partBytes) - 1,
      }))
      return {
        body: {
          value: {
            uploadUrlsExpireAt: request.now + addressLivesMs,
            video: medium.urn,
            uploadInstructions,
            uploadToken: '',
          },
        },
      }
    },
  }),
  restCall({
    name: 'videos.finalizeUpload',
    path: '/videos',
    method: 'ACTION',
    action: 'finalizeUpload',
    resource: 'videos',
    scopes: ['w_organization_social'],
    source: `${shares}/videos-api#finalize-video-upload`,
    answer(request) {
      const { video, uploadedPartIds } = asked(request, 'finalizeUploadRequest')
      const { exchange, now } = request
      const medium = libraryOf(exchange.state.pro).media[String(video)]
      if (medium === undefined || !speaksFor(request, medium.owner)) throw refusal('NOT_FOUND')
      const parts = Object.keys(medium.parts).map((part) => partId(medium, Number(part)))
      const size = Object.values(medium.parts).reduce((sum, part) => sum + part, 0)
      const told = Array.isArray(uploadedPartIds) ? uploadedPartIds.map(String) : []
      if (size !== medium.announced || JSON.stringify(told) !== JSON.stringify(parts))
        throw refusal('ILLEGAL_ARGUMENT', 'The uploaded parts do not match the video')
      medium.availableAt = now + workMs.video
      exchange.effect('video.finished', medium.urn)
      return { body: {} }
    },
  }),
  getCall('image'),
  batchCall('image'),
  getCall('video'),
  {
    name: 'media.upload',
    methods: ['PUT'],
    path: /^\/dms-uploads\/(?<urn>[^/]+)\/(?<part>\d{1,4})$/,
    source: `${shares}/images-api#upload-the-image`,
    answer(exchange, { urn = '', part = '0' }) {
      const medium = libraryOf(exchange.state.pro).media[decodeURIComponent(urn)]
      if (medium === undefined || exchange.now > medium.created + addressLivesMs)
        return { status: 404, body: '' }
      if (exchange.headers['authorization'] !== undefined && exchange.state.switches.pro.bearerUploadsRefused)
        return { status: 400, body: '' }
      const kind: Kind = medium.urn.startsWith('urn:li:video:') ? 'video' : 'image'
      if (exchange.body.length > largest[kind]) return { status: 413, body: '' }
      medium.parts[part] = exchange.body.length
      if (kind === 'video') return { status: 200, headers: { etag: partId(medium, Number(part)) }, body: '' }
      medium.availableAt = exchange.now + workMs.image
      if (!isPicture(exchange.body)) medium.failed = true
      exchange.effect('image.sent', medium.urn)
      return { status: 201, body: '' }
    },
  },
]

const partId = (medium: Medium, part: number) => textFrom(`${medium.urn}:${part}`, 32)

/** JPEG, PNG or GIF. */
function isPicture(bytes: Buffer): boolean {
  const head = bytes.subarray(0, 4).toString('latin1')
  return head.startsWith('\u00ff\u00d8') || head === '\u0089PNG' || head === 'GIF8'
}
