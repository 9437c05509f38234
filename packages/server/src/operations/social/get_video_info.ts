import { handler } from '../../pipeline/handler.ts'
import type { VideoRow } from '../../platforms/social/rows.ts'
import { formatUtcTime } from './utcTime.ts'

export const get_video_info = handler(
  'social/get_video_info',
  async ({ videoId }, { connector, createError }) => {
    const row = await connector.library.findVideoById(videoId)
    if (!row) throw createError('OBJECT_NOT_FOUND', { field: 'videoId', values: { platform: 'social' } })
    const { video_status = '', uploading_phase, processing_phase, publishing_phase } = row.status ?? {}
    const warnings = listProblems([uploading_phase, processing_phase, publishing_phase])
    return {
      video: {
        id: row.id,
        source: row.source ?? '',
        thumbnails: { data: (row.thumbnails ?? []).map(toThumbnail) },
        status: {
          video_status,
          uploading_phase: { status: uploading_phase?.status ?? '' },
          processing_phase: { status: processing_phase?.status ?? '' },
          publishing_phase: {
            status: publishing_phase?.status ?? '',
            publish_status: publishing_phase?.publish_status ?? '',
            publish_time: formatUtcTime(publishing_phase?.publish_time),
          },
        },
      },
      ...(warnings.length > 0 ? { warnings } : {}),
    }
  },
)

function toThumbnail(row: NonNullable<VideoRow['thumbnails']>[number]) {
  return {
    id: row.id,
    height: row.height ?? 0,
    scale: row.scale ?? 0,
    uri: row.uri ?? '',
    width: row.width ?? 0,
    is_preferred: row.is_preferred === true,
  }
}

type Phase = NonNullable<VideoRow['status']>['uploading_phase']

/** Lists the problems of the file by phase. The platform reports one error or a list per phase. */
function listProblems(phases: readonly Phase[]): string[] {
  return phases
    .flatMap((phase) => [...(phase?.errors ?? []), ...(phase?.error ? [phase.error] : [])])
    .flatMap(({ message }) => message || [])
}
