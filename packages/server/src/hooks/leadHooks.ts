// Endpoints for lead notifications from platforms. A notification must be authenticated. It only makes the
// next read happen sooner: its content is not trusted, and a lost one does no harm. Withdrawals are the
// exception. The rate limit of endpoints without a key applies before authentication.

import { createHash, timingSafeEqual } from 'node:crypto'
import type { Platform } from '@adrail/contract'
import { ServiceError } from '../base/errors.ts'
import { Memory } from '../base/memory.ts'
import type { Metrics } from '../base/metrics.ts'
import { collect } from '../http/body.ts'
import type { Exchange } from '../http/exchange.ts'
import type { Routes } from '../http/routeTable.ts'
import type { Leads } from '../leads/leadAccess.ts'
import { type Linking, takesCallbacks } from '../linking/linking.ts'
import type { LeadNotice } from '../platforms/kit/provider.ts'

const mostBytes = 64 * 1024
const hourMs = 60 * 60 * 1000
/** Platforms retry an unaccepted notification for a day and a half. An older one comes from someone else. */
const oldestMs = 48 * hourMs

export interface HookParts {
  readonly linking: Linking
  readonly leads: Leads
  readonly metrics: Metrics
}

type Outcome = 'taken' | 'repeated' | 'forged' | 'old'

export function addLeadHooks(routes: Routes, { linking, leads, metrics }: HookParts): void {
  // The cache contains authenticated notifications. It only saves work:
  // processing a notification twice changes nothing.
  const seen = new Memory<true>(linking.runtime, { keepMs: oldestMs, most: 50_000 })

  const end = (exchange: Exchange, platform: Platform, outcome: Outcome) => {
    metrics.count('leadPushes', platform, outcome)
    if (outcome === 'forged' || outcome === 'old')
      throw new ServiceError('MALFORMED_REQUEST', { note: `a message about leads is ${outcome}` })
    exchange.send(200, { 'cache-control': 'no-store' })
  }

  const take = async (exchange: Exchange, platform: Platform, body: Buffer, notice: LeadNotice) => {
    const { at } = notice
    const subjects = notice.subjects.filter(isId)
    const withdrawn = notice.withdrawn?.filter(isId) ?? []
    if (Math.abs(linking.times[platform]() - at) > oldestMs) return end(exchange, platform, 'old')
    const name = `${platform} ${createHash('sha256').update(body).digest('hex')}`
    if (seen.get(name)) return end(exchange, platform, 'repeated')
    await leads.withdraw(platform, subjects, withdrawn)
    if (withdrawn.length === 0) await leads.hurry(platform, subjects)
    seen.set(name, true)
    return end(exchange, platform, 'taken')
  }

  for (const platform of ['social', 'pro'] as const) {
    if (!takesCallbacks(linking, platform)) continue
    const pushes = linking.providers[platform].leadPushes
    routes.get(`/hooks/${platform}`, async (exchange) => {
      const answer = linking.readsLeads ? pushes?.challenge(exchange.query) : undefined
      if (!answer) throw new ServiceError('MALFORMED_REQUEST', { note: 'a challenge is not the platform’s' })
      exchange.send(200, { 'content-type': answer.type, 'cache-control': 'no-store' }, answer.body)
    })
    routes.post(`/hooks/${platform}`, async (exchange) => {
      const body = await collect(exchange.request, mostBytes)
      const notice = linking.readsLeads ? pushes?.read((name) => exchange.header(name), body) : undefined
      if (!notice) return end(exchange, platform, 'forged')
      return await take(exchange, platform, body, notice)
    })
  }

  if (!takesCallbacks(linking, 'search')) return
  /** The search platform signs nothing. The secret address and a key in the message authenticate it. */
  routes.post('/hooks/search/:token', async (exchange) => {
    const body = await collect(exchange.request, mostBytes)
    const hook = await leads.hook(exchange.parameters['token'] ?? '')
    const message = messageIn(body)
    if (!hook || !isSame(message.key, hook.key)) return end(exchange, 'search', 'forged')
    // A message without a time counts as new.
    const at = message.at ?? linking.times.search()
    return await take(exchange, 'search', body, { subjects: [hook.subject], at })
  })
}

/** A valid signature does not guarantee well-formed ids, and a database rejects some characters. */
function isId(text: string): boolean {
  return /^[\w:.-]{1,200}$/.test(text)
}

/** https://developers.google.com/google-ads/webhook/docs/implementation */
function messageIn(body: Buffer): { readonly key: string; readonly at?: number } {
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

function isSame(given: string, expected: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(given), hash(expected))
}
