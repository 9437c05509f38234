// The audiences of ad sets in the starting world.

import type { AdAccount, SocialState } from '../state.ts'
import { places } from '../targeting/catalogs.ts'

interface AudienceIdea {
  readonly name: string
  /** Kilometers around the first city of the country. Absent: the whole country. */
  readonly radius?: number
  readonly ages?: readonly [min: number, max: number]
  readonly genders?: readonly number[]
  readonly interests?: readonly string[]
  /** Whether people are in the first custom audience of the account, or outside it. */
  readonly customers?: 'included' | 'excluded'
}

const [bread, baking, breakfast] = ['6003139266461', '6003623735514', '6003145398845']

const audienceIdeas: readonly AudienceIdea[] = [
  { name: 'Near the shop', radius: 20 },
  { name: 'Fans and friends', ages: [25, 54], interests: [bread, baking], customers: 'excluded' },
  { name: 'Past customers', customers: 'included' },
  { name: 'Interested in it', ages: [25, 65], interests: [baking, breakfast] },
  { name: 'Whole city', radius: 40 },
  { name: 'Visitors of the site', customers: 'included' },
  { name: 'Weekend people', ages: [30, 65] },
  { name: 'Commuters', radius: 30, ages: [21, 60] },
  { name: 'Newcomers in town', radius: 25, genders: [2], ages: [21, 40] },
  { name: 'Lookalikes', ages: [18, 44] },
]

const findIdea = (number: number) => audienceIdeas[number % audienceIdeas.length] ?? { name: 'Everybody' }

export const audienceName = (number: number) => findIdea(number).name

export function seedTargeting(
  social: SocialState,
  account: AdAccount,
  number: number,
): Record<string, unknown> {
  const { radius, ages: [min, max] = [18, 65], genders, interests, customers } = findIdea(number)
  const country = toCountry(account.timeZone)
  const city = radius === undefined ? undefined : findCity(country)
  const audience = Object.values(social.audiences).find((each) => each.account === account.id)?.id
  const customAudiences = audience === undefined ? [] : [{ id: audience }]
  return {
    age_min: min,
    age_max: max,
    geo_locations:
      city === undefined
        ? { countries: [country] }
        : { cities: [{ key: city.key, radius, distance_unit: 'kilometer' }] },
    ...(genders === undefined ? {} : { genders }),
    ...(interests === undefined ? {} : { flexible_spec: [{ interests: interests.map((id) => ({ id })) }] }),
    ...(customers === undefined || customAudiences.length === 0
      ? {}
      : { [`${customers === 'included' ? '' : 'excluded_'}custom_audiences`]: customAudiences }),
    targeting_automation: { advantage_audience: 0 },
  }
}

const findCity = (country: string) =>
  places().find(({ type, countryCode }) => type === 'city' && countryCode === country)

const countryByZone: Readonly<Record<string, string>> = {
  America: 'US',
  'Asia/Tokyo': 'JP',
  'Asia/Taipei': 'TW',
  'Europe/London': 'GB',
  'Europe/Amsterdam': 'NL',
}

function toCountry(zone: string): string {
  return countryByZone[zone] ?? countryByZone[zone.split('/')[0] ?? ''] ?? 'DE'
}
