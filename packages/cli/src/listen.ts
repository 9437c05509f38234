// `adrail listen`: sends events to a receiver on this machine during development. The command reads events
// like any caller and forwards them like the service: signed, and with retries.

import { setTimeout } from 'node:timers/promises'
import { AdrailError, type Client, createClient, type WebhookEvent, webhooks } from '@adrail/client'
import type { Environment } from './environment.ts'
import { UsageError } from './exitCodes.ts'
import { getSingleValue, isEnabled, listenFlags, parseFlags } from './flags.ts'
import { chooseService } from './service.ts'

const usage = `Usage
  adrail listen --forward <url> [--types <type>]… [--from oldest|now] [--secret whsec_…]
                [--service <url>] [--profile <name>]

Forwards every event to the URL, signed like a webhook, until you press Ctrl-C. By default, forwards all types. To select several
types, repeat --types. To start with the oldest stored event, pass --from oldest. If you omit --secret, the command creates and prints a secret.`

const pollIntervalMs = 1000
/** The delays give a restarting receiver time to come back. */
const retryDelaysMs = [1000, 2000, 4000, 8000]
const requestTimeoutMs = 15_000

export async function listen(args: readonly string[], environment: Environment): Promise<void> {
  const parsedArgs = parseFlags(args, listenFlags)
  if (isEnabled(parsedArgs, 'help')) return environment.print(usage)
  if (parsedArgs.words.length > 0)
    throw new UsageError(`"${parsedArgs.words[0]}" is not a valid argument. To list the flags, add --help.`)
  const target = parseForwardFlag(getSingleValue(parsedArgs, 'forward'))
  const secret = getSingleValue(parsedArgs, 'secret') ?? environment.newSecret()
  await assertSecret(secret)
  const client = createClient(chooseService(parsedArgs, environment.settings))
  environment.printStatus(`Forwarding events to ${target}, signed with ${secret}. To stop, press Ctrl-C.`)
  // The service validates the types and the start position.
  const listRequest = {
    types: parsedArgs.values.get('types') ?? [],
    from: getSingleValue(parsedArgs, 'from') ?? 'now',
  } as ListEventsBody
  try {
    for await (const event of readEvents(client, listRequest, environment))
      environment.print(await forwardEvent(event, { target, secret }, environment))
  } catch (error) {
    if (!environment.signal.aborted) throw error
  }
}

type ListEventsBody = Parameters<Client['event']['list_events']>[0]

/** Reads events in order until the command is aborted. */
async function* readEvents(
  client: Client,
  listRequest: ListEventsBody,
  { signal, printStatus }: Environment,
): AsyncGenerator<WebhookEvent> {
  let pagination = ''
  for (let isUnavailable = false; ; ) {
    try {
      const page = await client.event.list_events({ ...listRequest, pagination }, { signal })
      yield* page.events
      pagination = page.resume
      isUnavailable = false
      if (page.pagination.next !== '') continue
    } catch (error) {
      // After the first page, the command waits for an unavailable service and continues at its cursor, so a
      // restart loses no event.
      if (pagination === '' || !(error instanceof AdrailError && error.retryable)) throw error
      if (!isUnavailable) printStatus(`${error.message} The command continues when the service responds.`)
      isUnavailable = true
    }
    await setTimeout(pollIntervalMs, undefined, { signal })
  }
}

/** Checks the secret before the command reads any event. */
async function assertSecret(secret: string): Promise<void> {
  await webhooks.sign('', { id: '', secret }).catch(() => {
    throw new UsageError('--secret must be an endpoint secret, which starts with whsec_.')
  })
}

/** Sends one event with retries, and returns a line about the outcome. */
async function forwardEvent(
  event: WebhookEvent,
  { target, secret }: { readonly target: string; readonly secret: string },
  { signal, printStatus }: Environment,
): Promise<string> {
  const label = `${event.timestamp}  ${event.type}  ${event.eventId}`
  for (let attempt = 0; ; attempt++) {
    const outcome = await postEvent(event, target, secret, signal)
    const retryDelayMs = retryDelaysMs[attempt]
    if (/^2/.test(outcome) || retryDelayMs === undefined) return `${label}  ${outcome}`
    printStatus(`${label}  ${outcome}, retrying in ${retryDelayMs / 1000} s`)
    await setTimeout(retryDelayMs, undefined, { signal })
  }
}

/** Returns the status of the response, or the reason why there is none. */
async function postEvent(
  event: WebhookEvent,
  target: string,
  secret: string,
  signal: AbortSignal,
): Promise<string> {
  const body = JSON.stringify(event)
  const signatureHeaders = await webhooks.sign(body, { id: event.eventId, secret })
  try {
    const response = await fetch(target, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'adrail', ...signatureHeaders },
      body,
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(requestTimeoutMs)]),
    })
    await response.body?.cancel()
    return String(response.status)
  } catch (error) {
    signal.throwIfAborted()
    return error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error)
  }
}

function parseForwardFlag(url: string | undefined): string {
  if (url !== undefined && /^https?:\/\//.test(url) && URL.canParse(url)) return url
  throw new UsageError('--forward requires an http or https URL, such as http://localhost:3000/hooks.')
}
