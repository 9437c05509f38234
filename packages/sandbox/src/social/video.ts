// Videos: of an ad account or of a page, and how they become ready.
// https://developers.facebook.com/docs/marketing-api/guides/videoads

import type { Answer, Exchange } from '../exchange.ts'
import { nextNumber } from '../state.ts'
import { requireAdsWrite } from './access.ts'
import { GraphError, invalid, missing } from './errors.ts'
import { passes, readFilters } from './filtering.ts'
import { imageUrl, Linked, type Listing, type NodeKind, videoUrl, type Write } from './nodes.ts'
import { entryOf } from './relations.ts'
import type { GraphRequest, Params } from './request.ts'
import type { AdAccount, AdVideo } from './state.ts'
import { universalTime } from './times.ts'

const source = 'https://developers.facebook.com/docs/graph-api/reference/video'

/** Milliseconds after everything arrived. */
const fetchedMs = 1_000
const encodedMs = 5_000
const readyMs = 8_000
const brokenMs = 3_000
/** A session nobody finishes is given up. */
const patienceMs = 600_000

export const videoListParams = ['filtering', 'title']

export function listVideos(account: AdAccount, request: GraphRequest, params: Params): Listing {
  const filters = readFilters(params, ['id', 'title'])
  const title = params.text('title')
  const items = Object.values(request.social.videos)
    .filter((video) => video.account === account.id)
    .filter((video) => title === undefined || video.title.includes(title))
    .filter((video) =>
      filters.every((filter) => passes(filter, filter.field === 'id' ? video.id : video.title)),
    )
    .sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1))
  return { kind: videoKind, items }
}

type Phase = 'not_started' | 'in_progress' | 'complete' | 'error'

interface Standing {
  readonly status: string
  readonly uploading: Phase
  readonly processing: Phase
  readonly publishing: Phase
  readonly progress: number
}

/** Where a video stands at an instant. */
export function standingOf(video: AdVideo, now: number): Standing {
  const at = (
    status: string,
    uploading: Phase,
    processing: Phase,
    publishing: Phase,
    progress: number,
  ): Standing => ({
    status,
    uploading,
    processing,
    publishing,
    progress,
  })
  if (video.finishedAt === undefined) {
    if (now - video.createdAt >= patienceMs) return at('expired', 'error', 'not_started', 'not_started', 0)
    if (video.bytes > 0 && video.received >= video.bytes)
      return at('upload_complete', 'complete', 'not_started', 'not_started', 0)
    return at('uploading', 'in_progress', 'not_started', 'not_started', 0)
  }
  const age = now - video.finishedAt
  const fetching = video.arrival === 'fetched' && age < fetchedMs
  if (fetching) return at('processing', 'in_progress', 'not_started', 'not_started', 0)
  if (video.bad && age >= brokenMs) return at('error', 'complete', 'error', 'not_started', 0)
  if (age < encodedMs)
    return at(
      'processing',
      'complete',
      'in_progress',
      'not_started',
      Math.floor((Math.max(0, age) * 100) / encodedMs),
    )
  if (age < readyMs) return at('processing', 'complete', 'complete', 'in_progress', 100)
  return at('ready', 'complete', 'complete', 'complete', 100)
}

const isReady = (video: AdVideo, request: GraphRequest) => standingOf(video, request.now).status === 'ready'

const sizes = (video: AdVideo) =>
  [130, 480, 720].map((box) => {
    const scale = box / Math.max(video.width, video.height)
    return {
      filter: `${box}x${box}`,
      width: Math.round(video.width * scale),
      height: Math.round(video.height * scale),
    }
  })

export const videoKind: NodeKind<AdVideo> = {
  type: 'Video',
  id: (video) => video.id,
  usual: ['updated_time', 'description'],
  fields: {
    title: (video) => (video.title === '' ? undefined : video.title),
    description: (video) => video.description,
    source: (video, request) => (isReady(video, request) ? videoUrl(request, video.picture) : undefined),
    picture: (video, request) =>
      imageUrl(request, isReady(video, request) ? video.picture : 'placeholder', 160, 90),
    icon: () => undefined,
    length: (video, request) => (isReady(video, request) ? video.seconds : 0),
    permalink_url: (video) => `/${video.page ?? video.account ?? '0'}/videos/${video.id}/`,
    created_time: (video) => universalTime(video.createdAt),
    updated_time: (video) => universalTime(video.finishedAt ?? video.createdAt),
    published: () => true,
    is_instagram_eligible: () => true,
    format: (video, request) =>
      isReady(video, request)
        ? [...sizes(video), { filter: 'native', width: video.width, height: video.height }].map((size) => ({
            embed_html: `<iframe src="${videoUrl(request, video.picture)}" width="${size.width}" height="${size.height}"></iframe>`,
            ...size,
            picture: imageUrl(request, video.picture, size.width, size.height),
          }))
        : undefined,
    status: (video) => new Linked(videoStatusKind, video),
    from: (video, request) => {
      const page = request.social.pages[video.page ?? '']
      return page === undefined ? undefined : { name: page.name, id: page.id }
    },
  },
  edges: {
    thumbnails: {
      source: `${source}/thumbnails`,
      list: (video, request) => ({ kind: thumbnailKind, items: thumbnails(video, request) }),
    },
  },
}

const videoStatusKind: NodeKind<AdVideo> = {
  type: 'VideoStatus',
  fields: {
    video_status: (video, request) => standingOf(video, request.now).status,
    processing_progress: (video, request) => standingOf(video, request.now).progress,
    uploading_phase: (video, request) => {
      const status = standingOf(video, request.now).uploading
      const received = status === 'complete' ? Math.max(video.received, video.bytes) : video.received
      return { status, bytes_transferred: received, source_file_size: video.bytes }
    },
    processing_phase: (video, request) => {
      const status = standingOf(video, request.now).processing
      return status === 'error'
        ? {
            status,
            errors: [
              {
                code: 1363037,
                message: 'The video file you tried to upload has a format that cannot be read.',
              },
            ],
          }
        : { status }
    },
    publishing_phase: (video, request) => {
      const status = standingOf(video, request.now).publishing
      return {
        status,
        publish_status: 'publish',
        ...(status === 'complete' && video.finishedAt !== undefined
          ? { publish_time: Math.floor((video.finishedAt + readyMs) / 1000) }
          : {}),
      }
    },
  },
}

interface Thumbnail {
  readonly id: string
  readonly picture: string
  readonly width: number
  readonly height: number
  readonly preferred: boolean
}

function thumbnails(video: AdVideo, request: GraphRequest): Thumbnail[] {
  const { width, height } = video
  // Until a video is ready there is only a stand-in that must not be used.
  if (!isReady(video, request)) {
    return [{ id: `${video.id}0`, picture: 'placeholder', width: 160, height: 90, preferred: true }]
  }
  return [1, 2, 3].map((number) => ({
    id: `${video.id}${number}`,
    picture: `${video.picture}-${number}`,
    width,
    height,
    preferred: number === 1,
  }))
}

const thumbnailKind: NodeKind<Thumbnail> = {
  type: 'VideoThumbnail',
  id: (thumbnail) => thumbnail.id,
  usual: ['height', 'scale', 'uri', 'width', 'is_preferred'],
  fields: {
    height: (thumbnail) => thumbnail.height,
    width: (thumbnail) => thumbnail.width,
    scale: () => 1,
    uri: (thumbnail, request) => imageUrl(request, thumbnail.picture, thumbnail.width, thumbnail.height),
    name: () => '',
    is_preferred: (thumbnail) => thumbnail.preferred,
  },
}

function addVideo(
  request: GraphRequest,
  account: AdAccount,
  more: Pick<AdVideo, 'title' | 'arrival' | 'bytes' | 'received' | 'bad'> & {
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
    ...more,
  }
  request.social.videos[id] = video
  request.exchange.effect('video.create', id, {
    account: account.id,
    title: video.title,
    arrival: video.arrival,
  })
  return video
}

/** By address (`file_url`), which the platform fetches itself, or as one file in the form (`source`). */
export const createVideo: Write<AdAccount> = {
  params: ['file_url', 'name', 'title', 'description', 'source', 'upload_phase'],
  run(account, request) {
    const { params } = request
    requireAdsWrite(request, account)
    if (params.has('upload_phase'))
      throw invalid('Chunked upload through advideos is not emulated by the sandbox; use video_ads.', {
        blame: ['upload_phase'],
      })
    const title = params.text('title') ?? params.text('name') ?? ''
    const more = {
      title,
      ...(params.has('description') ? { description: params.text('description') ?? '' } : {}),
    }
    const file = params.values.get('source')
    if (typeof file === 'object' && file !== null) {
      const parts = new Map<string, unknown>(Object.entries(file))
      const size = Number(parts.get('bytes') ?? 0)
      const bad = isBad(String(parts.get('name') ?? ''), title)
      return {
        id: addVideo(request, account, {
          ...more,
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
    const bad = isBad(url.pathname, title)
    const video = addVideo(request, account, {
      ...more,
      arrival: 'fetched',
      bytes: 7_340_032,
      received: 0,
      finishedAt: request.now,
      bad,
    })
    return { id: video.id }
  },
}

/** Files called `…-bad.mp4` cannot be read: the way to see a video fail. */
const isBad = (path: string, title: string) => /-bad\.\w+$/.test(path) || /-bad\.\w+$/.test(title)

/** Opens and closes an upload session; the bytes go to the address it names. */
export const closeVideoSession: Write<AdAccount> = {
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
    const video = entryOf(request.social.videos, id)
    if (video === undefined || video.account !== account.id || video.arrival !== 'sent')
      throw missing('post', id)
    const { status } = standingOf(video, request.now)
    if (status !== 'upload_complete')
      throw invalid(`The video cannot be finished while it is ${status}.`, { blame: ['video_id'] })
    const title = params.text('title')
    if (title !== undefined) video.title = title
    video.finishedAt = request.now
    request.exchange.effect('video.finish', id, { title: video.title })
    return { success: true }
  },
}

/** Bytes of an open session: `offset` and `file_size` say which. Returns the session's own small answers. */
export function receiveBytes(exchange: Exchange, video: AdVideo): Answer {
  const refuse = (message: string): Answer => ({
    status: 400,
    body: { debug_info: { retriable: false, type: 'ProcessingFailedError', message } },
  })
  if (video.finishedAt !== undefined || standingOf(video, exchange.now).status === 'expired')
    return refuse('The session is closed.')
  const change = (bytes: number, received: number) => {
    // `bytes` and `bad` are settled here, when the session learns what it is about.
    exchange.state.social.videos[video.id] = {
      ...video,
      bytes,
      received,
      bad: video.bad || /-bad\.\w+$/.test(exchange.headers['file_url'] ?? ''),
    }
    exchange.effect('video.upload', video.id, { received, bytes })
    return { status: 200, body: { success: true } }
  }
  if (exchange.headers['file_url'] !== undefined) return change(7_340_032, 7_340_032)
  const offset = Number(exchange.headers['offset'])
  const size = Number(exchange.headers['file_size'])
  if (!Number.isInteger(offset) || !Number.isInteger(size) || size <= 0)
    return refuse('The headers offset and file_size are required.')
  if (offset !== video.received)
    return refuse(`Offset ${offset} does not match the ${video.received} bytes received.`)
  if (offset + exchange.body.length > size) return refuse('More bytes than file_size.')
  return change(size, offset + exchange.body.length)
}
