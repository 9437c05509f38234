// How the social platform tells of leads: a challenge when the address is entered, and signed messages.
// https://developers.facebook.com/docs/graph-api/webhooks/getting-started
// https://developers.facebook.com/docs/marketing-api/guides/lead-ads/retrieving#webhooks

import { createHmac, timingSafeEqual } from 'node:crypto'
import type { LeadPushes } from '../kit/provider.ts'
import { asList, asText, at, jsonIn } from '../kit/values.ts'

export function socialLeadPushes(secret: string, verifyToken: string): LeadPushes {
  return {
    challenge(query) {
      const isWanted = query.get('hub.mode') === 'subscribe' && verifyToken !== ''
      if (!isWanted || !isSame(query.get('hub.verify_token') ?? '', verifyToken)) return undefined
      const body = query.get('hub.challenge') ?? ''
      // The platform's are digits; nothing else is said back to whoever knows the token.
      return /^[0-9]{1,20}$/.test(body) ? { type: 'text/plain; charset=utf-8', body } : undefined
    },

    read(header, body) {
      const given = /^sha256=([0-9a-f]{64})$/.exec(header('x-hub-signature-256') ?? '')?.[1] ?? ''
      // Over the bytes as they came: the platform signs its own way of writing.
      if (!isSame(given, createHmac('sha256', secret).update(body).digest('hex'))) return undefined
      const entries = asList(at(jsonIn(body.toString('utf8')), 'entry'))
      const ofLeads = entries.filter((entry) =>
        asList(at(entry, 'changes')).some((change) => at(change, 'field') === 'leadgen'),
      )
      return {
        // The page by which the entry goes, which is text: the numbers inside may be larger than a number holds.
        subjects: ofLeads.map((entry) => asText(at(entry, 'id'))),
        at: Math.max(0, ...ofLeads.map((entry) => Number(at(entry, 'time')) * 1000 || 0)),
      }
    },
  }
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
