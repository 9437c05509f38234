import { handler } from '../../pipeline/handler.ts'
import type { AdSegment, DmpSegment } from '../../platforms/pro/rows.ts'

/**
 * Sorts audiences newest first because LinkedIn defines no order. Counts are 0 until LinkedIn computes them.
 */
export const get_audiences_list = handler('pro/get_audiences_list', async (_body, { connector }) => {
  const audienceSegments = await connector.segments()
  const audiences =
    audienceSegments.kind === 'dmp'
      ? audienceSegments.segments.map(fromDmpSegment)
      : audienceSegments.segments.map(fromAdSegment)
  return { audiences: audiences.toSorted((a, b) => b.id - a.id) }
})

function fromDmpSegment(segment: DmpSegment) {
  const { id, name, type, account, sourcePlatform = '', inputCount = 0, destinations = [] } = segment
  return {
    name,
    sourcePlatform,
    id,
    type,
    account,
    inputCount,
    destinations: destinations.map((segmentDestination) => ({
      destination: segmentDestination.destination ?? '',
      lastModified: segmentDestination.lastModified ?? 0,
      audienceSize: segmentDestination.audienceSize ?? 0,
      created: segmentDestination.created ?? 0,
      destinationSegmentId: segmentDestination.destinationSegmentId ?? '',
      status: segmentDestination.status ?? '',
      matchedCount: segmentDestination.matchedCount ?? 0,
    })),
  }
}

function fromAdSegment({ id, name, type, account, ...segment }: AdSegment) {
  return {
    name,
    sourcePlatform: '',
    id,
    type,
    account,
    inputCount: 0,
    destinations: [
      {
        destination: 'LINKEDIN',
        lastModified: segment.lastModified?.time ?? 0,
        audienceSize: segment.approximateMemberCount ?? 0,
        created: segment.created?.time ?? 0,
        destinationSegmentId: `urn:li:adSegment:${id}`,
        status: segment.status,
        matchedCount: 0,
      },
    ],
  }
}
