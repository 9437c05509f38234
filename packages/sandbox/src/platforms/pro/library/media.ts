// Images and videos: registration, upload to a separate URL, and processing.
// https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/images-api
// https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/videos-api

import { deriveText } from '../../../core/derivedText.ts'
import type { Call, Exchange } from '../../../core/exchange.ts'
import { nextNumber } from '../../../core/state.ts'
import { batchGet } from '../batch.ts'
import { restCall } from '../call.ts'
import { proError, schemaError } from '../errors.ts'
import { asRecord, type JsonRecord } from '../fields.ts'
import type { RestRequest } from '../request.ts'
import { getContentLibrary, type Medium } from '../state.ts'
import { canActFor } from './posts.ts'

const sharesUrl = 'https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares'
/** The size of every part of a video except the last. */
const partBytes = 4 * 1024 * 1024
const processingMs = { image: 0, video: 60_000 }
const uploadUrlLifetimeMs = 24 * 3_600_000
const maxBytes = { image: 10 * 1024 * 1024, video: 500 * 1024 * 1024 }
const minVideoBytes = 75 * 1024

type MediumKind = 'image' | 'video'

function readUploadFields(request: RestRequest, field: string): JsonRecord {
  const fields = asRecord(asRecord(request.json())?.[field])
  if (fields === undefined)
    throw schemaError([`/${field} :: field is required but not found and has no default value`])
  return fields
}

function registerMedium(request: RestRequest, kind: MediumKind, announced: number, owner: unknown): Medium {
  const { exchange, now } = request
  if (typeof owner !== 'string')
    throw schemaError([
      '/initializeUploadRequest/owner :: field is required but not found and has no default value',
    ])
  if (!canActFor(request, owner))
    throw proError('ACCESS_DENIED', `Not enough permissions to access: ${kind}s.ACTION-initializeUpload`)
  const id = deriveText(`${kind}:${nextNumber(exchange.state, `pro.${kind}`)}`, 20)
  const medium = { urn: `urn:li:${kind}:${id}`, owner, created: now, announced, parts: {} }
  getContentLibrary(exchange.state.pro).media[medium.urn] = medium
  exchange.effect(`${kind}.announced`, medium.urn)
  return medium
}

function mediumStatus({ availableAt, failed }: Medium, now: number): string {
  if (availableAt === undefined) return 'WAITING_UPLOAD'
  if (now < availableAt) return 'PROCESSING'
  return failed ? 'PROCESSING_FAILED' : 'AVAILABLE'
}

/** Whether an ad can use the medium. */
export const isAvailable = (medium: Medium, now: number) => mediumStatus(medium, now) === 'AVAILABLE'

const buildUploadUrl = ({ origin }: Exchange, { urn }: Medium, part: number) =>
  `${origin}/dms-uploads/${encodeURIComponent(urn)}/${part}`

const initializeCallFields = (kind: MediumKind, scopes: readonly string[]) =>
  ({
    name: `${kind}s.initializeUpload`,
    path: `/${kind}s`,
    method: 'ACTION',
    action: 'initializeUpload',
    resource: `${kind}s`,
    scopes,
    source: `${sharesUrl}/${kind}s-api#initialize-${kind}-upload`,
  }) as const

const readCallFields = (kind: MediumKind) =>
  ({
    resource: `${kind}s`,
    scopes: ['w_organization_social', 'r_organization_social'],
    source: `${sharesUrl}/${kind}s-api`,
  }) as const

function serializeMedium({ exchange, now }: RestRequest, kind: MediumKind, medium: Medium) {
  const status = mediumStatus(medium, now)
  const base = { id: medium.urn, owner: medium.owner, status }
  const downloadUrl = `${exchange.origin}/_media/${kind}/sent${kind === 'video' ? '.mp4' : '-600x400.png'}`
  const thumbnail = kind === 'video' ? { thumbnail: `${exchange.origin}/_media/image/sent-600x400.png` } : {}
  return status === 'AVAILABLE' ? { ...base, downloadUrl, ...thumbnail } : base
}

function findMedium({ exchange }: RestRequest, kind: MediumKind, urn: string): Medium | undefined {
  const medium = getContentLibrary(exchange.state.pro).media[urn]
  return medium?.urn.startsWith(`urn:li:${kind}:`) ? medium : undefined
}

function getCall(kind: MediumKind): Call {
  return restCall({
    ...readCallFields(kind),
    name: `${kind}s.get`,
    path: `/${kind}s/{medium}`,
    method: 'GET',
    respond(request) {
      const medium = findMedium(request, kind, String(request.keys['medium']))
      if (medium === undefined) throw proError('NOT_FOUND')
      if (!canActFor(request, medium.owner)) throw proError('ACCESS_DENIED')
      return { body: request.applyProjection(serializeMedium(request, kind, medium)) }
    },
  })
}

/** A medium that the caller has no access to counts as missing. */
function batchGetCall(kind: MediumKind): Call {
  return restCall({
    ...readCallFields(kind),
    name: `${kind}s.batchGet`,
    path: `/${kind}s`,
    method: 'BATCH_GET',
    respond(request) {
      return {
        body: batchGet(request, (urn) => {
          const medium = findMedium(request, kind, urn)
          return medium && canActFor(request, medium.owner)
            ? serializeMedium(request, kind, medium)
            : undefined
        }),
      }
    },
  })
}

export const mediaCalls: readonly Call[] = [
  restCall({
    ...initializeCallFields('image', ['w_organization_social', 'rw_ads']),
    respond(request) {
      const { owner } = readUploadFields(request, 'initializeUploadRequest')
      const medium = registerMedium(request, 'image', 0, owner)
      return {
        body: {
          value: {
            uploadUrlExpiresAt: request.now + uploadUrlLifetimeMs,
            uploadUrl: buildUploadUrl(request.exchange, medium, 0),
            image: medium.urn,
          },
        },
      }
    },
  }),
  restCall({
    ...initializeCallFields('video', ['w_organization_social']),
    respond(request) {
      const { owner, fileSizeBytes } = readUploadFields(request, 'initializeUploadRequest')
      const size = Number(fileSizeBytes)
      if (!Number.isSafeInteger(size) || size < minVideoBytes || size > maxBytes.video)
        throw schemaError([`/initializeUploadRequest/fileSizeBytes :: ${size} is not within range`])
      const medium = registerMedium(request, 'video', size, owner)
      const uploadInstructions = Array.from({ length: Math.ceil(size / partBytes) }, (_, part) => ({
        uploadUrl: buildUploadUrl(request.exchange, medium, part),
        firstByte: part * partBytes,
        lastByte: Math.min(size, (part + 1) * partBytes) - 1,
      }))
      return {
        body: {
          value: {
            uploadUrlsExpireAt: request.now + uploadUrlLifetimeMs,
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
    source: `${sharesUrl}/videos-api#finalize-video-upload`,
    respond(request) {
      const { video, uploadedPartIds } = readUploadFields(request, 'finalizeUploadRequest')
      const { exchange, now } = request
      const medium = getContentLibrary(exchange.state.pro).media[String(video)]
      if (medium === undefined || !canActFor(request, medium.owner)) throw proError('NOT_FOUND')
      const parts = Object.keys(medium.parts).map((part) => computePartId(medium, Number(part)))
      const size = Object.values(medium.parts).reduce((sum, part) => sum + part, 0)
      const reportedPartIds = Array.isArray(uploadedPartIds) ? uploadedPartIds.map(String) : []
      if (size !== medium.announced || JSON.stringify(reportedPartIds) !== JSON.stringify(parts))
        throw proError('ILLEGAL_ARGUMENT', 'The uploaded parts do not match the video')
      medium.availableAt = now + processingMs.video
      exchange.effect('video.finished', medium.urn)
      return { body: {} }
    },
  }),
  getCall('image'),
  batchGetCall('image'),
  batchGetCall('video'),
  getCall('video'),
  {
    name: 'media.upload',
    methods: ['PUT'],
    path: /^\/dms-uploads\/(?<urn>[^/]+)\/(?<part>\d{1,4})$/,
    docsUrl: `${sharesUrl}/images-api#upload-the-image`,
    respond(exchange, { urn = '', part = '0' }) {
      const medium = getContentLibrary(exchange.state.pro).media[decodeURIComponent(urn)]
      if (medium === undefined || exchange.now > medium.created + uploadUrlLifetimeMs)
        return { status: 404, body: '' }
      if (exchange.headers['authorization'] !== undefined && exchange.state.switches.pro.bearerUploadsRefused)
        return { status: 400, body: '' }
      const kind: MediumKind = medium.urn.startsWith('urn:li:video:') ? 'video' : 'image'
      if (exchange.body.length > maxBytes[kind]) return { status: 413, body: '' }
      medium.parts[part] = exchange.body.length
      if (kind === 'video')
        return { status: 200, headers: { etag: computePartId(medium, Number(part)) }, body: '' }
      medium.availableAt = exchange.now + processingMs.image
      if (!isImage(exchange.body)) medium.failed = true
      exchange.effect('image.sent', medium.urn)
      return { status: 201, body: '' }
    },
  },
]

const computePartId = (medium: Medium, part: number) => deriveText(`${medium.urn}:${part}`, 32)

/** Accepts JPEG, PNG and GIF. */
function isImage(bytes: Buffer): boolean {
  const head = bytes.subarray(0, 4).toString('latin1')
  return head.startsWith('\u00ff\u00d8') || head === '\u0089PNG' || head === 'GIF8'
}
