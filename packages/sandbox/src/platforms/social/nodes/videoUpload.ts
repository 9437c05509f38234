// Uploads of videos: fetched from an address, sent in one form, or sent in chunks that a last call completes.
// https://developers.facebook.com/docs/marketing-api/guides/videoads

import type { Exchange, HttpResponse } from '../../../core/exchange.ts'
import { nextNumber } from '../../../core/state.ts'
import { requireAdsWrite } from '../access.ts'
import { GraphError, invalidParameter, objectNotFound } from '../errors.ts'
import type { Write } from '../graph/nodeKind.ts'
import type { GraphRequest } from '../graph/request.ts'
import { findEntry } from '../relations.ts'
import type { AdAccount, AdVideo } from '../state.ts'
import { computeVideoProgress } from './video.ts'

function addVideo(
  request: GraphRequest,
  account: AdAccount,
  extra: Pick<AdVideo, 'title' | 'arrival' | 'bytes' | 'received' | 'bad'> & {
    readonly finishedAt?: number
    readonly description?: string
  },
): AdVideo {
  const id = String(990_500 + nextNumber(request.exchange.state, 'social.video'))
  const video: AdVideo = {
    id,
    account: account.id,
    picture: `video-${id}`,
    width: 1920,
    height: 1080,
    seconds: 14.2,
    createdAt: request.now,
    ...extra,
  }
  request.social.videos[id] = video
  request.exchange.effect('video.create', id, {
    account: account.id,
    title: video.title,
    arrival: video.arrival,
  })
  return video
}

/**
 * Creates a video from an address (`file_url`), which the platform fetches itself, or from one file in the
 * form (`source`).
 */
export const createVideo: Write<AdAccount> = {
  params: ['file_url', 'name', 'title', 'description', 'source', 'upload_phase'],
  run(account, request) {
    const { params } = request
    requireAdsWrite(request, account)
    if (params.has('upload_phase'))
      throw invalidParameter(
        'Chunked upload through advideos is not emulated by the sandbox; use video_ads.',
        {
          blame: ['upload_phase'],
        },
      )
    const title = params.text('title') ?? params.text('name') ?? ''
    const extra = {
      title,
      ...(params.has('description') ? { description: params.text('description') ?? '' } : {}),
    }
    const file = params.values.get('source')
    if (typeof file === 'object' && file !== null) {
      const parts = new Map<string, unknown>(Object.entries(file))
      const size = Number(parts.get('bytes') ?? 0)
      const bad = isUnreadable(String(parts.get('name') ?? ''), title)
      return {
        id: addVideo(request, account, {
          ...extra,
          arrival: 'sent',
          bytes: size,
          received: size,
          finishedAt: request.now,
          bad,
        }).id,
      }
    }
    const address = params.requiredText('file_url')
    const url = URL.canParse(address) ? new URL(address) : undefined
    if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== '') {
      throw new GraphError({
        message: '(#389) Unable to fetch video file from URL.',
        code: 389,
        blame: ['file_url'],
      })
    }
    const bad = isUnreadable(url.pathname, title)
    const video = addVideo(request, account, {
      ...extra,
      arrival: 'fetched',
      bytes: 7_340_032,
      received: 0,
      finishedAt: request.now,
      bad,
    })
    return { id: video.id }
  },
}

/** Files called `…-bad.mp4` cannot be read, so that tests can make a video fail. */
const isUnreadable = (path: string, title: string) => /-bad\.\w+$/.test(path) || /-bad\.\w+$/.test(title)

/** Opens and closes an upload session. The bytes go to the address that the session names. */
export const handleVideoSession: Write<AdAccount> = {
  params: ['upload_phase', 'video_id', 'title', 'description', 'name', 'file_size'],
  run(account, request) {
    const { params } = request
    requireAdsWrite(request, account)
    params.requiredText('upload_phase')
    const phase = params.choice('upload_phase', ['start', 'finish'])
    if (phase === 'start') {
      const video = addVideo(request, account, {
        title: params.text('title') ?? '',
        arrival: 'sent',
        bytes: 0,
        received: 0,
        bad: false,
      })
      return {
        video_id: video.id,
        upload_url: `${request.origin}/video-ads-upload/${request.version}/${video.id}`,
      }
    }
    const id = params.requiredText('video_id')
    const video = findEntry(request.social.videos, id)
    if (video === undefined || video.account !== account.id || video.arrival !== 'sent')
      throw objectNotFound('post', id)
    const { status } = computeVideoProgress(video, request.now)
    if (status !== 'upload_complete')
      throw invalidParameter(`The video cannot be finished while it is ${status}.`, { blame: ['video_id'] })
    const title = params.text('title')
    if (title !== undefined) video.title = title
    video.finishedAt = request.now
    request.exchange.effect('video.finish', id, { title: video.title })
    return { success: true }
  },
}

/**
 * Receives bytes of an open session at the position in `offset` and `file_size`. Returns the small responses
 * of upload sessions.
 */
export function receiveBytes(exchange: Exchange, video: AdVideo): HttpResponse {
  const uploadRefusal = (message: string): HttpResponse => ({
    status: 400,
    body: { debug_info: { retriable: false, type: 'ProcessingFailedError', message } },
  })
  if (video.finishedAt !== undefined || computeVideoProgress(video, exchange.now).status === 'expired')
    return uploadRefusal('The session is closed.')
  const storeBytes = (bytes: number, received: number) => {
    // `bytes` and `bad` are set here, because the session now has the address or the size of its file.
    exchange.state.social.videos[video.id] = {
      ...video,
      bytes,
      received,
      bad: video.bad || /-bad\.\w+$/.test(exchange.headers['file_url'] ?? ''),
    }
    exchange.effect('video.upload', video.id, { received, bytes })
    return { status: 200, body: { success: true } }
  }
  if (exchange.headers['file_url'] !== undefined) return storeBytes(7_340_032, 7_340_032)
  const offset = Number(exchange.headers['offset'])
  const size = Number(exchange.headers['file_size'])
  if (!Number.isInteger(offset) || !Number.isInteger(size) || size <= 0)
    return uploadRefusal('The headers offset and file_size are required.')
  if (offset !== video.received)
    return uploadRefusal(`Offset ${offset} does not match the ${video.received} bytes received.`)
  if (offset + exchange.body.length > size) return uploadRefusal('More bytes than file_size.')
  return storeBytes(size, offset + exchange.body.length)
}
