// Every surface of the service returns the same responses. Each surface gets a separate world with the same
// initial state and clock. All worlds receive the same requests in the same order, and the test compares the
// responses field by field. The requests come from the contract, so the tests cover new operations
// automatically.

import {
  declarationOf,
  errors,
  type Failure,
  failure,
  type OperationName,
  operationNames,
  scopes,
  scopesOf,
} from '@adrail/contract'
import {
  addExampleUsers,
  buildPng,
  linkExistingUser,
  misspellKey,
  type TestService,
  useService,
} from '@adrail/server/testing'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Body, type Results, surfaces } from './surfaces.ts'

const demoUser = 'usr_demo_all'
const all = Object.entries(surfaces).map(([name, send]) => ({ name, send, service: useService() }))

beforeAll(async () => {
  for (const { service } of all) {
    await addExampleUsers(service)
    for (const platform of ['SOCIAL_A', 'SEARCH', 'PROFESSIONAL'] as const)
      await linkExistingUser(service, demoUser, { platform })
  }
})

/** A request that all surfaces send, with its description for the title of the test. */
interface Request {
  readonly what: string
  readonly body: Body
  readonly key?: 'unknown'
}

/**
 * `campaign/pause_campaigns` pauses campaigns concurrently, so the order of its writes would differ between
 * worlds.
 */
const pausing: OperationName = 'campaign/pause_campaigns'
const unlinkedUserBody: Body = { userIds: ['usr_demo_none'] }

/** Returns malformed and everyday requests for an operation. */
function requestsFor(operation: OperationName): Request[] {
  const { example, input, effect, binaryBody } = declarationOf(operation)
  if (binaryBody) return fileRequests
  const body = { ...example.body, ...(operation === pausing ? unlinkedUserBody : {}) } as Body
  const fieldNames = Object.keys(input.shape)
  // A campaign of an earlier request blocks its name. Tools plan first, so their refusal leaves no record.
  const named = (campaignName: string) =>
    fieldNames.includes('campaignName') ? { ...body, campaignName } : body
  const without = (field: string) =>
    Object.fromEntries(Object.entries(named(`Without ${field}`)).filter(([name]) => name !== field))
  return [
    ...Object.keys(body)
      .filter((field) => operation !== pausing || !(field in unlinkedUserBody))
      .map((field) => ({ what: `without ${field}`, body: without(field) })),
    ...Object.keys(body).map((field) => ({
      what: `with an object as ${field}`,
      body: { ...body, [field]: { of: 'another kind' } },
    })),
    { what: 'with an unknown field', body: { ...body, campaingId: '1' } },
    ...ids
      .filter((field) => fieldNames.includes(field))
      .map((field) => ({ what: `with an unknown ${field}`, body: { ...body, [field]: '404' } })),
    ...(fieldNames.includes('userId')
      ? [{ what: 'for a user without a link', body: { ...body, userId: 'usr_demo_none' } }]
      : []),
    { what: 'with an unknown API key', body, key: 'unknown' },
    ...(effect === 'write' ? [{ what: 'as a dry run', body: { ...body, dryRun: true } }] : []),
    // The example comes last, because it may leave objects behind.
    { what: 'for the documented example', body },
  ]
}
/** Surfaces receive files as bytes. A file has no fields, so its type is the one of other bodies. */
const toBody = (file: Buffer) => file as unknown as Body
const fileRequests: Request[] = [
  { what: 'for an image', body: toBody(buildPng({ shade: 1 })) },
  { what: 'for the same image again', body: toBody(buildPng({ shade: 1 })) },
  { what: 'for a file that is no image', body: toBody(Buffer.from('<svg/>')) },
  { what: 'for an empty file', body: toBody(Buffer.alloc(0)) },
  { what: 'with an unknown API key', body: toBody(buildPng()), key: 'unknown' },
]
const ids = ['userId', 'campaignId', 'videoId', 'pixelId', 'linkId', 'operationId', 'externalId']

/** Whether the response is a failure. Every failure has a code and an action. */
function isFailure(results: unknown): results is Failure {
  return failure.safeParse(results).success
}

/** Masks the differences between equal worlds: random ids, encrypted cursors and ports. */
function maskDifferences(results: Results, service: TestService): unknown {
  const text = JSON.stringify(results, (name, value) => {
    if (name === 'pagination') return Object.keys(value)
    // Hashes contain ids, and each surface has its own name.
    if (['resume', 'hash', 'planHash', 'surface'].includes(name)) return typeof value
    // A client that would round an id returns the text form of the id instead.
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    const exact = Object.entries(value).map(([field, fieldValue]) => [
      field,
      value[`${field}Text`] ?? fieldValue,
    ])
    return Object.fromEntries(exact)
  })
  return JSON.parse(
    text
      .replaceAll(service.url, 'http://service')
      .replaceAll(service.app.sandbox?.url ?? '', 'http://sandbox')
      .replace(/\b(op|usr|lnk|con|evt|whe|key|req|crd|img)_[0-9a-z]{26}\b/g, '$1_')
      .replace(/\badr_[0-9a-z]{8}_(…|[\w-]{49})/g, 'adr_')
      .replace(/ · [0-9a-z]{8}(?=\\?")/g, ' · marker')
      .replace(/whsec_[\w+/]{43}=/g, 'whsec_')
      .replace(/(\/connect\/)[\w-]+/g, '$1token'),
  )
}

describe.each(operationNames)('%s', (operation) => {
  // The MCP world receives operations that are not tools over HTTP, so that all worlds stay equal.
  const worlds = all.map((world) =>
    world.name === 'mcp' && !declarationOf(operation).surfaces.includes('mcp')
      ? { ...world, send: surfaces.http }
      : world,
  )

  test.each(requestsFor(operation))(
    'returns the same response on all surfaces $what',
    async ({ body, key }) => {
      const responses = await Promise.all(
        worlds.map(async ({ send, service }) => {
          const apiKey = key === 'unknown' ? misspellKey(service.apiKey) : service.apiKey
          return maskDifferences(await send(service, operation, body, apiKey), service)
        }),
      )
      // Lists order objects of two requests by creation time, so the clocks advance in between.
      for (const { service } of worlds) service.clock.advance(1000)
      const [first, ...others] = responses
      for (const [index, other] of others.entries()) expect(other, worlds[index + 1]?.name).toEqual(first)
      expect(first).toMatchObject({ success: expect.any(Boolean), error: expect.any(String) })
      if (isFailure(first)) expect(errors[first.code]).toMatchObject({ action: first.action })
    },
  )

  test('returns FORBIDDEN on all surfaces when the key lacks a scope', async () => {
    const { example, binaryBody, ...declared } = declarationOf(operation)
    const needed = scopesOf(declared)
    for (const { name, send, service } of worlds) {
      const { text } = await service.newKey({ scopes: scopes.filter((each) => !needed.includes(each)) })
      const body = binaryBody ? toBody(buildPng()) : (example.body as Body)
      const results = await send(service, operation, body, text)
      expect(results, name).toMatchObject({ success: false, code: 'FORBIDDEN' })
    }
  })
})
