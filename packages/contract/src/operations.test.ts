// What every operation's declaration promises as a whole.

import { describe, expect, expectTypeOf, test } from 'vitest'
import { flawsIn, flawsOf, fullBody } from '../testing/bodies.ts'
import {
  type Body,
  commonErrors,
  declarationOf,
  errors,
  type OperationName,
  operationNames,
  type RequestBody,
  type Results,
  scopes,
} from './index.ts'

const ofTheInterface = [
  ['R4.1', 'auth/get_connected_accounts_data'],
  ['R4.2', 'auth/create_link'],
  ['R4.3', 'social/get_page_posts'],
  ['R4.4', 'social/get_ad_account_media'],
  ['R4.5', 'search/create_search_campaign'],
  ['R4.6', 'social/get_campaign_insights'],
  ['R4.7', 'social/get_video_info'],
  ['R4.8', 'pro/get_audiences_list'],
  ['R4.9', 'social/get_targeting_systems_lookup'],
  ['R4.10', 'social/search_targeting_interests'],
  ['R4.11', 'search/create_lead_form'],
  ['R4.12', 'social/search_targeting_locations'],
  ['R4.13', 'social/create_leadform_audience'],
  ['R4.14', 'social/get_custom_conversions'],
  ['R4.15', 'search/generate_keyword_ideas'],
  ['R4.16', 'social/edit_campaign'],
  ['R4.17', 'search/get_location_asset'],
  ['R4.18', 'social/get_leadform_list'],
  ['R4.19', 'social/get_targeting_locales_lookup'],
  ['R4.20', 'search/get_lead_forms'],
  ['R4.21', 'social/get_pixels_list'],
  ['R4.22', 'search/create_location_group'],
] as const

const additional = [
  'user/create_user',
  'user/get_profile',
  'user/list_users',
  'user/delete_user',
  'auth/remove_link',
  'auth/get_link_status',
  'social/get_campaigns',
  'social/update_campaign_status',
  'social/upload_video',
  'search/search_locations',
  'search/get_languages',
  'search/get_conversion_actions',
  'search/get_image_asset_eligibility',
  'search/get_campaigns',
  'search/update_campaign_status',
  'search/edit_campaign',
  'operation/get_operation',
] as const

test.each(ofTheInterface)('[%s] %s is declared', (_, name) => {
  expect(operationNames).toContain(name)
})

test('the 22 operations of the interface and 17 additional ones are declared, and nothing else [R1.operations R4.gap.paths]', () => {
  expect([...operationNames].sort()).toEqual(
    [...ofTheInterface.map(([, name]) => name), ...additional].sort(),
  )
})

describe.each(operationNames)('%s', (name) => {
  const declaration = declarationOf(name)

  test('has an example that is valid', () => {
    expect(flawsOf(name)).toEqual([])
  })

  test('has an example answer with exactly the declared results', () => {
    expect(declaration.results.parse(declaration.example.results)).toEqual(declaration.example.results)
  })

  test('ignores members it does not know [R4.gap.unknown-members]', () => {
    const body = { ...declaration.example.body, unknown: { deeply: [1] }, constructor: 'x', success: true }
    expect(flawsIn(name, body)).toEqual([])
    expect(flawsIn(name, JSON.parse(`{"__proto__":{"userId":7},${JSON.stringify(body).slice(1)}`))).toEqual(
      [],
    )
  })

  test('gives the handler nothing but its own members', () => {
    const parsed = declaration.input.parse({ ...fullBody(name), unknown: 1 })
    for (const member of Object.keys(parsed)) expect(Object.keys(declaration.input.shape)).toContain(member)
  })

  test('says in its results neither success nor error, which belong to the envelope', () => {
    expect(Object.keys(declaration.results.shape)).not.toContain('success')
    expect(Object.keys(declaration.results.shape)).not.toContain('error')
  })

  test('names errors of the table, each once, and none that all operations share', () => {
    expect(new Set(declaration.errors).size).toBe(declaration.errors.length)
    for (const code of declaration.errors) {
      expect(errors).toHaveProperty(code)
      expect(commonErrors as readonly string[]).not.toContain(code)
    }
  })

  test('is audited when it changes something, and reads are not', () => {
    expect(scopes).toContain(declaration.scope)
    expect('event' in declaration.audit).toBe(declaration.effect !== 'read')
  })

  test('can be tried without effect when it writes to a platform [R4.add.dryRun]', () => {
    expect('dryRun' in declaration.input.shape).toBe(declaration.effect === 'write')
    expect('planHash' in declaration.input.shape).toBe(declaration.effect === 'write')
  })
})

test('outcomes that come later can be asked for, as nothing is sent by itself [R6.none]', () => {
  expect(operationNames).toEqual(expect.arrayContaining(['auth/get_link_status', 'operation/get_operation']))
})

test('every operation acts for a user, except those that make, list or find one by another id [R5.2]', () => {
  const without = operationNames.filter((name) => !('userId' in declarationOf(name).input.shape))
  expect(without.sort()).toEqual([
    'auth/get_link_status',
    'operation/get_operation',
    'search/generate_keyword_ideas',
    'user/create_user',
    'user/list_users',
  ])
})

test('what changes a budget or a running campaign needs the scope spend', () => {
  const spending = operationNames.filter((name) => declarationOf(name).scope === 'spend')
  expect(spending.sort()).toEqual([
    'search/create_search_campaign',
    'search/edit_campaign',
    'search/update_campaign_status',
    'social/edit_campaign',
    'social/update_campaign_status',
  ])
})

test('types follow from the declarations', () => {
  expectTypeOf<OperationName>().extract<'social/edit_campaign'>().toEqualTypeOf<'social/edit_campaign'>()
  // A caller may leave out what has a default; a handler always has it.
  expectTypeOf<RequestBody<'social/edit_campaign'>['editLevel']>().toEqualTypeOf<'BUDGET' | undefined>()
  expectTypeOf<Body<'social/edit_campaign'>['editLevel']>().toEqualTypeOf<'BUDGET'>()
  expectTypeOf<Body<'search/create_search_campaign'>['dailyBudget']>().toEqualTypeOf<string>()
  expectTypeOf<Results<'social/get_pixels_list'>>().toEqualTypeOf<{
    pixels: { id: string; name: string }[]
  }>()
})
