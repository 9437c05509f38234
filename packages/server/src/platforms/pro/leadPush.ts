// Handles LinkedIn's lead webhooks: a challenge every two hours, and signed messages.
// https://learn.microsoft.com/en-us/linkedin/shared/api-guide/webhook-validation
// https://learn.microsoft.com/en-us/linkedin/marketing/lead-sync/leadsync

import { createHmac, timingSafeEqual } from 'node:crypto'
import type { LeadPush, LeadWebhook } from '../connector-kit/leadPush.ts'
import { isRecord } from '../connector-kit/rows.ts'
import { asText, tryParseJson, valueAt } from '../connector-kit/values.ts'
import { parseUrnId } from './urns.ts'

/**
 * LinkedIn documents that challenge codes are UUIDs. The same secret signs challenges and messages, so
 * signing any other challenge would let an attacker obtain the signature of a forged message.
 */
const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i

export const proLeadPush: LeadPush = { addressPer: 'app' }

export function createProLeadWebhook(secret: string): LeadWebhook {
  const sign = (text: string | Buffer) => createHmac('sha256', secret).update(text).digest('hex')
  /**
   * LinkedIn's page is ambiguous, and clients implement both readings: `hmacsha256=` precedes either the
   * signed body or the signature.
   */
  const hasValidSignature = (header: string, body: Buffer) => {
    const signature = Buffer.from(header.replace(/^hmacsha256=/, ''))
    return [Buffer.concat([Buffer.from('hmacsha256='), body]), body].some((text) => {
      const expected = Buffer.from(sign(text))
      return signature.length === expected.length && timingSafeEqual(signature, expected)
    })
  }
  return {
    respondToChallenge(query) {
      const challengeCode = query.get('challengeCode') ?? ''
      if (!uuidPattern.test(challengeCode)) return undefined
      const body = JSON.stringify({ challengeCode, challengeResponse: sign(challengeCode) })
      return { type: 'application/json; charset=utf-8', body }
    },

    parseNotice(header, body) {
      if (!hasValidSignature(header('x-li-signature') ?? '', body)) return undefined
      const message = tryParseJson(body.toString('utf8'))
      // The challenge endpoint returns the signature of a UUID to anyone, so a bare UUID is not accepted as a
      // message.
      if (!isRecord(message)) return undefined
      const isWithdrawn = valueAt(message, 'leadAction') === 'DELETED'
      return {
        subjects: [parseUrnId(asText(valueAt(message, 'owner', 'sponsoredAccount')))],
        at: Number(valueAt(message, 'occurredAt')) || 0,
        ...(isWithdrawn ? { withdrawn: [parseUrnId(asText(valueAt(message, 'leadGenFormResponse')))] } : {}),
      }
    },
  }
}
