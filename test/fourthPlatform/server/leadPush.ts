// Handles the newspaper's signed notices about replies. The API sets their URL, without a challenge.

import { createHmac, timingSafeEqual } from 'node:crypto'
import type { LeadPush, LeadWebhook } from '../connector-kit/leadPush.ts'
import { asText, tryParseJson, valueAt } from '../connector-kit/values.ts'

export const townLeadPush: LeadPush = { addressPer: 'app' }

export function createTownLeadWebhook(secret: string): LeadWebhook {
  const hasValidSignature = (signature: Buffer, body: Buffer) => {
    const expected = Buffer.from(createHmac('sha256', secret).update(body).digest('hex'))
    return signature.length === expected.length && timingSafeEqual(signature, expected)
  }
  return {
    respondToChallenge: () => undefined,

    parseNotice(header, body) {
      if (!hasValidSignature(Buffer.from(header('x-town-signature') ?? ''), body)) return undefined
      const notice = tryParseJson(body.toString('utf8'))
      return { subjects: [asText(valueAt(notice, 'account'))], at: Number(valueAt(notice, 'at')) || 0 }
    },
  }
}
