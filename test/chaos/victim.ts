// Creates a workspace that other workspaces try to reach. The victim owns an object of every kind that has an
// id, and records its reads.

import assert from 'node:assert/strict'
import { declarationOf, type OperationName, operationNames, type Platform } from '@adrail/contract'
import type { TestService } from '@adrail/server/testing'
import { buildPng, linkExistingUser, newLinkedUser, newUser, uploadImage } from '@adrail/server/testing'

/**
 * A reference to an object of the victim, with the field name that a request uses and the place where the
 * test read it.
 */
export interface Reference {
  readonly name: string
  readonly value: string
  readonly source: string
}

export interface Victim {
  readonly apiKey: string
  /** Occurs in every text that the victim sent, and nowhere else. */
  readonly mark: string
  readonly idempotencyKey: string
  /** Returns everything that the victim can read, by operation. */
  snapshot(): Promise<ReadonlyMap<OperationName, string>>
  /** Returns every id, cursor and hash that the victim can read. */
  listReferences(): Promise<Reference[]>
}

/** Catalogs mean the same to every workspace, so no workspace owns their ids. */
const catalogOperations = /targeting|get_languages|search_locations|keyword_ideas/

export async function createVictim(service: TestService): Promise<Victim> {
  const mark = `mark${service.clock.randomBytes(8).toString('hex')}`
  const { id: workspaceId, apiKey } = await service.newWorkspace(mark)
  const call: TestService['call'] = async (operation, body, options = {}) => {
    const response = await service.call(operation, body, { apiKey, ...options })
    assert.equal(response.results.success, true, `${operation}: ${response.text}`)
    return response
  }

  // More users than one page holds produce a cursor for the list.
  for (let count = 0; count < 101; count++) await newUser(service, { workspaceId, name: mark })
  const userId = await newLinkedUser(service, { person: 'ben', apiKey })
  for (const platform of ['SEARCH', 'PROFESSIONAL'] as const)
    await linkExistingUser(service, userId, { platform, person: 'ben' })
  const userDetails = { name: mark, email: `${mark}@example.com`, externalId: mark }
  const { results: secondUser } = await call('user/create_user', userDetails)
  const { results: link } = await call('auth/create_link', {
    userId: secondUser.user.userId,
    platform: 'SEARCH',
    state: mark,
  })
  const { results: endpointResults } = await call('webhook/create_endpoint', {
    url: 'http://localhost:3000/hooks',
    types: [],
    description: mark,
  })
  await call('workspace/create_key', { name: mark, scopes: ['read'] })

  const { results: social } = await call('social/get_campaigns', { userId })
  const { results: search } = await call('search/get_campaigns', { userId })
  const { results: pro } = await call('pro/get_campaigns', { userId })
  const campaigns: Readonly<Record<Platform, string>> = {
    social: social.campaigns[0]?.id ?? '',
    search: search.campaigns[0]?.id ?? '',
    pro: pro.campaigns[0]?.id ?? '',
  }
  // One completed write with its own idempotency key, and one write that awaits approval.
  const budget = { userId, campaignId: campaigns.social }
  const idempotencyKey = `${mark}-key`
  const headers = { 'idempotency-key': idempotencyKey }
  const { results: editResults } = await call('social/edit_campaign', { ...budget, amount: 26 }, { headers })
  const { results: uploadResults } = await call('social/upload_video', {
    userId,
    url: 'https://media.example.com/a.mp4',
    name: mark,
  })
  const { results: forms } = await call('social/get_leadform_list', { userId })
  const leadFormIds = forms.leadForms.map(({ id }) => id)
  const audience = { userId, name: mark, description: mark, type: 'open', leadFormIds } as const
  await call('social/create_leadform_audience', audience)
  await call('workspace/update_settings', { userId, approval: { kinds: ['RAISE'] } })
  await service.post('social/edit_campaign', { ...budget, amount: 40 }, apiKey)

  const uploadImageInAllowedSize = async (shade: number) =>
    (await uploadImage(service, buildPng({ width: 1200, height: 628, shade }), apiKey)).url
  // One image for each name of a field that takes its URL.
  const imageUrls = { image: await uploadImageInAllowedSize(1), url: await uploadImageInAllowedSize(2) }

  const knownFields: Readonly<Record<string, unknown>> = {
    userId,
    userIds: [userId],
    externalId: mark,
    operationId: editResults.operationId,
    linkId: link.linkId,
    endpointId: endpointResults.endpoint.endpointId,
    videoId: uploadResults.videoId,
  }
  const buildBody = (operation: OperationName): object => {
    const { example, input } = declarationOf(operation)
    const ownFieldNames = Object.keys(knownFields).filter((name) => name in example.body || name === 'userId')
    // Filters from the example are left out, because they would narrow a list to the objects of the example.
    const {
      formId: _,
      types: __,
      status: ___,
      event: ____,
      platform: examplePlatform,
      ...body
    } = example.body as Fields
    const platform =
      input.shape['platform']?.safeParse(undefined).success === true ? {} : { platform: examplePlatform }
    const campaignId = campaigns[operation.split('/')[0] as Platform]
    return {
      ...body,
      ...platform,
      ...Object.fromEntries(
        ownFieldNames.filter((name) => name in input.shape).map((name) => [name, knownFields[name]]),
      ),
      ...('externalId' in body ? { userId: undefined } : {}),
      ...('campaignId' in body ? { campaignId } : {}),
    }
  }
  const readAll = async () => {
    const reads: { readonly operation: OperationName; readonly results: unknown }[] = []
    for (const operation of operationNames)
      if (declarationOf(operation).effect === 'read' && !catalogOperations.test(operation)) {
        const { text } = await service.post(operation, buildBody(operation), apiKey)
        reads.push({ operation, results: JSON.parse(text).results })
      }
    return reads
  }
  const snapshot = async () =>
    new Map(
      (await readAll()).map(({ operation, results }) => [operation, JSON.stringify(results, maskVolatile)]),
    )
  const listReferences = async () => {
    const references = new Map<string, Reference>()
    const addReference = (name: string, value: string, source: string) =>
      value === '' || references.has(value) || references.set(value, { name, value, source })
    for (const [name, value] of Object.entries({ ...knownFields, ...imageUrls, idempotencyKey }))
      if (typeof value === 'string') addReference(name, value, 'its own request')
    for (const { operation, results } of await readAll())
      visitReferences(results, '', (name, value) => addReference(name, value, operation))
    return [...references.values()]
  }
  return { apiKey, mark, idempotencyKey, snapshot, listReferences }
}

type Fields = Readonly<Record<string, unknown>>

const isCursor = (name: string) => ['next', 'previous', 'resume'].includes(name)

/** Cursors are encrypted with a new nonce each time, and reading leads adds audit entries. */
function maskVolatile(name: string, value: unknown): unknown {
  if (isCursor(name)) return typeof value
  if (name === 'chain') return undefined
  return name === 'entries' && Array.isArray(value)
    ? value.filter(({ event }) => event !== 'lead.read')
    : value
}

/** Visits every text that refers to an object, with the field name that a request would use. */
function visitReferences(
  value: unknown,
  parentName: string,
  visit: (name: string, value: string) => void,
): void {
  if (typeof value !== 'object' || value === null) return
  for (const [name, property] of Object.entries(value)) {
    const fieldName = Array.isArray(value) ? parentName.replace(/s$/, '') : name
    if (typeof property === 'object') visitReferences(property, fieldName, visit)
    else if (name === 'id') visit(`${parentName}Id`, String(property))
    else if (isCursor(name)) visit('pagination', String(property))
    else if (/(Id|Hash|^hash)$/.test(name)) visit(name === 'hash' ? 'planHash' : name, String(property))
  }
}
