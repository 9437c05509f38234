// Maps the criteria of a campaign and of its ad group to an audience in adrail's form. The ad groups of a
// campaign share its places and languages.
// https://developers.google.com/google-ads/api/docs/targeting/criteria

import type { Audience, AudiencePlace, AudienceSegment } from '../connector-kit/adContent.ts'
import { withSummary } from '../connector-kit/audienceSummary.ts'
import type { AdGroupAudienceRow, CampaignAudienceRow, GeoTargetName } from './adRows.ts'
import { parseResourceId } from './mutate.ts'

export interface CatalogNames {
  readonly locations: ReadonlyMap<string, GeoTargetName>
  /** Names of languages by id. */
  readonly languages: ReadonlyMap<string, string>
}

/** Facets by criterion type. Age ranges and genders have lists of their own. */
const facetByType: Readonly<Record<string, string>> = {
  INCOME_RANGE: 'incomeRanges',
  PARENTAL_STATUS: 'parentalStatuses',
  USER_INTEREST: 'interests',
  LIFE_EVENT: 'lifeEvents',
}
const audienceTypes = ['USER_LIST', 'CUSTOM_AUDIENCE', 'COMBINED_AUDIENCE']

/** https://developers.google.com/google-ads/api/reference/rpc/v25/AgeRangeTypeEnum.AgeRangeType */
const ages: Readonly<Record<string, string>> = {
  AGE_RANGE_18_24: '18-24',
  AGE_RANGE_25_34: '25-34',
  AGE_RANGE_35_44: '35-44',
  AGE_RANGE_45_54: '45-54',
  AGE_RANGE_55_64: '55-64',
  AGE_RANGE_65_UP: '65+',
  AGE_RANGE_UNDETERMINED: 'UNKNOWN',
}
const genders: Readonly<Record<string, string>> = {
  FEMALE: 'FEMALE',
  MALE: 'MALE',
  UNDETERMINED: 'UNKNOWN',
}

export const listLocationIds = (criteria: readonly CampaignAudienceRow[]) =>
  criteria.flatMap(({ location }) => (location ? [parseResourceId(location.geoTargetConstant)] : []))

export function toSearchAudience(
  campaignCriteria: readonly CampaignAudienceRow[],
  adGroupCriteria: readonly AdGroupAudienceRow[],
  names: CatalogNames,
): Audience {
  const people = [...campaignCriteria, ...adGroupCriteria]
  const places = campaignCriteria.flatMap((criterion) => {
    const place = toPlace(criterion, names)
    return place ? [{ place, negative: criterion.negative === true }] : []
  })
  const pick = <Entry>(
    types: readonly string[],
    isNegative: boolean,
    toEntry: (row: AdGroupAudienceRow) => Entry,
  ) =>
    people
      .filter(({ type, negative = false }) => types.includes(type) && negative === isNegative)
      .map(toEntry)
  const segmentTypes = Object.keys(facetByType)
  return withSummary({
    locations: places.filter(({ negative }) => !negative).map(({ place }) => place),
    excludedLocations: places.filter(({ negative }) => negative).map(({ place }) => place),
    ages: listAllowed(ages, people, ({ ageRange }) => ageRange?.type),
    genders: listAllowed(genders, people, ({ gender }) => gender?.type),
    languages: campaignCriteria.flatMap(({ language }) => {
      const id = language && parseResourceId(language.languageConstant)
      return id === undefined ? [] : [{ id, name: names.languages.get(id) ?? '' }]
    }),
    segments: pick(segmentTypes, false, toSegment),
    excludedSegments: pick(segmentTypes, true, toSegment),
    customAudiences: pick(audienceTypes, false, toTarget),
    excludedCustomAudiences: pick(audienceTypes, true, toTarget),
    placements: [],
    isExpanded: false,
  })
}

const toTarget = ({ criterionId, displayName = '' }: AdGroupAudienceRow) => ({
  id: criterionId,
  name: displayName,
})

/** Google Ads reaches people who match any of the segments. */
const toSegment = (criterion: AdGroupAudienceRow): AudienceSegment => ({
  ...toTarget(criterion),
  facet: facetByType[criterion.type] ?? criterion.type,
  group: 0,
})

/**
 * All values are allowed unless some are excluded: a criterion that is not negative only changes a bid.
 * https://developers.google.com/google-ads/api/docs/targeting/criteria (demographic targeting)
 */
function listAllowed(
  values: Readonly<Record<string, string>>,
  criteria: readonly AdGroupAudienceRow[],
  getType: (criterion: AdGroupAudienceRow) => string | undefined,
): string[] {
  const excluded = new Set(
    criteria.filter(({ negative }) => negative === true).flatMap((criterion) => getType(criterion) ?? []),
  )
  return excluded.size === 0
    ? []
    : Object.entries(values).flatMap(([type, value]) => (excluded.has(type) ? [] : [value]))
}

function toPlace(
  { criterionId, location, proximity }: CampaignAudienceRow,
  names: CatalogNames,
): AudiencePlace | undefined {
  if (location) {
    const id = parseResourceId(location.geoTargetConstant)
    const { canonicalName, name = '', targetType = '' } = names.locations.get(id) ?? {}
    const label = canonicalName?.replaceAll(',', ', ') || name
    return { id, name: label, type: targetType, radius: '', radiusUnit: '', latitude: '', longitude: '' }
  }
  if (!proximity) return undefined
  const { radius, radiusUnits = '', geoPoint } = proximity
  return {
    id: criterionId,
    name: '',
    type: 'RADIUS',
    radius: radius === undefined ? '' : String(radius),
    radiusUnit: radiusUnits,
    latitude: formatDegrees(geoPoint?.latitudeInMicroDegrees),
    longitude: formatDegrees(geoPoint?.longitudeInMicroDegrees),
  }
}

const formatDegrees = (microDegrees: number | undefined) =>
  microDegrees === undefined ? '' : String(microDegrees / 1_000_000)
