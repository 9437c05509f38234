// Finds every field of every operation that can refer to an object, so that tests can insert a reference of
// another workspace.

import { declarationOf, type OperationName, operationNames } from '@adrail/contract'
import type { TestService } from '@adrail/server/testing'
import { buildNewestMessage, postMessage } from '@adrail/server/testing/mcp'

type Body = Readonly<Record<string, unknown>>

/** A field that takes a reference to an object, at the top of the body or nested in it. */
export interface InjectionPoint {
  readonly operation: OperationName
  readonly name: string
  /** Returns a body that works for the caller except for this field. */
  fill(value: string): Body
}

const isReferenceField = (name: string) =>
  /Ids?$|^(pagination|excludedAudiences|audiences|planHash)$/.test(name)
// Catalogs are the same for every workspace.
const isCatalogField = (name: string) => ['languageId', 'locationIds'].includes(name)
/** Fields that a request must not contain together. */
const exclusiveFields: Readonly<Record<string, readonly string[]>> = {
  userId: ['externalId'],
  externalId: ['userId'],
  idempotencyKey: ['operationId'],
  eventId: ['since'],
}

/** `buildBody` returns a body that works for the caller. */
export function listInjectionPoints(buildBody: (operation: OperationName) => Body): InjectionPoint[] {
  return operationNames.flatMap((operation) => {
    const body = buildBody(operation)
    const declaredFields = Object.keys(declarationOf(operation).input.shape)
    const names = declaredFields.filter(
      (name) =>
        (isReferenceField(name) && !isCatalogField(name)) ||
        name === 'idempotencyKey' ||
        // Images are named by their URL.
        name === 'images' ||
        operation === 'media/delete_image',
    )
    const isList = (name: string) => /s$/.test(name)
    const topLevelPoints = names.map((name) => ({
      operation,
      name: name.replace(/s$/, ''),
      fill: (value: string) => {
        const compatibleFields = Object.entries(body).filter(
          ([otherName]) => exclusiveFields[name]?.includes(otherName) !== true,
        )
        return { ...Object.fromEntries(compatibleFields), [name]: isList(name) ? [value] : value }
      },
    }))
    return [...topLevelPoints, ...listNestedPoints(operation, body)]
  })
}

/** Lists the fields of nested objects, such as the picture of an ad. */
function listNestedPoints(operation: OperationName, body: Body): InjectionPoint[] {
  return Object.entries(body).flatMap(([list, items]) => {
    const [first] = Array.isArray(items) ? items : []
    if (typeof first !== 'object' || first === null) return []
    return Object.keys(first)
      .filter(isReferenceField)
      .map((name) => ({
        operation,
        name,
        fill: (value: string) => ({ ...body, [list]: [{ ...first, [name]: value }] }),
      }))
  })
}

/** Calls an operation and returns everything in the response that the caller can see. */
export type ProbeCall = (operation: OperationName, body: Body) => Promise<string>

/**
 * Returns one probe call for each entry point of operations, with the caller's API key or browser session.
 */
export async function createProbeCalls(service: TestService): Promise<Readonly<Record<string, ProbeCall>>> {
  const session = await signIn(service)
  return {
    http: async (operation, body) => {
      const { status, headers, text } = await service.post(operation, body)
      return `${status} ${headers.get('retry-after') ?? ''} ${text}`
    },
    async mcp(operation, body) {
      const params = { name: operation.replace('/', '_'), arguments: body }
      const { message, headers } = buildNewestMessage('tools/call', params)
      const response = await postMessage(service, message, { headers })
      return `${response.status} ${await response.text()}`
    },
    async console(operation, body) {
      const response = await service.send(`/console/api/${operation}`, {
        method: 'POST',
        headers: { ...session, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      return `${response.status} ${await response.text()}`
    },
  }
}

async function signIn(service: TestService): Promise<Record<string, string>> {
  const originHeaders = { origin: service.url, 'sec-fetch-site': 'same-origin' }
  const signInResponse = await service.send('/console/session', {
    method: 'POST',
    headers: { ...originHeaders, 'content-type': 'application/json' },
    body: JSON.stringify({ apiKey: service.apiKey }),
  })
  const [cookie = ''] = (signInResponse.headers.get('set-cookie') ?? '').split(';')
  const sessionResponse = await service.send('/console/session', { headers: { cookie } })
  const { pageToken } = JSON.parse(await sessionResponse.text()).results
  return { ...originHeaders, cookie, 'x-adrail-page': pageToken }
}
