// How the professional network tells of leads: a challenge every two hours, and messages with a signature.
// https://learn.microsoft.com/en-us/linkedin/shared/api-guide/webhook-validation
// https://learn.microsoft.com/en-us/linkedin/marketing/lead-sync/leadsync

import { createHmac, timingSafeEqual } from 'node:crypto'
import type { LeadPushes } from '../kit/provider.ts'
import { isRecord } from '../kit/rows.ts'
import { asText, at, jsonIn } from '../kit/values.ts'
import { tailOf } from './wire.ts'

/** The platform promises these. One secret signs challenges and messages alike: whatever else were answered could be a message. */
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i

export function proLeadPushes(secret: string): LeadPushes {
  const signed = (text: string | Buffer) => createHmac('sha256', secret).update(text).digest('hex')
  /**
   * LinkedIn's page can be read in two ways, and clients implement both: `hmacsha256=` is in front of the signed body, or in
   * front of the signature.
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
      // Whoever asks for a challenge gets the signature of a UUID, which is no message.
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
