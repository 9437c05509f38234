// `adrail mcp`: a bridge between an MCP host on standard input and output and the service's own MCP endpoint.
// The bridge forwards messages unchanged and parses only what HTTP needs in headers. It implements
// "Transports" of the revisions 2025-06-18, 2025-11-25 and 2026-07-28.

import { createInterface } from 'node:readline'
import type { Environment } from './environment.ts'
import { readMessages } from './eventStream.ts'
import { UsageError } from './exitCodes.ts'
import { helpFlag, isEnabled, parseFlags, serviceFlags } from './flags.ts'
import type { Profile } from './profiles.ts'
import { chooseService } from './service.ts'

const usage = `Usage
  adrail mcp [--service <url>] [--profile <name>]

Exposes the service's tools to an agent. The agent starts this command and exchanges MCP messages over standard input and
output. As in every command, the key comes from ADRAIL_KEY, a profile or the demo.`

interface JsonRpcMessage {
  readonly id?: string | number
  readonly method?: string
  readonly params?: Readonly<Record<string, unknown>>
}

export async function runMcpBridge(args: readonly string[], environment: Environment): Promise<void> {
  const parsedArgs = parseFlags(args, [...serviceFlags, helpFlag])
  if (isEnabled(parsedArgs, 'help')) return environment.print(usage)
  if (parsedArgs.words.length > 0)
    throw new UsageError(`"${parsedArgs.words[0]}" is not a valid argument. To list the flags, add --help.`)
  const session = new Session(
    chooseService(parsedArgs, environment.settings),
    environment.print,
    environment.signal,
  )
  const pendingMessages = new Set<Promise<void>>()
  const lines = createInterface({ input: environment.input, terminal: false, signal: environment.signal })
  for await (const line of lines) {
    if (line.trim() === '') continue
    const forwardResult = session.forward(line)
    pendingMessages.add(forwardResult.done)
    void forwardResult.done.finally(() => pendingMessages.delete(forwardResult.done))
    // Messages after the handshake need the session and the revision that the handshake returns.
    if (forwardResult.isHandshake) await forwardResult.done
  }
  environment.signal.throwIfAborted()
  await Promise.all(pendingMessages)
  await session.end()
}

class Session {
  readonly #endpoint: string
  readonly #apiKey: string
  readonly #print: (line: string) => void
  readonly #signal: AbortSignal
  #sessionId: string | undefined
  #protocolVersion: string | undefined
  /** Requests in flight, by id, so that the host can cancel them. */
  readonly #inFlight = new Map<string | number, AbortController>()

  constructor({ url, apiKey }: Profile, print: (line: string) => void, signal: AbortSignal) {
    this.#endpoint = `${url.replace(/\/+$/, '')}/mcp`
    this.#apiKey = apiKey
    this.#print = print
    this.#signal = signal
  }

  /** Forwards a line. `done` resolves when all resulting messages are printed. */
  forward(line: string): { readonly done: Promise<void>; readonly isHandshake: boolean } {
    const message = parseMessage(line)
    if (message === undefined) {
      this.#print(
        toFailureLine(null, -32700, 'The line is not a JSON-RPC message. Send one message per line.'),
      )
      return { done: Promise.resolve(), isHandshake: false }
    }
    const cancelledId =
      message.method === 'notifications/cancelled' ? message.params?.['requestId'] : undefined
    if (typeof cancelledId === 'string' || typeof cancelledId === 'number')
      this.#inFlight.get(cancelledId)?.abort()
    return { done: this.#send(line, message), isHandshake: message.method === 'initialize' }
  }

  /** Ends the session at the service, if the service created one. */
  async end(): Promise<void> {
    if (this.#sessionId === undefined) return
    const headers = this.#buildHeaders({})
    await fetch(this.#endpoint, { method: 'DELETE', headers, redirect: 'manual' }).catch(() => undefined)
  }

  async #send(line: string, message: JsonRpcMessage): Promise<void> {
    const abortController = new AbortController()
    if (message.id !== undefined) this.#inFlight.set(message.id, abortController)
    try {
      const response = await fetch(this.#endpoint, {
        method: 'POST',
        headers: this.#buildHeaders(message),
        body: line,
        // The API key must not follow a redirect to another host.
        redirect: 'manual',
        signal: AbortSignal.any([this.#signal, abortController.signal]),
      })
      await this.#receive(response, message)
    } catch (error) {
      // A cancelled request needs no response, nor does any request after the end.
      if (abortController.signal.aborted || this.#signal.aborted || message.id === undefined) return
      const reason =
        error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error)
      this.#print(toFailureLine(message.id, -32603, `No response from ${this.#endpoint}: ${reason}`))
    } finally {
      if (message.id !== undefined) this.#inFlight.delete(message.id)
    }
  }

  async #receive(response: Response, message: JsonRpcMessage): Promise<void> {
    if (message.method === 'initialize' && response.ok)
      this.#sessionId = response.headers.get('mcp-session-id') ?? undefined
    let hasResponse = false
    for await (const text of readMessages(response)) {
      const receivedMessage = parseMessage(text)
      if (receivedMessage === undefined || !('jsonrpc' in receivedMessage)) continue
      if (message.method === 'initialize')
        this.#protocolVersion = parseProtocolVersion(receivedMessage) ?? this.#protocolVersion
      hasResponse ||= receivedMessage.id === message.id && receivedMessage.method === undefined
      // JSON can contain line breaks between tokens but never inside strings, so the message stays the same.
      this.#print(text.replaceAll(/[\r\n]+/g, ' '))
    }
    if (message.id !== undefined && message.method !== undefined && !hasResponse)
      this.#print(
        toFailureLine(
          message.id,
          -32603,
          `${this.#endpoint} returned status ${response.status} without a message.${describeHint(response.status)}`,
        ),
      )
  }

  #buildHeaders(message: JsonRpcMessage): Record<string, string> {
    const meta = message.params?.['_meta']
    const requestVersion =
      typeof meta === 'object' && meta !== null && protocolVersionKey in meta
        ? String(meta[protocolVersionKey])
        : undefined
    const protocolVersion = requestVersion ?? this.#protocolVersion
    return {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'x-api-key': this.#apiKey,
      ...(protocolVersion === undefined ? {} : { 'mcp-protocol-version': protocolVersion }),
      ...(this.#sessionId === undefined || message.method === 'initialize'
        ? {}
        : { 'mcp-session-id': this.#sessionId }),
      // Since 2026-07-28, headers repeat the method and the name of a request for proxies.
      ...(requestVersion === undefined ? {} : buildRoutingHeaders(message)),
    }
  }
}

const protocolVersionKey = 'io.modelcontextprotocol/protocolVersion'

/** The parameter of each method that the header `Mcp-Name` repeats. */
const nameParams: Readonly<Record<string, string>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
  'tasks/get': 'taskId',
  'tasks/update': 'taskId',
  'tasks/cancel': 'taskId',
}

function buildRoutingHeaders({ method, params, id }: JsonRpcMessage): Record<string, string> {
  if (method === undefined || id === undefined) return {}
  const nameParam = Object.hasOwn(nameParams, method) ? nameParams[method] : undefined
  const name = nameParam === undefined ? undefined : params?.[nameParam]
  return { 'mcp-method': method, ...(typeof name === 'string' ? { 'mcp-name': encodeHeaderText(name) } : {}) }
}

/** Headers carry printable ASCII only. Other texts are encoded as base64 with a marker. */
function encodeHeaderText(text: string): string {
  const isPlain = /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(text) && !text.startsWith('=?base64?')
  return isPlain ? text : `=?base64?${Buffer.from(text).toString('base64')}?=`
}

function parseMessage(text: string): JsonRpcMessage | undefined {
  try {
    const message: unknown = JSON.parse(text)
    // The code reads only the properties that `JsonRpcMessage` names and checks each before use.
    return typeof message === 'object' && message !== null && !Array.isArray(message)
      ? (message as JsonRpcMessage)
      : undefined
  } catch {
    return undefined
  }
}

function parseProtocolVersion(message: object): string | undefined {
  const result = 'result' in message ? message.result : undefined
  const hasVersion = typeof result === 'object' && result !== null && 'protocolVersion' in result
  return hasVersion ? String(result.protocolVersion) : undefined
}

function toFailureLine(id: string | number | null, code: number, message: string): string {
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } })
}

function describeHint(status: number): string {
  if (status === 401 || status === 403) return ' Check the key.'
  return status === 404 ? ' Check the URL, and make sure that the service supports MCP.' : ''
}
