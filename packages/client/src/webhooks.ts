// Verifies that a message came from the service and is unchanged. It implements Standard Webhooks with Web
// Crypto alone.
// https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md

import type { Entry } from './method.ts'
import { secondsSinceEpoch } from './pause.ts'

/**
 * An event as a receiver gets it, with the fields of event/list_events. Ignore an event whose `eventId` you
 * have already seen.
 */
export type WebhookEvent = Entry<'event/list_events'>

/**
 * The message is not from the service, was changed, or is too old. Respond with status 400 and do nothing.
 */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError'
}

type HeaderValue = string | readonly string[] | undefined
/** Headers as `fetch`, Node or Express represent them, in any letter case. */
export type WebhookHeaders = { get(name: string): string | null } | Readonly<Record<string, HeaderValue>>

export interface VerifyOptions {
  /** Allows for clock skew and for the transit time of a message. */
  readonly toleranceSeconds?: number
}

const headerNames = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const

/**
 * Returns the event of a message. Pass the raw body, before any parser changed it. Pass several secrets
 * during a rotation.
 */
async function verify(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  { toleranceSeconds = 300 }: VerifyOptions = {},
): Promise<WebhookEvent> {
  const [id, timestamp, signatures] = headerNames.map((name) => findHeader(headers, name))
  if (!id || !timestamp || !signatures)
    throw new WebhookVerificationError(`${headerNames.join(', ')} are required.`)
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(secondsSinceEpoch() - Number(timestamp)) > toleranceSeconds)
    throw new WebhookVerificationError('The message is too old, or a clock is wrong.')
  const signatureBytes = signatures
    .split(' ')
    .flatMap((entry) => (entry.startsWith('v1,') ? decodeBase64(entry.slice(3)) : []))
  const signedContent = new TextEncoder().encode(`${id}.${timestamp}.${text}`)
  for (const endpointSecret of [secret].flat()) {
    const key = await importKey(endpointSecret)
    // Web Crypto compares signatures in constant time.
    for (const signature of signatureBytes)
      if (await crypto.subtle.verify('HMAC', key, signature, signedContent)) return JSON.parse(text)
  }
  throw new WebhookVerificationError('No signature of the message is by this secret.')
}

/** Returns the headers of a message, for tests of a receiver. */
async function sign(
  body: string,
  { id, secret }: { readonly id: string; readonly secret: string },
): Promise<Record<(typeof headerNames)[number], string>> {
  const timestamp = String(secondsSinceEpoch())
  const signedContent = new TextEncoder().encode(`${id}.${timestamp}.${body}`)
  const signature = new Uint8Array(await crypto.subtle.sign('HMAC', await importKey(secret), signedContent))
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${btoa(String.fromCharCode(...signature))}`,
  }
}

export const webhooks = { verify, sign } as const

function findHeader(headers: WebhookHeaders, name: string): string | undefined {
  if (typeof headers.get === 'function') return headers.get(name) ?? undefined
  const headerValue = Object.entries(headers).find(([headerName]) => headerName.toLowerCase() === name)?.[1]
  return typeof headerValue === 'string' ? headerValue : undefined
}

async function importKey(secret: string) {
  const [bytes] = /^whsec_./.test(secret) ? decodeBase64(secret.slice(6)) : []
  if (!bytes) throw new TypeError('The secret is not one of an endpoint: those begin with whsec_.')
  return await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
    'verify',
  ])
}

/** Decodes base64. Returns an empty array for invalid input. */
function decodeBase64(base64: string): [Uint8Array<ArrayBuffer>] | [] {
  try {
    return [Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))]
  } catch {
    return []
  }
}
