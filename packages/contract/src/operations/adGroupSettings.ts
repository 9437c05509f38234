// The settings of ad groups as the platforms return them. A field has the same name and meaning on every
// platform. Missing text is empty, and a missing list is an empty list.

import { z } from 'zod'

const target = z.object({
  id: z.string().describe('Id that the create operation of the platform accepts.'),
  name: z.string().describe('Empty if the platform returns no name.'),
})

const place = target.extend({
  type: z.string().describe("The platform's type of the place, such as `city`. `RADIUS` for a circle."),
  radius: z.string().describe('Radius around the place, in `radiusUnit`. Empty without a radius.'),
  radiusUnit: z.string().describe('`MILES` or `KILOMETERS`. Empty without a radius.'),
  latitude: z.string().describe('Center of a circle in degrees. Empty for other places.'),
  longitude: z.string(),
})

const segment = target.extend({
  facet: z.string().describe('Kind of the segment, such as `interests` or `seniorities`.'),
  group: z
    .number()
    .describe(
      'Segments with the same number are alternatives. A person matches one segment of every number.',
    ),
})

/** The people whom an ad group addresses. */
const audience = z.object({
  summary: z.array(z.string()).describe('Audience in words, one line for each part.'),
  locations: z.array(place).describe('Places of the people. Empty without a restriction.'),
  excludedLocations: z.array(place),
  ages: z
    .array(z.string())
    .describe('Ranges such as `25-34`. `55-65+` has no upper end. Empty without a restriction.'),
  genders: z.array(z.string()).describe('`FEMALE`, `MALE` or `UNKNOWN`. Empty without a restriction.'),
  languages: z.array(target).describe('Languages of the people. Empty without a restriction.'),
  segments: z.array(segment).describe('Interests, behavior, work, devices and operating systems.'),
  excludedSegments: z.array(segment),
  customAudiences: z.array(target).describe("The account's own audiences."),
  excludedCustomAudiences: z.array(target),
  placements: z.array(z.string()).describe('Where the ads appear. Empty if the platform chooses.'),
  isExpanded: z.boolean().describe('Whether the platform may also reach people outside of the audience.'),
  isComplete: z
    .boolean()
    .describe('False if a list has more than 200 entries and ends there. `summary` counts all entries.'),
})

const amount = 'Decimal text in `currencyCode`.'

export const adGroupSettingFields = {
  audience,
  schedule: z.object({
    startTime: z.string().describe('ISO 8601 in UTC. Empty if the platform returns none.'),
    endTime: z.string().describe('ISO 8601 in UTC. Empty without an end.'),
  }),
  bid: z.object({
    strategy: z.string().describe("The platform's name, such as `LOWEST_COST_WITH_BID_CAP`."),
    amount: z.string().describe(`${amount} The bid, its maximum or its target. Empty for automatic bids.`),
    targetRoas: z.string().describe('Target return on ad spend, such as `3.5`. Empty without a target.'),
  }),
  budget: z.object({
    level: z.string().describe('`AD_GROUP`, or `CAMPAIGN` if the ad groups share the budget.'),
    daily: z.string().describe(amount),
    lifetime: z.string().describe(amount),
  }),
}

/** Columns of a table of ad groups. */
export const adGroupColumns = [
  'name',
  'id',
  'servingStatus',
  'budget.daily',
  'bid.strategy',
  'bid.amount',
  'audience.summary',
  'issues',
  'schedule.startTime',
  'schedule.endTime',
]

/** An audience without any restriction, for examples that name only some fields. */
export const emptyAudience: z.input<typeof audience> = {
  summary: [],
  locations: [],
  excludedLocations: [],
  ages: [],
  genders: [],
  languages: [],
  segments: [],
  excludedSegments: [],
  customAudiences: [],
  excludedCustomAudiences: [],
  placements: [],
  isExpanded: false,
  isComplete: true,
}

/** Place in an example, without a radius. */
export const examplePlace = { radius: '', radiusUnit: '', latitude: '', longitude: '' }
