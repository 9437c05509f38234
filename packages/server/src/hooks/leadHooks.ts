// Endpoints for lead notifications from platforms. A notification must be authenticated. It only makes the
// next read happen sooner: its content is not trusted, and a lost one does no harm. Withdrawals are the
// exception. The rate limit of endpoints without a key applies before authentication.

import { createHash, timingSafeEqual } from 'node:crypto'
import { type Platform, platforms } from '@adrail/contract'
import { Cache } from '../concurrency/cache.ts'
import { collectBody } from '../http/body.ts'
import type { Exchange } from '../http/exchange.ts'
import type { Routes } from '../http/routeTable.ts'
import type { Leads } from '../leads/leadAccess.ts'
import { acceptsCallbacks, type LinkingDeps } from '../linking/linking.ts'
import type { Metrics } from '../observability/metrics.ts'
import type { FormLeadPush, LeadNotice } from '../platforms/connector-kit/leadPush.ts'
import { definitionOf } from '../platforms/index.ts'
import { hourMs } from '../runtime/durations.ts'
import { ServiceError } from '../runtime/errors.ts'

const maxBytes = 64 * 1024
/** Platforms retry an unaccepted notification for a day and a half. An older one comes from someone else. */
const maxAgeMs = 48 * hourMs

export interface LeadHookDeps {
  readonly linking: Pick<LinkingDeps, 'runtime' | 'times' | 'providers' | 'sandboxedPlatforms' | 'readsLeads'>
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

  const addAppHook = (platform: Platform) => {
    const { leadWebhook } = linking.providers[platform]
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

  const addFormHook = (platform: Platform, { parseMessage }: FormLeadPush) => {
    routes.post(`/hooks/${platform}/:token`, async (exchange) => {
      const body = await collectBody(exchange.request, maxBytes)
      const hook = await leads.findHook(exchange.parameters['token'] ?? '')
      const message = parseMessage(body)
      if (!hook || !isSameSecret(message.key, hook.key)) return respond(exchange, platform, 'forged')
      const at = message.at ?? linking.times[platform]()
      return await processNotice(exchange, platform, body, { subjects: [hook.subject], at })
    })
  }

  for (const platform of platforms) {
    if (!acceptsCallbacks(linking, platform)) continue
    const { leadPush } = definitionOf(platform)
    if (leadPush.addressPer === 'app') addAppHook(platform)
    else addFormHook(platform, leadPush)
  }
}

/** A valid signature does not guarantee well-formed ids, and a database rejects some characters. */
function isWellFormedId(text: string): boolean {
  return /^[\w:.-]{1,200}$/.test(text)
}

function isSameSecret(received: string, expected: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(received), hash(expected))
}
