// Signatures according to Standard Webhooks, so that every library
// for this standard can verify adrail's messages.
//
// https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md

import { createHmac } from 'node:crypto'
import type { Runtime } from '../runtime/runtime.ts'

const prefix = 'whsec_'
/** Standard Webhooks requires 24 to 64 bytes. */
const secretBytes = 32

export function generateWebhookSecret(runtime: Runtime): string {
  return prefix + runtime.randomBytes(secretBytes).toString('base64')
}

/** The header has one signature per secret. A receiver accepts the message if any of them is valid. */
export function buildSignedHeaders(
  secrets: readonly string[],
  message: { readonly id: string; readonly sentAt: number; readonly body: string },
): Record<string, string> {
  const timestamp = String(Math.floor(message.sentAt / 1000))
  const signedContent = `${message.id}.${timestamp}.${message.body}`
  return {
    'webhook-id': message.id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => `v1,${sign(secret, signedContent)}`).join(' '),
  }
}

function sign(secret: string, signedContent: string): string {
  const key = Buffer.from(secret.slice(prefix.length), 'base64')
  return createHmac('sha256', key).update(signedContent).digest('base64')
}
