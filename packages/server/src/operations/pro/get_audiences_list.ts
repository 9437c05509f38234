import type { Handler } from '../../waist/handler.ts'

/** Newest first: the platform's own order is not defined. Counts that are not there yet are 0; `status` tells why. */
export const get_audiences_list: Handler<'pro/get_audiences_list'> = async ({ userId }, ctx) => {
  const connector = await ctx.connect(userId, 'pro')
  const found = await connector.segments()
  const audiences =
    found.kind === 'dmp'
      ? found.segments.map((segment) => ({
          name: segment.name,
          sourcePlatform: segment.sourcePlatform,
          id: segment.id,
          type: segment.type,
          account: segment.account,
          inputCount: segment.inputCount ?? 0,
          destinations: segment.destinations.map((destination) => ({
            destination: destination.destination,
            lastModified: destination.lastModified,
            audienceSize: destination.audienceSize ?? 0,
            created: destination.created,
            destinationSegmentId: destination.destinationSegmentId,
            status: destination.status,
            matchedCount: destination.matchedCount ?? 0,
          })),
        }))
      : found.segments.map((segment) => ({
          name: segment.name,
          sourcePlatform: '',
          id: segment.id,
          type: segment.type,
          account: segment.account,
          inputCount: 0,
          destinations: [
            {
              destination: 'LINKEDIN',
              lastModified: segment.lastModified,
              audienceSize: segment.approximateMemberCount ?? 0,
              created: segment.created,
              destinationSegmentId: `urn:li:adSegment:${segment.id}`,
              status: segment.status,
              matchedCount: 0,
            },
          ],
        }))
  return { audiences: audiences.toSorted((a, b) => b.id - a.id) }
}
