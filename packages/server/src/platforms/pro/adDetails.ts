// Reads the posts and media of ads, and the names in audiences, in batches. The number of calls does not
// depend on the number of ads.

import type { Cache } from '../../concurrency/cache.ts'
import { type AdMedia, findPostUrn, listMediaUrns } from './adContent.ts'
import { type AudienceNames, listUrns } from './adGroupAudience.ts'
import { isPermissionMissing } from './errors.ts'
import type { ProLibrary } from './library.ts'
import type { CreativeRow, EntityRow } from './rows.ts'
import type { AudienceSegments } from './segments.ts'
import type { ProTargeting } from './targeting.ts'

const noMedia: AdMedia = { posts: new Map(), imageUrls: new Map(), videos: new Map() }

/** `isReadable` is false if the user did not grant the permission to read the organization's posts. */
export async function readAdMedia(
  creatives: readonly CreativeRow[],
  library: ProLibrary,
): Promise<AdMedia & { readonly isReadable: boolean }> {
  const postUrns = [...new Set(creatives.map(findPostUrn))].filter((urn) => urn !== '')
  if (postUrns.length === 0) return { ...noMedia, isReadable: true }
  try {
    const posts = await library.postsByUrn(postUrns)
    const mediaUrns = [...new Set([...posts.values()].flatMap(listMediaUrns))]
    const pick = (kind: string) => mediaUrns.filter((urn) => urn.startsWith(`urn:li:${kind}:`))
    const [imageUrls, videos] = await Promise.all([
      library.imageUrls(pick('image')),
      library.videosByUrn(pick('video')),
    ])
    return { posts, imageUrls, videos, isReadable: true }
  } catch (error) {
    if (!isPermissionMissing(error)) throw error
    return { ...noMedia, isReadable: false }
  }
}

interface NameSources {
  readonly targeting: ProTargeting
  readonly entityCache: Cache<EntityRow>
  segments(): Promise<AudienceSegments>
}

export async function readAudienceNames(
  criteria: readonly unknown[],
  { targeting, entityCache, segments }: NameSources,
): Promise<AudienceNames> {
  const urns = criteria.map(listUrns)
  const entityUrns = [...new Set(urns.flatMap(({ entities }) => entities))]
  const missingUrns = entityUrns.filter((urn) => entityCache.get(urn) === undefined)
  const [loaded, accountSegments] = await Promise.all([
    missingUrns.length === 0 ? [] : targeting.findEntityNames(missingUrns),
    urns.some(({ segments: list }) => list.length > 0) ? readSegments(segments) : new Map(),
  ])
  for (const entity of loaded) entityCache.set(entity.urn, entity)
  const entities = new Map(loaded.map(({ urn, name }) => [urn, name]))
  for (const urn of entityUrns) {
    const cached = entityCache.get(urn)
    if (cached) entities.set(urn, cached.name)
  }
  return { entities, segments: accountSegments }
}

/** The ids are those of pro/get_audiences_list. Without the permission for audiences, they have no names. */
async function readSegments(segments: () => Promise<AudienceSegments>): Promise<AudienceNames['segments']> {
  try {
    const list = await segments()
    return new Map(
      list.kind === 'ad'
        ? list.segments.map(({ id, name }) => [`urn:li:adSegment:${id}`, { id: String(id), name }])
        : list.segments.flatMap(({ id, name, destinations = [] }) =>
            destinations.flatMap(({ destinationSegmentId = '' }) =>
              destinationSegmentId === '' ? [] : [[destinationSegmentId, { id: String(id), name }] as const],
            ),
          ),
    )
  } catch (error) {
    if (!isPermissionMissing(error)) throw error
    return new Map()
  }
}
