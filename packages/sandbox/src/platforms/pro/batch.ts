// Batch get and batch partial update: one result per key, in `results`, `statuses` and `errors`.
// https://linkedin.github.io/rest.li/user_guide/restli_server#batch_get

import { invalidParam, ProApiError, proError } from './errors.ts'
import type { RestRequest } from './request.ts'
import { decodeValue, encodeReducedKey, RestliSyntaxError } from './restli.ts'

/** `find` returns the serialized entity, or `undefined` when the caller has no access to it. */
export function batchGet(request: RestRequest, find: (key: string) => unknown) {
  const results: Record<string, unknown> = {}
  const statuses: Record<string, number> = {}
  const errors: Record<string, unknown> = {}
  for (const id of parseIds(request)) {
    const key = encodeReducedKey(id)
    const entity = find(id)
    statuses[key] = entity === undefined ? 404 : 200
    if (entity === undefined) errors[key] = proError('NOT_FOUND').body
    else results[key] = request.applyProjection(entity)
  }
  return { results, statuses, errors }
}

/** Applies each patch independently: a failed patch does not undo the others. */
export function batchUpdate(request: RestRequest, update: (key: string, body: unknown) => void) {
  const body = request.json()
  const entities = typeof body === 'object' && body !== null && 'entities' in body ? body.entities : undefined
  if (typeof entities !== 'object' || entities === null) throw proError('ILLEGAL_ARGUMENT')
  const ids = parseIds(request)
  const patches = new Map(Object.entries(entities).map(([key, patch]) => [decodeKey(key), patch]))
  if (patches.size !== ids.length || ids.some((id) => !patches.has(id))) throw proError('ILLEGAL_ARGUMENT')
  const results: Record<string, unknown> = {}
  const errors: Record<string, unknown> = {}
  for (const id of ids) {
    try {
      update(id, patches.get(id))
      results[encodeReducedKey(id)] = { status: 204 }
    } catch (error) {
      if (!(error instanceof ProApiError)) throw error
      errors[encodeReducedKey(id)] = error.body
    }
  }
  return { results, errors }
}

function parseIds(request: RestRequest): string[] {
  const ids = request.list('ids') ?? []
  if (ids.length === 0) throw invalidParam('ids')
  return [...new Set(ids.map((id) => (typeof id === 'string' ? id : encodeReducedKey(id))))]
}

function decodeKey(key: string): string {
  try {
    const value = decodeValue(key)
    return typeof value === 'string' ? value : key
  } catch (error) {
    if (error instanceof RestliSyntaxError) return key
    throw error
  }
}
