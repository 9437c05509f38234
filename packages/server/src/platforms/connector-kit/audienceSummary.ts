// Describes an audience in words, alike for all platforms.

import type { Audience, AudiencePlace, AudienceSegment } from './adContent.ts'

type AudienceParts = Omit<Audience, 'summary' | 'isComplete'>

/** Names beyond this number are only counted. */
const maxNames = 20
/**
 * A campaign on Google Ads may have 10,000 places, which each of its ad groups repeats. A page of 100 ad
 * groups must stay small.
 */
const maxEntries = 200

/** People's names of placements by the name in the API. */
type PlacementNames = Readonly<Record<string, string>>

/** Adds the summary, and limits the lists of an audience with very many entries. */
export function withSummary(parts: AudienceParts, placementNames: PlacementNames = {}): Audience {
  let isComplete = true
  const limit = <Entry>(list: Entry[]): Entry[] => {
    if (list.length <= maxEntries) return list
    isComplete = false
    return list.slice(0, maxEntries)
  }
  const limitedParts = {
    ...parts,
    locations: limit(parts.locations),
    excludedLocations: limit(parts.excludedLocations),
    segments: limit(parts.segments),
    excludedSegments: limit(parts.excludedSegments),
    customAudiences: limit(parts.customAudiences),
    excludedCustomAudiences: limit(parts.excludedCustomAudiences),
  }
  return { summary: summarizeAudience(parts, placementNames), ...limitedParts, isComplete }
}

function summarizeAudience(audience: AudienceParts, placementNames: PlacementNames): string[] {
  const lines = [
    describeList('Locations', audience.locations.map(describePlace)),
    describeList('Excluded locations', audience.excludedLocations.map(describePlace)),
    describeList('Ages', audience.ages),
    describeList(
      'Genders',
      audience.genders.map((gender) => gender.toLowerCase()),
    ),
    describeList('Languages', audience.languages.map(describeTarget)),
    ...describeSegments('', audience.segments),
    ...describeSegments('Excluded ', audience.excludedSegments),
    describeList('Custom audiences', audience.customAudiences.map(describeTarget)),
    describeList('Excluded custom audiences', audience.excludedCustomAudiences.map(describeTarget)),
    describeList(
      'Placements',
      audience.placements.map((placement) => placementNames[placement] ?? formatName(placement)),
    ),
    audience.isExpanded ? 'The platform may also reach other people.' : '',
  ]
  return lines.filter((line) => line !== '')
}

function describeList(label: string, names: readonly string[]): string {
  if (names.length === 0) return ''
  const moreCount = names.length - maxNames
  const more = moreCount > 0 ? ` and ${moreCount} more` : ''
  return `${label}: ${names.slice(0, maxNames).join(', ')}${more}`
}

const describeTarget = ({ id, name }: { readonly id: string; readonly name: string }) => name || id

const unitLabels: Readonly<Record<string, string>> = { KILOMETERS: 'km', MILES: 'mi' }

function describePlace(place: AudiencePlace): string {
  const { radius, radiusUnit, latitude, longitude } = place
  const center = describeTarget(place) || `${latitude}, ${longitude}`
  return radius === '' ? center : `${center} (${radius} ${unitLabels[radiusUnit] ?? radiusUnit})`
}

/** One line per group. The facets of a group are alternatives. */
function describeSegments(prefix: string, segments: readonly AudienceSegment[]): string[] {
  const groups = Map.groupBy(segments, ({ group }) => group)
  return [...groups.values()].map((members) => {
    const facets = Map.groupBy(members, ({ facet }) => facet)
    const line = [...facets]
      .map(([facet, entries]) => describeList(formatName(facet), entries.map(describeTarget)))
      .join(', or ')
    return prefix === '' ? line : `${prefix}${line.charAt(0).toLowerCase()}${line.slice(1)}`
  })
}

/** Returns `Job functions` for `jobFunctions`, and `Audience network` for `AUDIENCE_NETWORK`. */
function formatName(name: string): string {
  const words = name
    .replaceAll('_', ' ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}
