// Videos of an ad account or of a page, and their processing.
// https://developers.facebook.com/docs/marketing-api/guides/videoads

import { passes, readFilters } from '../graph/filtering.ts'
import { addressed, Linked, type Listing, type NodeKind, plain } from '../graph/nodeKind.ts'
import type { GraphRequest, Params } from '../graph/request.ts'
import type { AdAccount, AdVideo } from '../state.ts'
import { universalTime } from '../times.ts'
import { imageUrl, videoUrl } from './pictures.ts'

const source = 'https://developers.facebook.com/docs/graph-api/reference/video'

/** Milliseconds after all bytes arrived. */
const fetchedMs = 1_000
const encodedMs = 5_000
const readyMs = 8_000
const brokenMs = 3_000
/** Time after which an unfinished session expires. */
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
  return { kind: 'video', items }
}

type Phase = 'not_started' | 'in_progress' | 'complete' | 'error'

interface Standing {
  readonly status: string
  readonly uploading: Phase
  readonly processing: Phase
  readonly publishing: Phase
  readonly progress: number
}

/** Returns the state of a video at an instant. */
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

export const videoKind = addressed<AdVideo>({
  type: 'Video',
  source,
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
    status: (video) => Linked.structure(videoStatusKind, video),
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
})

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
  // Until a video is ready, its only thumbnail is a placeholder that clients must not use.
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
    ...plain<Thumbnail>('height', 'width'),
    scale: () => 1,
    uri: (thumbnail, request) => imageUrl(request, thumbnail.picture, thumbnail.width, thumbnail.height),
    name: () => '',
    is_preferred: (thumbnail) => thumbnail.preferred,
  },
}
