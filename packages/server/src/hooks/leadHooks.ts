// Endpoints for lead notifications from platforms. A notification must be authenticated. It only makes the
// next read happen sooner: its content is not trusted, and a lost one does no harm. Withdrawals are the
// exception. The rate limit of endpoints without a key applies before authentication.

import { createHash, timingSafeEqual } from 'node:crypto'
import type { Platform } from '@adrail/contract'
import { Cache } from '../concurrency/cache.ts'
import { collectBody } from '../http/body.ts'
import type { Exchange } from '../http/exchange.ts'
import type { Routes } from '../http/routeTable.ts'
import type { Leads } from '../leads/leadAccess.ts'
import { acceptsCallbacks, type LinkingDeps } from '../linking/linking.ts'
import type { Metrics } from '../observability/metrics.ts'
import type { LeadNotice } from '../platforms/connector-kit/provider.ts'
import { hourMs } from '../runtime/durations.ts'
import { ServiceError } from '../runtime/errors.ts'

const maxBytes = 64 * 1024
/** Platforms retry an unaccepted notification for a day and a half. An older one comes from someone else. */
const maxAgeMs = 48 * hourMs

export interface LeadHookDeps {
  readonly linking: LinkingDeps
  readonly leads: Leads
  readonly metrics: Metrics
}

type NoticeOutcome = 'taken' | 'repeated' | 'forged' | 'old'

export function addLeadHooks(routes: Routes, { linking, leads, metrics }: LeadHookDeps): void {
  // The cache contains authenticated notifications. It only saves work:
  // processing a notification twice changes nothing.
  const processedNotices = new Cache<true>(linking.runtime, { ttlMs: maxAgeMs, maxSize: 50_000 })

  const respond = (exchange: Exchange, platform: Platform, outcome: NoticeOutcome) => {
    metrics.count('leadPushes', platform, outcome)
    if (outcome === 'forged' || outcome === 'old')
      throw new ServiceError('MALFORMED_REQUEST', { note: `a message about leads is ${outcome}` })
    exchange.send(200, { 'cache-control': 'no-store' })
  }

  const processNotice = async (exchange: Exchange, platform: Platform, body: Buffer, notice: LeadNotice) => {
    const { at } = notice
    const subjects = notice.subjects.filter(isWellFormedId)
    const withdrawn = notice.withdrawn?.filter(isWellFormedId) ?? []
    if (Math.abs(linking.times[platform]() - at) > maxAgeMs) return respond(exchange, platform, 'old')
    const key = `${platform} ${createHash('sha256').update(body).digest('hex')}`
    if (processedNotices.get(key)) return respond(exchange, platform, 'repeated')
    await leads.withdraw(platform, subjects, withdrawn)
    if (withdrawn.length === 0) await leads.wake(platform, subjects)
    processedNotices.set(key, true)
    return respond(exchange, platform, 'taken')
  }

  for (const platform of ['social', 'pro'] as const) {
    if (!acceptsCallbacks(linking, platform)) continue
    const leadWebhook = linking.providers[platform].leadWebhook
    routes.get(`/hooks/${platform}`, async (exchange) => {
      const challengeResponse = linking.readsLeads
        ? leadWebhook?.respondToChallenge(exchange.query)
        : undefined
      if (!challengeResponse)
        throw new ServiceError('MALFORMED_REQUEST', { note: 'a challenge is not the platform’s' })
      exchange.send(
        200,
        { 'content-type': challengeResponse.type, 'cache-control': 'no-store' },
        challengeResponse.body,
      )
    })
    routes.post(`/hooks/${platform}`, async (exchange) => {
      const body = await collectBody(exchange.request, maxBytes)
      const notice = linking.readsLeads
        ? leadWebhook?.parseNotice((name) => exchange.header(name), body)
        : undefined
      if (!notice) return respond(exchange, platform, 'forged')
      return await processNotice(exchange, platform, body, notice)
    })
  }

  if (!acceptsCallbacks(linking, 'search')) return
  /** The search platform signs nothing. The secret address and a key in the message authenticate it. */
  routes.post('/hooks/search/:token', async (exchange) => {
    const body = await collectBody(exchange.request, maxBytes)
    const hook = await leads.findHook(exchange.parameters['token'] ?? '')
    const message = parseMessage(body)
    if (!hook || !isSameSecret(message.key, hook.key)) return respond(exchange, 'search', 'forged')
    // A message without a time counts as new.
    const at = message.at ?? linking.times.search()
    return await processNotice(exchange, 'search', body, { subjects: [hook.subject], at })
  })
}

/** A valid signature does not guarantee well-formed ids, and a database rejects some characters. */
function isWellFormedId(text: string): boolean {
  return /^[\w:.-]{1,200}$/.test(text)
}

/** https://developers.google.com/google-ads/webhook/docs/implementation */
function parseMessage(body: Buffer): { readonly key: string; readonly at?: number } {
  try {
    const message: unknown = JSON.parse(body.toString('utf8'))
    if (typeof message !== 'object' || message === null) return { key: '' }
    const key = 'google_key' in message && typeof message.google_key === 'string' ? message.google_key : ''
    const at = 'lead_submit_time' in message ? Date.parse(String(message.lead_submit_time)) : Number.NaN
    return Number.isNaN(at) ? { key } : { key, at }
  } catch {
    return { key: '' }
  }
}

function isSameSecret(received: string, expected: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(received), hash(expected))
}
