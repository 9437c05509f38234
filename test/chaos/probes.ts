// Every place of every operation where something can be named, filled with something that is not the caller's.

import { declarationOf, type OperationName, operationNames } from '@adrail/contract'
import type { TestService } from '@adrail/server/testing'
import { buildNewestMessage, postMessage } from '@adrail/server/testing/mcp'

type Body = Readonly<Record<string, unknown>>

/** A member in which an operation takes the name of something, at the top of its body or deeper in it. */
export interface InjectionPoint {
  readonly operation: OperationName
  readonly name: string
  /** The body of a request that is the caller's own but for this member. */
  fill(value: string): Body
}

const isReferenceField = (name: string) =>
  /Ids?$|^(pagination|excludedAudiences|audiences|planHash)$/.test(name)
// The same for everybody: nobody's.
const isCatalogField = (name: string) => ['languageId', 'locationIds'].includes(name)
/** What cannot be given together. */
const exclusiveFields: Readonly<Record<string, readonly string[]>> = {
  userId: ['externalId'],
  externalId: ['userId'],
  idempotencyKey: ['operationId'],
  eventId: ['since'],
}

/** Given bodies that work for the caller. */
export function listInjectionPoints(buildBody: (operation: OperationName) => Body): InjectionPoint[] {
  return operationNames.flatMap((operation) => {
    const body = buildBody(operation)
    const declared = Object.keys(declarationOf(operation).input.shape)
    const names = declared.filter(
      (name) => (isReferenceField(name) && !isCatalogField(name)) || name === 'idempotencyKey',
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

/** What the parts of a body name, such as the picture of an ad. */
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

/** An answer as whoever probes sees all of it. */
export type ProbeCall = (operation: OperationName, body: Body) => Promise<string>

/** The doors by which operations are called, each with what this caller has for it: a key, or a session of a browser. */
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
