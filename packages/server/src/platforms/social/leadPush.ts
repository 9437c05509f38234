// The platform's lead webhook: a challenge when the URL is registered, and signed notices.
// https://developers.facebook.com/docs/graph-api/webhooks/getting-started
// https://developers.facebook.com/docs/marketing-api/guides/lead-ads/retrieving#webhooks

import { createHmac, timingSafeEqual } from 'node:crypto'
import type { LeadPush, LeadWebhook } from '../connector-kit/leadPush.ts'
import { asList, asText, tryParseJson, valueAt } from '../connector-kit/values.ts'

export const socialLeadPush: LeadPush = { addressPer: 'app' }

export function createSocialLeadWebhook(secret: string, verifyToken: string): LeadWebhook {
  return {
    respondToChallenge(query) {
      const isSubscribe = query.get('hub.mode') === 'subscribe' && verifyToken !== ''
      if (!isSubscribe || !isEqualSecret(query.get('hub.verify_token') ?? '', verifyToken)) return undefined
      const body = query.get('hub.challenge') ?? ''
      // The platform's challenges are digits. Nothing else is echoed to a caller that knows the token.
      return /^[0-9]{1,20}$/.test(body) ? { type: 'text/plain; charset=utf-8', body } : undefined
    },

    parseNotice(header, body) {
      const signature = /^sha256=([0-9a-f]{64})$/.exec(header('x-hub-signature-256') ?? '')?.[1] ?? ''
      // The signature covers the raw bytes, because the platform signs its own serialization.
      if (!isEqualSecret(signature, createHmac('sha256', secret).update(body).digest('hex'))) return undefined
      const entries = asList(valueAt(tryParseJson(body.toString('utf8')), 'entry'))
      const leadEntries = entries.filter((entry) =>
        asList(valueAt(entry, 'changes')).some((change) => valueAt(change, 'field') === 'leadgen'),
      )
      return {
        // The id of the page in the entry, which is text. Ids in nested fields are numbers that may exceed
        // the safe integer range.
        subjects: leadEntries.map((entry) => asText(valueAt(entry, 'id'))),
        at: Math.max(0, ...leadEntries.map((entry) => Number(valueAt(entry, 'time')) * 1000 || 0)),
      }
    },
  }
}

function isEqualSecret(actual: string, expected: string): boolean {
  const [a, b] = [Buffer.from(actual), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
