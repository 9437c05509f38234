// Resolves the name of a field in a query to its path in a row.

import { SearchApiError } from '../errors.ts'
import { findKind, findKindByMessage } from '../resources.ts'
import type { MessageField } from '../schema/messageSpec.ts'
import { getMessageType } from '../schema/messages.ts'
import { queryError } from './tokens.ts'

export interface QueryField {
  /** The name as written in the query: `campaign.network_settings.target_google_search`. */
  readonly name: string
  /** The first segment of the name: a resource such as `campaign`, or `metrics` or `segments`. */
  readonly resource: string
  /** The path below the resource: `['networkSettings', 'targetGoogleSearch']`. */
  readonly path: readonly string[]
  readonly messageField: MessageField
  /** The API version from which queries can select the field. */
  readonly since: number
  /**
   * The path of a nested resource, such as an ad in its ad group ad. Rows contain the nested resource's name.
   */
  readonly innerPath: readonly string[] | undefined
  /** The path in the field mask of responses: `campaign.networkSettings.targetGoogleSearch`. */
  readonly mask: string
}

export function resolveField(name: string, version: number): QueryField {
  const queryField = fieldCache.get(name) ?? parseFieldName(name)
  if (queryField.since > version) throw unrecognizedFieldError(name)
  // Queries can name only declared fields, so the cache is bounded.
  fieldCache.set(name, queryField)
  return queryField
}

const fieldCache = new Map<string, QueryField>()

function parseFieldName(name: string): QueryField {
  const [resource = '', ...steps] = name.split('.')
  let message = findMessageName(resource)
  if (message === undefined || steps.length === 0) throw unrecognizedFieldError(name)
  const path: string[] = []
  let innerPath: string[] | undefined
  let since = 0
  for (const [position, step] of steps.entries()) {
    const messageField: MessageField | undefined = getMessageType(message).fieldsByName.get(step)
    if (messageField === undefined || messageField.name !== step || messageField.hidden)
      throw unrecognizedFieldError(name)
    path.push(messageField.jsonName)
    since = Math.max(since, messageField.since)
    if (messageField.kind === 'unemulated') {
      throw new SearchApiError('UNIMPLEMENTED', [], {
        message: `The sandbox does not emulate the field ${name}.`,
      })
    }
    const isLast = position === steps.length - 1
    if (isLast) {
      if (messageField.kind === 'message' && !messageField.repeated) throw unrecognizedFieldError(name)
      const jsonName = findKind(resource)?.jsonName ?? resource
      return { name, resource, path, messageField, since, innerPath, mask: [jsonName, ...path].join('.') }
    }
    if (messageField.kind !== 'message' || messageField.repeated) throw unrecognizedFieldError(name)
    message = messageField.typeName
    if (message === 'Ad') innerPath = [...path]
  }
  throw unrecognizedFieldError(name)
}

function findMessageName(resource: string): string | undefined {
  if (resource === 'metrics') return 'Metrics'
  if (resource === 'segments') return 'Segments'
  const kind = findKind(resource)
  return kind === undefined || findKindByMessage(kind.message) === undefined ? undefined : kind.message
}

function unrecognizedFieldError(name: string): Error {
  return queryError('UNRECOGNIZED_FIELD', `Unrecognized field in the query: '${name}'.`)
}
