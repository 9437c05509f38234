// `adrail listen`: sends events to a receiver on this machine during development. The command reads events
// like any caller and forwards them like the service: signed, and with retries.

import { setTimeout } from 'node:timers/promises'
import { AdrailError, type Client, createClient, type WebhookEvent, webhooks } from '@adrail/client'
import { UsageError } from './exitCodes.ts'
import { isOn, listenFlags, readFlags, single } from './flags.ts'
import { chooseService } from './service.ts'
import type { Surroundings } from './surroundings.ts'

const usage = `Usage
  adrail listen --forward <url> [--types <type>]… [--from oldest|now] [--secret whsec_…]
                [--service <url>] [--profile <name>]

Sends every event on to the address, signed like a webhook, until Ctrl-C. --types can be given several times; without it
all events come. --from oldest begins with what is still kept. Without --secret one is made and shown at the start.`

const lookEveryMs = 1000
/** The delays give a restarting receiver time to come back. */
const pausesMs = [1000, 2000, 4000, 8000]
const longestMs = 15_000

export async function listen(args: readonly string[], around: Surroundings): Promise<void> {
  const given = readFlags(args, listenFlags)
  if (isOn(given, 'help')) return around.print(usage)
  if (given.words.length > 0) throw new UsageError(`"${given.words[0]}" is not expected here.`)
  const target = webAddress(single(given, 'forward'))
  const secret = single(given, 'secret') ?? around.newSecret()
  await requireSecret(secret)
  const client = createClient(chooseService(given, around.settings))
  around.tell(`Events are sent to ${target}, signed with ${secret}. Ctrl-C ends it.`)
  // The service validates the types and the start position.
  const asked = { types: given.values.get('types') ?? [], from: single(given, 'from') ?? 'now' } as Asked
  try {
    for await (const event of eventsOf(client, asked, around))
      around.print(await forward(event, { target, secret }, around))
  } catch (error) {
    if (!around.signal.aborted) throw error
  }
}

type Asked = Parameters<Client['event']['list_events']>[0]

/** Reads events in order until the command is aborted. */
async function* eventsOf(
  client: Client,
  asked: Asked,
  { signal, tell }: Surroundings,
): AsyncGenerator<WebhookEvent> {
  let pagination = ''
  for (let isAway = false; ; ) {
    try {
      const page = await client.event.list_events({ ...asked, pagination }, { signal })
      yield* page.events
      pagination = page.resume
      isAway = false
      if (page.pagination.next !== '') continue
    } catch (error) {
      // After the first page, the command waits for an unavailable service and continues at its cursor, so a
      // restart loses no event.
      if (pagination === '' || !(error instanceof AdrailError && error.retryable)) throw error
      if (!isAway) tell(`${error.message} Listening goes on as soon as it answers.`)
      isAway = true
    }
    await setTimeout(lookEveryMs, undefined, { signal })
  }
}

/** Checks the secret before the command reads any event. */
async function requireSecret(secret: string): Promise<void> {
  await webhooks.sign('', { id: '', secret }).catch(() => {
    throw new UsageError('--secret must be one of an endpoint: those begin with whsec_.')
  })
}

/** Sends one event with retries, and returns a line about the outcome. */
async function forward(
  event: WebhookEvent,
  { target, secret }: { readonly target: string; readonly secret: string },
  { signal, tell }: Surroundings,
): Promise<string> {
  const about = `${event.timestamp}  ${event.type}  ${event.eventId}`
  for (let attempt = 0; ; attempt++) {
    const outcome = await send(event, target, secret, signal)
    const pauseMs = pausesMs[attempt]
    if (/^2/.test(outcome) || pauseMs === undefined) return `${about}  ${outcome}`
    tell(`${about}  ${outcome}, again in ${pauseMs / 1000} s`)
    await setTimeout(pauseMs, undefined, { signal })
  }
}

/** Returns the status of the response, or the reason why there is none. */
async function send(
  event: WebhookEvent,
  target: string,
  secret: string,
  signal: AbortSignal,
): Promise<string> {
  const body = JSON.stringify(event)
  const signed = await webhooks.sign(body, { id: event.eventId, secret })
  try {
    const answer = await fetch(target, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'adrail', ...signed },
      body,
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(longestMs)]),
    })
    await answer.body?.cancel()
    return String(answer.status)
  } catch (error) {
    signal.throwIfAborted()
    return error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error)
  }
}

function webAddress(url: string | undefined): string {
  if (url !== undefined && /^https?:\/\//.test(url) && URL.canParse(url)) return url
  throw new UsageError('--forward needs an http or https address, such as http://localhost:3000/hooks.')
}
