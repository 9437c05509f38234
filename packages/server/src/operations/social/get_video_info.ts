import { ServiceError } from '../../base/errors.ts'
import { asList, asObject, asText, at, type Json } from '../../platforms/kit/values.ts'
import type { Handler } from '../../waist/handler.ts'
import { numberOf, textOf, universalTime } from './rows.ts'

export const get_video_info: Handler<'social/get_video_info'> = async ({ userId, videoId }, ctx) => {
  const social = await ctx.connect(userId, 'social')
  const row = await social.video(videoId)
  if (!row) throw new ServiceError('OBJECT_NOT_FOUND', { field: 'videoId', values: { platform: 'social' } })
  const status = asObject(row['status'])
  const phase = (name: string) => asObject(status[name])
  const publishing = phase('publishing_phase')
  const warnings = problemsOf([phase('uploading_phase'), phase('processing_phase'), publishing])
  return {
    video: {
      id: textOf(row, 'id'),
      source: textOf(row, 'source'),
      thumbnails: { data: asList(at(row['thumbnails'], 'data')).map(asObject).map(thumbnail) },
      status: {
        video_status: textOf(status, 'video_status'),
        uploading_phase: { status: textOf(phase('uploading_phase'), 'status') },
        processing_phase: { status: textOf(phase('processing_phase'), 'status') },
        publishing_phase: {
          status: textOf(publishing, 'status'),
          publish_status: textOf(publishing, 'publish_status'),
          publish_time: universalTime(publishing['publish_time']),
        },
      },
    },
    ...(warnings.length > 0 ? { warnings } : {}),
  }
}

function thumbnail(row: Json) {
  return {
    id: textOf(row, 'id'),
    height: numberOf(row, 'height'),
    scale: numberOf(row, 'scale'),
    uri: textOf(row, 'uri'),
    width: numberOf(row, 'width'),
    is_preferred: row['is_preferred'] === true,
  }
}

/** What the platform found wrong with the file, phase by phase: one error, or a list of them. */
function problemsOf(phases: readonly Json[]): string[] {
  return phases
    .flatMap((phase) => [...asList(phase['errors']), phase['error']])
    .map((error) => asText(at(error, 'message')))
    .filter((message) => message !== '')
}
