// Every place of every operation where something can be named, filled with something that is not the caller's.

import { declarationOf, type OperationName, operationNames } from '@adrail/contract'
import type { TestService } from '@adrail/server/testing'
import { buildNewestMessage, postMessage } from '@adrail/server/testing/mcp'

type Body = Readonly<Record<string, unknown>>

/** A member in which an operation takes the name of something, at the top of its body or deeper in it. */
export interface Slot {
  readonly operation: OperationName
  readonly name: string
  /** The body of a request that is the caller's own but for this member. */
  fill(value: string): Body
}

const isName = (name: string) => /Ids?$|^(pagination|excludedAudiences|audiences|planHash)$/.test(name)
// The same for everybody: nobody's.
const isCatalogue = (name: string) => ['languageId', 'locationIds'].includes(name)
/** What cannot be given together. */
const rivals: Readonly<Record<string, readonly string[]>> = {
  userId: ['externalId'],
  externalId: ['userId'],
  idempotencyKey: ['operationId'],
  eventId: ['since'],
}

/** Given bodies that work for the caller. */
export function slotsOf(bodyOf: (operation: OperationName) => Body): Slot[] {
  return operationNames.flatMap((operation) => {
    const body = bodyOf(operation)
    const declared = Object.keys(declarationOf(operation).input.shape)
    const names = declared.filter((name) => (isName(name) && !isCatalogue(name)) || name === 'idempotencyKey')
    const isList = (name: string) => /s$/.test(name)
    const atTop = names.map((name) => ({
      operation,
      name: name.replace(/s$/, ''),
      fill: (value: string) => {
        const kept = Object.entries(body).filter(([other]) => rivals[name]?.includes(other) !== true)
        return { ...Object.fromEntries(kept), [name]: isList(name) ? [value] : value }
      },
    }))
    return [...atTop, ...deeper(operation, body)]
  })
}

/** What the parts of a body name, such as the picture of an ad. */
function deeper(operation: OperationName, body: Body): Slot[] {
  return Object.entries(body).flatMap(([list, parts]) => {
    const [first] = Array.isArray(parts) ? parts : []
    if (typeof first !== 'object' || first === null) return []
    return Object.keys(first)
      .filter(isName)
      .map((name) => ({
        operation,
        name,
        fill: (value: string) => ({ ...body, [list]: [{ ...first, [name]: value }] }),
      }))
  })
}

/** An answer as whoever probes sees all of it. */
export type Ask = (operation: OperationName, body: Body) => Promise<string>

/** The doors by which operations are called, each with what this caller has for it: a key, or a session of a browser. */
export async function doorsOf(service: TestService): Promise<Readonly<Record<string, Ask>>> {
  const session = await signIn(service)
  return {
    http: async (operation, body) => {
      const { status, headers, text } = await service.post(operation, body)
      return `${status} ${headers.get('retry-after') ?? ''} ${text}`
    },
    async mcp(operation, body) {
      const params = { name: operation.replace('/', '_'), arguments: body }
      const { message, headers } = buildNewestMessage('tools/call', params)
      const answer = await postMessage(service, message, { headers })
      return `${answer.status} ${await answer.text()}`
    },
    async console(operation, body) {
      const answer = await service.send(`/console/api/${operation}`, {
        method: 'POST',
        headers: { ...session, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      return `${answer.status} ${await answer.text()}`
    },
  }
}

async function signIn(service: TestService): Promise<Record<string, string>> {
  const own = { origin: service.url, 'sec-fetch-site': 'same-origin' }
  const made = await service.send('/console/session', {
    method: 'POST',
    headers: { ...own, 'content-type': 'application/json' },
    body: JSON.stringify({ apiKey: service.apiKey }),
  })
  const [cookie = ''] = (made.headers.get('set-cookie') ?? '').split(';')
  const seen = await service.send('/console/session', { headers: { cookie } })
  const { pageToken } = JSON.parse(await seen.text()).results
  return { ...own, cookie, 'x-adrail-page': pageToken }
}
