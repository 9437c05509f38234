// From a field's name in a query to where it lies in a row.

import { SearchApiError } from '../errors.ts'
import { findKind, findKindByMessage } from '../resources.ts'
import type { MessageField } from '../schema/declare.ts'
import { getMessageType } from '../schema/messages.ts'
import { queryError } from './tokens.ts'

export interface QueryField {
  /** As written: `campaign.network_settings.target_google_search`. */
  readonly name: string
  /** `campaign`, `metrics` or `segments`. */
  readonly resource: string
  /** From the row's member on: `['networkSettings', 'targetGoogleSearch']`. */
  readonly path: readonly string[]
  readonly field: MessageField
  /** The version of the API from which on it can be asked for. */
  readonly since: number
  /** Where a resource lies inside another (an ad in its ad group ad): the path to it, to name it in the row. */
  readonly innerPath: readonly string[] | undefined
  /** As answers write it: `campaign.networkSettings.targetGoogleSearch`. */
  readonly mask: string
}

export function resolveField(name: string, version: number): QueryField {
  const queryField = fieldCache.get(name) ?? parseFieldName(name)
  if (queryField.since > version) throw unrecognizedFieldError(name)
  // A query can only name fields that exist, so this cannot grow without bound.
  fieldCache.set(name, queryField)
  return queryField
}

const fieldCache = new Map<string, QueryField>()

function parseFieldName(name: string): QueryField {
  const [resource = '', ...steps] = name.split('.')
  let message = resourceMessage(resource)
  if (message === undefined || steps.length === 0) throw unrecognizedFieldError(name)
  const path: string[] = []
  let innerPath: string[] | undefined
  let since = 0
  for (const [position, step] of steps.entries()) {
    const field: MessageField | undefined = getMessageType(message).fieldsByName.get(step)
    if (field === undefined || field.name !== step || field.hidden) throw unrecognizedFieldError(name)
    path.push(field.json)
    since = Math.max(since, field.since)
    if (field.kind === 'unemulated') {
      throw new SearchApiError('UNIMPLEMENTED', [], {
        message: `The sandbox does not emulate the field ${name}.`,
      })
    }
    const isLast = position === steps.length - 1
    if (isLast) {
      if (field.kind === 'message' && !field.repeated) throw unrecognizedFieldError(name)
      const json = findKind(resource)?.json ?? resource
      return { name, resource, path, field, since, innerPath, mask: [json, ...path].join('.') }
    }
    if (field.kind !== 'message' || field.repeated) throw unrecognizedFieldError(name)
    message = field.typeName
    if (message === 'Ad') innerPath = [...path]
  }
  throw unrecognizedFieldError(name)
}

function resourceMessage(resource: string): string | undefined {
  if (resource === 'metrics') return 'Metrics'
  if (resource === 'segments') return 'Segments'
  const kind = findKind(resource)
  return kind === undefined || findKindByMessage(kind.message) === undefined ? undefined : kind.message
}

function unrecognizedFieldError(name: string): Error {
  return queryError('UNRECOGNIZED_FIELD', `Unrecognized field in the query: '${name}'.`)
}
