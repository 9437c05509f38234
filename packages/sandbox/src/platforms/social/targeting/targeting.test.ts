import { expect, test } from 'vitest'
import { useSocial } from '../../../../testing/social.ts'
import { devices, locales, operatingSystems, places, targetingEntries } from './catalogs.ts'

const social = useSocial()

const account = 'act_1001200300400'

test('the targeting catalogs have a minimum size and unique ids', () => {
  const distinct = (values: readonly (string | number)[]) => expect(new Set(values).size).toBe(values.length)
  expect(targetingEntries().filter((entry) => entry.type === 'interests').length).toBeGreaterThanOrEqual(400)
  expect(places().filter((place) => place.type === 'city').length).toBeGreaterThanOrEqual(300)
  expect(places().filter((place) => place.type === 'country').length).toBeGreaterThanOrEqual(100)
  expect(locales().length).toBeGreaterThanOrEqual(60)
  expect(devices().length).toBeGreaterThanOrEqual(300)
  expect(operatingSystems().length).toBeGreaterThanOrEqual(2)
  distinct(targetingEntries().map((entry) => entry.id))
  distinct(places().map((place) => `${place.type}/${place.key}`))
  distinct(locales().map((locale) => locale.key))
  distinct(devices().map((device) => device.name))
})

test('an interest search returns the path and audience bounds without a description', async () => {
  const { body } = await social.get(`${account}/targetingsearch`, {
    q: 'bread',
    limit_type: 'interests',
    limit: 50,
    locale: 'en_US',
  })
  expect(body.data[0]).toEqual({
    id: '6003139266461',
    name: 'Bread',
    type: 'interests',
    path: ['Interests', 'Food and drink', 'Food', 'Bread'],
    audience_size_lower_bound: expect.any(Number),
    audience_size_upper_bound: expect.any(Number),
  })
  expect(body.data[0].audience_size_lower_bound).toBeLessThan(body.data[0].audience_size_upper_bound)
})

test('a targeting search without limit_type returns other types with descriptions', async () => {
  const { body } = await social.get(`${account}/targetingsearch`, { q: 'baker' })
  const types = new Set(body.data.map(({ type }: { type: string }) => type))
  expect(types).toContain('work_positions')
  expect(body.data.find(({ type }: { type: string }) => type === 'work_positions').description).toContain(
    'baker',
  )
})

test('a targeting search with a special ad category omits sensitive interests', async () => {
  const search = async (more: Record<string, unknown>) => {
    const { body } = await social.get(`${account}/targetingsearch`, {
      q: 'wedding',
      limit_type: 'interests',
      ...more,
    })
    return body.data.length
  }
  expect(await search({})).toBeGreaterThan(0)
  expect(await search({ regulated_categories: ['HOUSING'], regulated_countries: ['US'] })).toBe(0)
  expect(await search({ regulated_categories: ['NONE'] })).toBeGreaterThan(0)
  const wrong = await social.get(`${account}/targetingsearch`, { q: 'x', regulated_categories: ['WEAPONS'] })
  expect(wrong.body.error.message).toContain('Param regulated_categories[0] must be one of')
  expect((await social.get(`${account}/targetingsearch`, { q: ' ' })).body.error.message).toBe(
    '(#100) The parameter q is required.',
  )
})

test.each([
  ['san', 4],
  ['ber', 3],
  ['tok', 3],
])('a place search for "%s" returns at least %i types of places', async (q, count) => {
  const { body } = await social.get('search', { type: 'adgeolocation', q, limit: 50, locale: 'en_US' })
  expect(new Set(body.data.map(({ type }: { type: string }) => type)).size).toBeGreaterThanOrEqual(count)
  expect(body.data.length).toBeGreaterThan(5)
})

test('a place search returns the upstream fields of each type of place', async () => {
  const one = async (q: string, type: string) => {
    const { body } = await social.get('search', {
      type: 'adgeolocation',
      q,
      location_types: [type],
      limit: 10,
    })
    return body.data[0]
  }
  expect(await one('Amsterdam', 'city')).toEqual({
    key: '2759794',
    name: 'Amsterdam',
    type: 'city',
    country_code: 'NL',
    country_name: 'Netherlands',
    region: 'North Holland',
    region_id: 2664,
    supports_region: true,
    supports_city: true,
  })
  expect(await one('Netherlands', 'country')).toEqual({
    key: 'NL',
    name: 'Netherlands',
    type: 'country',
    country_code: 'NL',
    supports_region: true,
    supports_city: true,
  })
  expect(await one('90028', 'zip')).toMatchObject({
    key: 'US:90028',
    region_id: 3847,
    primary_city: 'Los Angeles',
    primary_city_id: 2420379,
  })
  expect((await one('California', 'region')).region).toBeUndefined()
  expect((await one('Los Angeles', 'geo_market')).key).toMatch(/^COMSCORE_MARKET:\d+$/)
  expect((await one('Mercosur', 'country_group')).country_codes).toContain('BR')
  const german = await social.get('search', { type: 'adgeolocation', q: 'berlin', country_code: 'DE' })
  expect(new Set(german.body.data.map((row: { country_code: string }) => row.country_code))).toEqual(
    new Set(['DE']),
  )
})

test('a language search with an empty query and a high limit returns all languages', async () => {
  const { body } = await social.get('search', { type: 'adlocale', q: '', limit: 1_000 })
  expect(body.data).toContainEqual({ key: 6, name: 'English (US)' })
  expect(body.data).toContainEqual({ key: 1001, name: 'English (All)' })
  expect(body.data).toHaveLength(locales().length)
})

test('the search for operating systems and devices lists one class, with 8 entries by default', async () => {
  const category = (name: string, more = {}) =>
    social.get('search', { type: 'adTargetingCategory', class: name, ...more })
  const systems = await category('user_os', { limit: 1_000 })
  expect(systems.body.data[0]).toMatchObject({
    name: 'iOS',
    platform: 'iOS',
    type: 'user_os',
    description: expect.stringMatching(/^\d+\.\d(;\d+\.\d)+$/),
  })
  expect(systems.body.data[0].id).toBeUndefined()
  expect((await category('user_device')).body.data).toHaveLength(8)
  const all = await category('user_device', { limit: 1_000 })
  expect(all.body.data).toHaveLength(devices().length)
  expect(all.body.data[0]).toMatchObject({
    name: 'iPad',
    description: 'iPads (all)',
    platform: 'iOS',
    type: 'user_device',
  })
  expect((await category('user_shoes')).body.error.code).toBe(100)
})

test('the legacy interest search returns null descriptions and no type, and interest names can be validated', async () => {
  const found = await social.get('search', { type: 'adinterest', q: 'coffee' })
  expect(found.body.data[0]).toMatchObject({ name: 'Coffee', description: null, topic: 'Food and drink' })
  expect(found.body.data[0].type).toBeUndefined()
  const valid = await social.get('search', {
    type: 'adinterestvalid',
    interest_list: ['coffee', 'Flying carpets'],
  })
  expect(valid.body.data.map((row: { valid: boolean }) => row.valid)).toEqual([true, false])
  expect((await social.get('search', { type: 'shoes', q: 'x' })).body.error.code).toBe(100)
})
