// From a field's name in a query to where it lies in a row.

import { Refusal } from '../errors.ts'
import { kindNamed, kindOfMessage } from '../resources.ts'
import type { Field } from '../schema/declare.ts'
import { messageNamed } from '../schema/messages.ts'
import { queryError } from './tokens.ts'

export interface QueryField {
  /** As written: `campaign.network_settings.target_google_search`. */
  readonly name: string
  /** `campaign`, `metrics` or `segments`. */
  readonly resource: string
  /** From the row's member on: `['networkSettings', 'targetGoogleSearch']`. */
  readonly path: readonly string[]
  readonly field: Field
  /** The version of the API from which on it can be asked for. */
  readonly since: number
  /** Where a resource lies inside another (an ad in its ad group ad): the path to it, to name it in the row. */
  readonly inner: readonly string[] | undefined
  /** As answers write it: `campaign.networkSettings.targetGoogleSearch`. */
  readonly mask: string
}

export function resolveField(name: string, version: number): QueryField {
  const found = resolved.get(name) ?? resolve(name)
  if (found.since > version) throw unrecognized(name)
  // A query can only name fields that exist, so this cannot grow without bound.
  resolved.set(name, found)
  return found
}

const resolved = new Map<string, QueryField>()

function resolve(name: string): QueryField {
  const [resource = '', ...steps] = name.split('.')
  let message = messageOfResource(resource)
  if (message === undefined || steps.length === 0) throw unrecognized(name)
  const path: string[] = []
  let inner: string[] | undefined
  let since = 0
  for (const [position, step] of steps.entries()) {
    const field: Field | undefined = messageNamed(message).byName.get(step)
    if (field === undefined || field.name !== step || field.hidden) throw unrecognized(name)
    path.push(field.json)
    since = Math.max(since, field.since)
    if (field.kind === 'unemulated') {
      throw new Refusal('UNIMPLEMENTED', [], { message: `The sandbox does not emulate the field ${name}.` })
    }
    const last = position === steps.length - 1
    if (last) {
      if (field.kind === 'message' && !field.repeated) throw unrecognized(name)
      const json = kindNamed(resource)?.json ?? resource
      return { name, resource, path, field, since, inner, mask: [json, ...path].join('.') }
    }
    if (field.kind !== 'message' || field.repeated) throw unrecognized(name)
    message = field.of
    if (message === 'Ad') inner = [...path]
  }
  throw unrecognized(name)
}

function messageOfResource(resource: string): string | undefined {
  if (resource === 'metrics') return 'Metrics'
  if (resource === 'segments') return 'Segments'
  const kind = kindNamed(resource)
  return kind === undefined || kindOfMessage(kind.message) === undefined ? undefined : kind.message
}

function unrecognized(name: string): Error {
  return queryError('UNRECOGNIZED_FIELD', `Unrecognized field in the query: '${name}'.`)
}
