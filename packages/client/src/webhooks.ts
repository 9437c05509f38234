// Checks that a message came from the service and was not changed on its way: Standard Webhooks, with Web Crypto alone.
// https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md

import type { Entry } from './method.ts'
import { secondsSinceEpoch } from './pause.ts'

/** An event as a receiver gets it, as event/list_events tells it. What has an `eventId` seen before can be left alone. */
export type WebhookEvent = Entry<'event/list_events'>

/** The message is not the service's, was changed, or is too old: answer with 400 and do nothing. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError'
}

type HeaderValue = string | readonly string[] | undefined
/** As `fetch` has them, or Node, Express and others, in any case. */
export type WebhookHeaders = { get(name: string): string | null } | Readonly<Record<string, HeaderValue>>

export interface VerifyOptions {
  /** How far the clocks of both sides may be apart, and how long a message may travel. */
  readonly toleranceSeconds?: number
}

const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const

/** The event of a message. Give the body as it came, before anybody parsed it; several secrets while one is replaced. */
async function verify(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  { toleranceSeconds = 300 }: VerifyOptions = {},
): Promise<WebhookEvent> {
  const [id, timestamp, signatures] = names.map((name) => headerOf(headers, name))
  if (!id || !timestamp || !signatures)
    throw new WebhookVerificationError(`${names.join(', ')} are required.`)
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(secondsSinceEpoch() - Number(timestamp)) > toleranceSeconds)
    throw new WebhookVerificationError('The message is too old, or a clock is wrong.')
  const given = signatures
    .split(' ')
    .flatMap((each) => (each.startsWith('v1,') ? bytesOf(each.slice(3)) : []))
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${text}`)
  for (const each of [secret].flat()) {
    const key = await keyOf(each)
    // Web Crypto compares in constant time.
    for (const signature of given)
      if (await crypto.subtle.verify('HMAC', key, signature, signed)) return JSON.parse(text)
  }
  throw new WebhookVerificationError('No signature of the message is by this secret.')
}

/** The headers of a message, for whoever tests a receiver. */
async function sign(
  body: string,
  { id, secret }: { readonly id: string; readonly secret: string },
): Promise<Record<(typeof names)[number], string>> {
  const timestamp = String(secondsSinceEpoch())
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`)
  const signature = new Uint8Array(await crypto.subtle.sign('HMAC', await keyOf(secret), signed))
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${btoa(String.fromCharCode(...signature))}`,
  }
}

export const webhooks = { verify, sign } as const

function headerOf(headers: WebhookHeaders, name: string): string | undefined {
  if (typeof headers.get === 'function') return headers.get(name) ?? undefined
  const found = Object.entries(headers).find(([each]) => each.toLowerCase() === name)?.[1]
  return typeof found === 'string' ? found : undefined
}

async function keyOf(secret: string) {
  const [bytes] = /^whsec_./.test(secret) ? bytesOf(secret.slice(6)) : []
  if (!bytes) throw new TypeError('The secret is not one of an endpoint: those begin with whsec_.')
  return await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
    'verify',
  ])
}

/** What base64 stands for; nothing when it is none. */
function bytesOf(base64: string): [Uint8Array<ArrayBuffer>] | [] {
  try {
    return [Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))]
  } catch {
    return []
  }
}
