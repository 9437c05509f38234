// Videos of an ad account or of a page, and their processing.
// https://developers.facebook.com/docs/marketing-api/guides/videoads

import { matchesFilter, readFilters } from '../graph/filtering.ts'
import {
  createNodeKindWithId,
  LinkedNode,
  type Listing,
  type NodeKind,
  plainFields,
} from '../graph/nodeKind.ts'
import type { GraphRequest, Params } from '../graph/request.ts'
import type { AdAccount, AdVideo } from '../state.ts'
import { formatUtcTime } from '../times.ts'
import { imageUrl, videoUrl } from './pictures.ts'

const docsUrl = 'https://developers.facebook.com/docs/graph-api/reference/video'

/** Milliseconds after all bytes arrived. */
const fetchedAfterMs = 1_000
const encodedAfterMs = 5_000
const readyAfterMs = 8_000
const brokenAfterMs = 3_000
/** Time after which an unfinished session expires. */
const sessionTimeoutMs = 600_000

export const videoListParams = ['filtering', 'title']

export function listVideos(account: AdAccount, request: GraphRequest, params: Params): Listing {
  const filters = readFilters(params, ['id', 'title'])
  const title = params.text('title')
  const items = Object.values(request.social.videos)
    .filter((video) => video.account === account.id)
    .filter((video) => title === undefined || video.title.includes(title))
    .filter((video) =>
      filters.every((filter) => matchesFilter(filter, filter.field === 'id' ? video.id : video.title)),
    )
    .sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1))
  return { kind: 'video', items }
}

type UploadPhase = 'not_started' | 'in_progress' | 'complete' | 'error'

interface VideoProgress {
  readonly status: string
  readonly uploading: UploadPhase
  readonly processing: UploadPhase
  readonly publishing: UploadPhase
  readonly progress: number
}

/** Returns the state of a video at an instant. */
export function computeVideoProgress(video: AdVideo, now: number): VideoProgress {
  const build = (
    status: string,
    uploading: UploadPhase,
    processing: UploadPhase,
    publishing: UploadPhase,
    progress: number,
  ): VideoProgress => ({
    status,
    uploading,
    processing,
    publishing,
    progress,
  })
  if (video.finishedAt === undefined) {
    if (now - video.createdAt >= sessionTimeoutMs)
      return build('expired', 'error', 'not_started', 'not_started', 0)
    if (video.bytes > 0 && video.received >= video.bytes)
      return build('upload_complete', 'complete', 'not_started', 'not_started', 0)
    return build('uploading', 'in_progress', 'not_started', 'not_started', 0)
  }
  const age = now - video.finishedAt
  const isFetching = video.arrival === 'fetched' && age < fetchedAfterMs
  if (isFetching) return build('processing', 'in_progress', 'not_started', 'not_started', 0)
  if (video.bad && age >= brokenAfterMs) return build('error', 'complete', 'error', 'not_started', 0)
  if (age < encodedAfterMs)
    return build(
      'processing',
      'complete',
      'in_progress',
      'not_started',
      Math.floor((Math.max(0, age) * 100) / encodedAfterMs),
    )
  if (age < readyAfterMs) return build('processing', 'complete', 'complete', 'in_progress', 100)
  return build('ready', 'complete', 'complete', 'complete', 100)
}

const isReady = (video: AdVideo, request: GraphRequest) =>
  computeVideoProgress(video, request.now).status === 'ready'

const scaledSizes = (video: AdVideo) =>
  [130, 480, 720].map((box) => {
    const scale = box / Math.max(video.width, video.height)
    return {
      filter: `${box}x${box}`,
      width: Math.round(video.width * scale),
      height: Math.round(video.height * scale),
    }
  })

export const videoKind = createNodeKindWithId<AdVideo>({
  type: 'Video',
  docsUrl,
  defaultFields: ['updated_time', 'description'],
  fields: {
    title: (video) => (video.title === '' ? undefined : video.title),
    description: (video) => video.description,
    source: (video, request) => (isReady(video, request) ? videoUrl(request, video.picture) : undefined),
    picture: (video, request) =>
      imageUrl(request, isReady(video, request) ? video.picture : 'placeholder', 160, 90),
    icon: () => undefined,
    length: (video, request) => (isReady(video, request) ? video.seconds : 0),
    permalink_url: (video) => `/${video.page ?? video.account ?? '0'}/videos/${video.id}/`,
    created_time: (video) => formatUtcTime(video.createdAt),
    updated_time: (video) => formatUtcTime(video.finishedAt ?? video.createdAt),
    published: () => true,
    is_instagram_eligible: () => true,
    format: (video, request) =>
      isReady(video, request)
        ? [...scaledSizes(video), { filter: 'native', width: video.width, height: video.height }].map(
            (size) => ({
              embed_html: `<iframe src="${videoUrl(request, video.picture)}" width="${size.width}" height="${size.height}"></iframe>`,
              ...size,
              picture: imageUrl(request, video.picture, size.width, size.height),
            }),
          )
        : undefined,
    status: (video) => LinkedNode.toStructure(videoStatusKind, video),
    from: (video, request) => {
      const page = request.social.pages[video.page ?? '']
      return page === undefined ? undefined : { name: page.name, id: page.id }
    },
  },
  edges: {
    thumbnails: {
      docsUrl: `${docsUrl}/thumbnails`,
      list: (video, request) => ({ kind: thumbnailKind, items: listThumbnails(video, request) }),
    },
  },
})

const videoStatusKind: NodeKind<AdVideo> = {
  type: 'VideoStatus',
  fields: {
    video_status: (video, request) => computeVideoProgress(video, request.now).status,
    processing_progress: (video, request) => computeVideoProgress(video, request.now).progress,
    uploading_phase: (video, request) => {
      const status = computeVideoProgress(video, request.now).uploading
      const received = status === 'complete' ? Math.max(video.received, video.bytes) : video.received
      return { status, bytes_transferred: received, source_file_size: video.bytes }
    },
    processing_phase: (video, request) => {
      const status = computeVideoProgress(video, request.now).processing
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
      const status = computeVideoProgress(video, request.now).publishing
      return {
        status,
        publish_status: 'publish',
        ...(status === 'complete' && video.finishedAt !== undefined
          ? { publish_time: Math.floor((video.finishedAt + readyAfterMs) / 1000) }
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

function listThumbnails(video: AdVideo, request: GraphRequest): Thumbnail[] {
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
  defaultFields: ['height', 'scale', 'uri', 'width', 'is_preferred'],
  fields: {
    ...plainFields<Thumbnail>('height', 'width'),
    scale: () => 1,
    uri: (thumbnail, request) => imageUrl(request, thumbnail.picture, thumbnail.width, thumbnail.height),
    name: () => '',
    is_preferred: (thumbnail) => thumbnail.preferred,
  },
}
