// A workspace whose things others try to reach: it has of everything that has an id, and remembers what it saw of it.

import assert from 'node:assert/strict'
import { declarationOf, type OperationName, operationNames, type Platform } from '@adrail/contract'
import type { TestService } from '@adrail/server/testing'
import { linkExistingUser, newLinkedUser } from '@adrail/server/testing/linked'
import { newUser } from '@adrail/server/testing/users'

/** A value that names something of the victim's: what its member is called, and where it was seen. */
export interface Reference {
  readonly name: string
  readonly value: string
  readonly source: string
}

export interface Victim {
  readonly apiKey: string
  /** Stands in every text that the victim gave, and nowhere else. */
  readonly mark: string
  readonly idempotencyKey: string
  /** Everything that the victim can read, by operation. */
  snapshot(): Promise<ReadonlyMap<OperationName, string>>
  /** Every id, cursor and hash in what the victim reads. */
  listReferences(): Promise<Reference[]>
}

/** Names that mean the same to everybody belong to nobody. */
const catalogOperations = /targeting|get_languages|search_locations|keyword_ideas/

export async function createVictim(service: TestService): Promise<Victim> {
  const mark = `mark${service.clock.randomBytes(8).toString('hex')}`
  const { id: workspaceId, apiKey } = await service.newWorkspace(mark)
  const call: TestService['call'] = async (operation, body, options = {}) => {
    const response = await service.call(operation, body, { apiKey, ...options })
    assert.equal(response.results.success, true, `${operation}: ${response.text}`)
    return response
  }

  // More users than a page holds, so that there is a cursor to their list.
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
  // One write that is done, under a key of its own, and one that waits for somebody's word.
  const budget = { userId, campaignId: campaigns.social }
  const idempotencyKey = `${mark}-key`
  const headers = { 'idempotency-key': idempotencyKey }
  const { results: edited } = await call('social/edit_campaign', { ...budget, amount: 26 }, { headers })
  const { results: uploaded } = await call('social/upload_video', {
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

  const knownFields: Readonly<Record<string, unknown>> = {
    userId,
    userIds: [userId],
    externalId: mark,
    operationId: edited.operationId,
    linkId: link.linkId,
    endpointId: endpointResults.endpoint.endpointId,
    videoId: uploaded.videoId,
  }
  const buildBody = (operation: OperationName): object => {
    const { example, input } = declarationOf(operation)
    const ownFieldNames = Object.keys(knownFields).filter((name) => name in example.body || name === 'userId')
    // What narrows a list down to what the example speaks of is left out.
    const {
      formId: _,
      types: __,
      status: ___,
      event: ____,
      platform: _____,
      ...body
    } = example.body as Fields
    const platform = input.shape['platform']?.safeParse(undefined).success === true ? {} : { platform: _____ }
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
    for (const [name, value] of Object.entries({ ...knownFields, idempotencyKey }))
      if (typeof value === 'string') addReference(name, value, 'its own request')
    for (const { operation, results } of await readAll())
      visitReferences(results, '', (name, value) => addReference(name, value, operation))
    return [...references.values()]
  }
  return { apiKey, mark, idempotencyKey, snapshot, listReferences }
}

type Fields = Readonly<Record<string, unknown>>

const isCursor = (name: string) => ['next', 'previous', 'resume'].includes(name)

/** Cursors are sealed anew each time, and a look at the leads leaves audit entries of its own. */
function maskVolatile(name: string, value: unknown): unknown {
  if (isCursor(name)) return typeof value
  if (name === 'chain') return undefined
  return name === 'entries' && Array.isArray(value)
    ? value.filter(({ event }) => event !== 'lead.read')
    : value
}

/** Every text that names something, by the name under which a request would give it. */
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
