// The client: one method for every operation, put together from the list of their names.

import { call } from './call.ts'
import type { Answer, Door } from './exchange.ts'
import type { Facts } from './facts.ts'
import type { Groups } from './groups.ts'
import type {
  Body,
  CallOptions,
  OperationName,
  Results,
  TableName,
  WriteName,
  WriteOptions,
} from './method.ts'
import { operations, type Plan } from './operations.ts'
import { entries, type PageOptions, type Pages } from './pages.ts'
import { type OperationTools, waitFor } from './wait.ts'

export interface ClientOptions {
  /** An API key of the workspace. Never give it to a browser: there it belongs to everybody who looks. */
  readonly apiKey: string
  /** Where the service is reached. */
  readonly url?: string
  /** How long a call may take, its repetitions included. */
  readonly timeoutMs?: number
  /** How often a call is sent again at most. */
  readonly maxRetries?: number
  /** Stands in for the global `fetch`, for proxies and the like. */
  readonly fetch?: typeof globalThis.fetch
  /** Is told of every answer, for logs and figures. */
  readonly onAnswer?: (answer: Answer) => void
}

export interface Client<Bound extends string = never> extends Groups<Bound> {
  /** The lists that come in pages, as loops: `for await (const post of client.pages.social.get_page_posts({ … }))`. */
  readonly pages: Pages<Bound>
  readonly operations: OperationTools
  /** The same client for one user, whose id need not be given any more. */
  with(binding: { readonly userId: string }): Client<'userId'>
  /** Any operation by its name, for programs that choose it while they run. */
  call<Name extends OperationName>(
    operation: Name,
    body: Body<Name>,
    options?: WriteOptions,
  ): Promise<Name extends WriteName ? Results<Name> | Plan : Results<Name>>
  /** The rows of an answer as CSV, for spreadsheets. What is missing has a line with its `error`. */
  csv<Name extends TableName>(operation: Name, body: Body<Name>, options?: CallOptions): Promise<string>
}

export function createClient({
  apiKey,
  url = 'http://localhost:8080',
  timeoutMs = 120_000,
  maxRetries = 4,
  fetch = globalThis.fetch.bind(globalThis),
  onAnswer = () => {},
}: ClientOptions): Client {
  if (typeof apiKey !== 'string' || apiKey === '') throw new TypeError('apiKey is required.')
  if (!/^https?:\/\/[^/]/.test(url))
    throw new TypeError(`url must be an http or https address, not "${url}".`)
  const door: Door = { apiKey, url: url.replace(/\/+$/, ''), fetch, onAnswer }
  return clientFor(door, { timeoutMs, maxRetries }, {})
}

type Members = Readonly<Record<string, unknown>>

function clientFor(
  door: Door,
  patience: { readonly timeoutMs: number; readonly maxRetries: number },
  binding: { readonly userId?: string },
): Client {
  const send = (operation: OperationName, body: Members = {}, options: WriteOptions = {}) =>
    call(door, operation, bound(operations[operation], body, binding), options, patience)
  const groups: Record<string, Record<string, unknown>> = {}
  const pages: Record<string, Record<string, unknown>> = {}
  for (const [name, facts] of Object.entries(operations) as [OperationName, Facts][]) {
    const [group = '', method = ''] = name.split('/')
    const own = (body?: Members, options?: WriteOptions) => send(name, body, options) as Promise<Members>
    groups[group] = { ...groups[group], [method]: own }
    if (facts.list)
      pages[group] = {
        ...pages[group],
        [method]: (body?: Members, options?: PageOptions) => entries(name, own, body, options),
      }
  }
  const client = {
    ...groups,
    pages,
    operations: {
      wait: (operationId: string, options?: CallOptions) =>
        waitFor(
          (each) =>
            send('operation/get_operation', { operationId }, each) as Promise<
              Results<'operation/get_operation'>
            >,
          options,
        ),
    },
    with: ({ userId }: { readonly userId: string }) => clientFor(door, patience, { userId }),
    call: send,
    csv: (operation: OperationName, body: Members, options: CallOptions = {}) =>
      call(door, operation, body, { ...options, asTable: true }, patience),
  }
  // Every group and method is there, because both come from the same list as the types.
  return client as unknown as Client
}

/** The body with the bound user, unless the operation takes none or the caller names one in another way. */
function bound({ user }: Facts, body: Members, { userId }: { readonly userId?: string }): Members {
  if (!user || userId === undefined || body['externalId'] !== undefined) return body
  return { ...body, userId: body['userId'] ?? userId }
}
