// Tests of the declarations of all operations.

import { describe, expect, expectTypeOf, test } from 'vitest'
import { z } from 'zod'
import { buildFullBody, violationsOfExample } from '../testing/bodies.ts'
import { additionalOperations, specifiedOperations } from '../testing/specification.ts'
import {
  type Body,
  commonErrors,
  declarationOf,
  errors,
  type HandlerOutput,
  type OperationErrorCode,
  type OperationName,
  type Operations,
  operationNames,
  type RequestBody,
  type Results,
  scopes,
} from './index.ts'

const sections = [
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

test.each(sections)('[%s] %s is declared', (_, name) => {
  expect(operationNames).toContain(name)
})

test('the contract declares exactly the specified and the additional operations [R1.operations R4.gap.paths]', () => {
  expect(sections.map(([, name]) => name)).toEqual(specifiedOperations)
  expect(operationNames.length).toBe(sections.length + additionalOperations.length)
  expect(new Set(operationNames).size).toBe(operationNames.length)
})

describe.each(operationNames)('%s', (name) => {
  const declaration = declarationOf(name)

  test('has a valid example request', () => {
    expect(violationsOfExample(name)).toEqual([])
  })

  test('has example results with exactly the declared fields', () => {
    const { results, example } = declaration
    expect(results.strict().parse(example.results)).toEqual(example.results)
  })

  test('removes undeclared fields from the body that the handler receives', () => {
    const parsed = declaration.input.parse({ ...buildFullBody(name), unknown: 1 })
    for (const member of Object.keys(parsed)) expect(Object.keys(declaration.input.shape)).toContain(member)
  })

  test('declares no result fields named success or error, which belong to the envelope', () => {
    expect(Object.keys(declaration.results.shape)).not.toContain('success')
    expect(Object.keys(declaration.results.shape)).not.toContain('error')
  })

  test('declares each error once, only errors of the error table and no common errors', () => {
    expect(new Set(declaration.errors).size).toBe(declaration.errors.length)
    for (const code of declaration.errors) {
      expect(errors).toHaveProperty(code)
      expect(commonErrors as readonly string[]).not.toContain(code)
    }
  })

  test('declares an audit event for writes and lead reads, but not for other reads', () => {
    const { audit, effect, scope } = declaration
    expect(scopes).toContain(scope)
    if (effect === 'write') expect('event' in audit).toBe(true)
    if (effect === 'read') expect('event' in audit).toBe(name.startsWith('lead/'))
  })

  test('has pagination fields and the error INVALID_CURSOR only if it declares a page size', () => {
    const isPaged = declaration.pageSize !== undefined
    expect('pagination' in declaration.input.shape).toBe(isPaged)
    expect('pagination' in declaration.results.shape).toBe(isPaged)
    expect(declaration.errors.includes('INVALID_CURSOR')).toBe(isPaged)
  })

  test('returns an operationId if it is a write', () => {
    if (declaration.effect === 'write') expect(declaration.results.shape).toHaveProperty('operationId')
  })

  test('accepts dryRun only for writes and planHash only for writes and approvals [R4.add.dryRun]', () => {
    expect('dryRun' in declaration.input.shape).toBe(declaration.effect === 'write')
    // An approver sends the plan hash of the write too.
    const names = declaration.effect === 'write' || name === 'approval/decide'
    expect('planHash' in declaration.input.shape).toBe(names)
  })
})

test('auth/get_link_status and operation/get_operation exist, so that callers can poll for later results [R6.none]', () => {
  expect(operationNames).toEqual(expect.arrayContaining(['auth/get_link_status', 'operation/get_operation']))
})

test('every operation on a connected platform has userId as its first field, and search/generate_keyword_ideas has no userId [R5.2]', () => {
  for (const name of operationNames) {
    const { platform, input } = declarationOf(name)
    if (platform !== undefined) expect(Object.keys(input.shape)[0], name).toBe('userId')
  }
  expect(declarationOf('search/generate_keyword_ideas').input.shape).not.toHaveProperty('userId')
  expect(declarationOf('search/generate_keyword_ideas').platform).toBeUndefined()
})

test('operations that change campaigns require the scope spend, and only writes require this scope', () => {
  for (const name of operationNames) {
    const { audit, scope, effect } = declarationOf(name)
    if ('event' in audit && audit.event.startsWith('campaign.')) expect(scope, name).toBe('spend')
    if (scope === 'spend') expect(effect, name).toBe('write')
  }
})

test('the types of names, bodies, results and errors follow from the declarations', () => {
  expectTypeOf<OperationName>().extract<'social/edit_campaign'>().toEqualTypeOf<'social/edit_campaign'>()
  // A caller may omit a field with a default. A handler always receives it.
  expectTypeOf<RequestBody<'social/edit_campaign'>['editLevel']>().toEqualTypeOf<'BUDGET' | undefined>()
  expectTypeOf<Body<'social/edit_campaign'>['editLevel']>().toEqualTypeOf<'BUDGET'>()
  expectTypeOf<Body<'search/create_search_campaign'>['dailyBudget']>().toEqualTypeOf<string>()
  // The types contain the fields that `declare` adds.
  expectTypeOf<Body<'social/get_campaigns'>['pagination']>().toEqualTypeOf<string>()
  expectTypeOf<Body<'social/edit_campaign'>['dryRun']>().toEqualTypeOf<boolean>()
  expectTypeOf<Results<'social/upload_video'>>().toEqualTypeOf<{
    videoId: string
    operationId: string
    warnings?: string[] | undefined
  }>()
  expectTypeOf<HandlerOutput<'social/upload_video'>>().toEqualTypeOf<{ videoId: string }>()
  expectTypeOf<HandlerOutput<'user/list_users'>>().toEqualTypeOf<Results<'user/list_users'>>()
  expectTypeOf<Operations['pro/get_audiences_list']['platform']>().toEqualTypeOf<'pro'>()
  // The compiler can restrict a handler to the error codes of its operation.
  expectTypeOf<OperationErrorCode<'user/create_user'>>().toEqualTypeOf<never>()
  expectTypeOf<OperationErrorCode<'user/list_users'>>().toEqualTypeOf<'INVALID_CURSOR'>()
  expectTypeOf<OperationErrorCode<'auth/create_link'>>().toEqualTypeOf<
    'USER_NOT_FOUND' | 'REDIRECT_URI_NOT_ALLOWED'
  >()
  expectTypeOf<'SPEND_LIMIT_EXCEEDED'>().toExtend<OperationErrorCode<'social/edit_campaign'>>()
  expectTypeOf<'SPEND_LIMIT_EXCEEDED'>().not.toExtend<OperationErrorCode<'social/upload_video'>>()
  expectTypeOf<Results<'social/get_pixels_list'>>().toEqualTypeOf<{
    pixels: { id: string; name: string }[]
  }>()
})

const withColumns = operationNames.filter((name) => declarationOf(name).columns !== undefined)

test.each(withColumns)('%s declares only table columns that are fields of its list entries', (name) => {
  const { results, table, columns = [] } = declarationOf(name)
  const lists = Object.entries(results.shape).filter(([field, type]) =>
    table === undefined ? type instanceof z.ZodArray && field !== 'warnings' : field === table,
  )
  expect(lists).toHaveLength(1)
  const entry = lists.map(([, type]) => (type instanceof z.ZodArray ? type.element : undefined))[0]
  for (const column of columns) expect(hasField(entry, column.split('.')), column).toBe(true)
})

function hasField(type: unknown, [name, ...remaining]: readonly string[]): boolean {
  if (name === undefined) return true
  const shape = type instanceof z.ZodOptional ? type.unwrap() : type
  return shape instanceof z.ZodObject && name in shape.shape && hasField(shape.shape[name], remaining)
}
