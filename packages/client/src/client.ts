// The client: one method per operation, built from the list of operation names.

import { call } from './call.ts'
import type { Answer, Transport } from './exchange.ts'
import type { Facts } from './facts.ts'
import type { FileContent } from './fileContent.ts'
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
import { iterateEntries, type PageOptions, type Pages } from './pages.ts'
import { type OperationMethods, waitForWrite } from './wait.ts'

export interface ClientOptions {
  /**
   * An API key of the workspace. Never send it to a browser, where everyone with access to the page can read
   * it.
   */
  readonly apiKey: string
  /** Base URL of the service. */
  readonly url?: string
  /** How long a call may take, including retries. */
  readonly timeoutMs?: number
  /** The maximum number of retries per call. */
  readonly maxRetries?: number
  /** Replaces the global `fetch`, for example to use a proxy. */
  readonly fetch?: typeof globalThis.fetch
  /** Called with every response, for logs and metrics. */
  readonly onAnswer?: (response: Answer) => void
}

export interface Client<Bound extends string = never> extends Groups<Bound> {
  /** The paginated lists as loops: `for await (const post of client.pages.social.get_page_posts({ … }))`. */
  readonly pages: Pages<Bound>
  readonly operations: OperationMethods
  /** The same client bound to one user, whose id may then be omitted. */
  with(binding: { readonly userId: string }): Client<'userId'>
  /** Calls any operation by its name, for programs that choose it at run time. */
  call<Name extends OperationName>(
    operation: Name,
    body: Body<Name>,
    options?: WriteOptions,
  ): Promise<Name extends WriteName ? Results<Name> | Plan : Results<Name>>
  /** Returns the rows of a response as CSV for spreadsheets. Missing data has a line with its `error`. */
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
  const transport: Transport = { apiKey, url: url.replace(/\/+$/, ''), fetch, onAnswer }
  return buildClient(transport, { timeoutMs, maxRetries }, {})
}

type JsonObject = Readonly<Record<string, unknown>>
type CallBody = FileContent | JsonObject

function buildClient(
  transport: Transport,
  limits: { readonly timeoutMs: number; readonly maxRetries: number },
  binding: { readonly userId?: string },
): Client {
  const send = (operation: OperationName, body: CallBody = {}, options: WriteOptions = {}) =>
    call(transport, operation, withBoundUser(operations[operation], body, binding), options, limits)
  const groups: Record<string, Record<string, unknown>> = {}
  const pages: Record<string, Record<string, unknown>> = {}
  for (const [name, facts] of Object.entries(operations) as [OperationName, Facts][]) {
    const [group = '', method = ''] = name.split('/')
    const callMethod = (body?: CallBody, options?: WriteOptions) =>
      send(name, body, options) as Promise<JsonObject>
    groups[group] = { ...groups[group], [method]: callMethod }
    if (facts.list)
      pages[group] = {
        ...pages[group],
        [method]: (body?: JsonObject, options?: PageOptions) =>
          iterateEntries(name, callMethod, body, options),
      }
  }
  const client = {
    ...groups,
    pages,
    operations: {
      wait: (operationId: string, options?: CallOptions) =>
        waitForWrite(
          (callOptions) =>
            send('operation/get_operation', { operationId }, callOptions) as Promise<
              Results<'operation/get_operation'>
            >,
          options,
        ),
    },
    with: ({ userId }: { readonly userId: string }) => buildClient(transport, limits, { userId }),
    call: send,
    csv: (operation: OperationName, body: JsonObject, options: CallOptions = {}) =>
      call(transport, operation, body, { ...options, asCsv: true }, limits),
  }
  // The cast is safe: the groups and methods come from the same list as the types.
  return client as unknown as Client
}

/** Adds the bound user to the body, unless the operation takes none or the caller names one otherwise. */
function withBoundUser({ user }: Facts, body: CallBody, { userId }: { readonly userId?: string }): CallBody {
  if (!user || userId === undefined) return body
  // Operations with files act for no user.
  const fields = body as JsonObject
  return fields['externalId'] === undefined ? { ...fields, userId: fields['userId'] ?? userId } : fields
}
