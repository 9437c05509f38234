// Handles LinkedIn's lead webhooks: a challenge every two hours, and signed messages.
// https://learn.microsoft.com/en-us/linkedin/shared/api-guide/webhook-validation
// https://learn.microsoft.com/en-us/linkedin/marketing/lead-sync/leadsync

import { createHmac, timingSafeEqual } from 'node:crypto'
import type { LeadPushes } from '../kit/provider.ts'
import { isRecord } from '../kit/rows.ts'
import { asText, at, jsonIn } from '../kit/values.ts'
import { tailOf } from './wire.ts'

/**
 * LinkedIn documents that challenge codes are UUIDs. The same secret signs challenges and messages, so
 * signing any other challenge would let an attacker obtain the signature of a forged message.
 */
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i

export function proLeadPushes(secret: string): LeadPushes {
  const signed = (text: string | Buffer) => createHmac('sha256', secret).update(text).digest('hex')
  /**
   * LinkedIn's page is ambiguous, and clients implement both readings: `hmacsha256=` precedes either the
   * signed body or the signature.
   */
  const isSigned = (header: string, body: Buffer) => {
    const given = Buffer.from(header.replace(/^hmacsha256=/, ''))
    return [Buffer.concat([Buffer.from('hmacsha256='), body]), body].some((text) => {
      const expected = Buffer.from(signed(text))
      return given.length === expected.length && timingSafeEqual(given, expected)
    })
  }
  return {
    challenge(query) {
      const challengeCode = query.get('challengeCode') ?? ''
      if (!uuid.test(challengeCode)) return undefined
      const body = JSON.stringify({ challengeCode, challengeResponse: signed(challengeCode) })
      return { type: 'application/json; charset=utf-8', body }
    },

    read(header, body) {
      if (!isSigned(header('x-li-signature') ?? '', body)) return undefined
      const message = jsonIn(body.toString('utf8'))
      // The challenge endpoint returns the signature of a UUID to anyone, so a bare UUID is not accepted as a
      // message.
      if (!isRecord(message)) return undefined
      const isWithdrawn = at(message, 'leadAction') === 'DELETED'
      return {
        subjects: [tailOf(asText(at(message, 'owner', 'sponsoredAccount')))],
        at: Number(at(message, 'occurredAt')) || 0,
        ...(isWithdrawn ? { withdrawn: [tailOf(asText(at(message, 'leadGenFormResponse')))] } : {}),
      }
    },
  }
}
