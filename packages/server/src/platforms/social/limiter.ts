// Slows down before the platform blocks, account by account: one account's block never stops another.
// https://developers.facebook.com/docs/graph-api/overview/rate-limiting

import { ServiceError } from '../../base/errors.ts'
import { Memory } from '../../base/memory.ts'
import type { Runtime } from '../../base/runtime.ts'
import { Lane } from '../kit/lane.ts'
import { asList, asObject, asText, at } from '../kit/values.ts'
import type { BucketType } from './wire.ts'

export interface Bucket {
  readonly type: BucketType
  /** The ad account, page or photo account. */
  readonly object: string
}

const callsPerObject = 4
/** Somewhat below the number of connections to one host. */
const callsOfApp = 60
/** What was used up comes back within this time. */
const decayMs = 300_000
const slowPercent = 75
const verySlowPercent = 90
/** For blocks whose end the platform did not tell: the length it documents for a standard app. */
const usualBlockSeconds = 60

interface Use {
  readonly percent: number
  readonly seenAt: number
  readonly blockedUntil: number
}

export class SocialLimiter {
  readonly #runtime: Runtime
  readonly #use: Memory<Use>
  readonly #lanes = new Map<string, Lane>()

  constructor(runtime: Runtime) {
    this.#runtime = runtime
    this.#use = new Memory(runtime, { keepMs: 24 * 3_600_000, most: 50_000 })
  }

  /**
   * Waits for a turn, as long as the request has time; refuses while the platform blocks the object or the app. The returned
   * function ends the turn.
   */
  async enter(buckets: readonly Bucket[]): Promise<() => void> {
    const keys = [appKey, ...buckets.map(keyOf)]
    this.#refuseWhileBlocked(keys)
    const percent = Math.max(...keys.map((key) => this.#percent(key)))
    const lanes = [...new Set(buckets.map(({ object }) => object))].map((object) =>
      this.#lane(object, percent >= slowPercent ? 1 : callsPerObject),
    )
    const leaves: (() => void)[] = []
    const leave = () => {
      for (const end of leaves.reverse()) end()
    }
    try {
      for (const lane of [...lanes, this.#lane('', callsOfApp)]) leaves.push(await lane.enter())
      if (percent >= verySlowPercent)
        await this.#runtime.pause(1000 + (this.#runtime.randomBytes(1)[0] ?? 0) * 8)
      // The calls that were waited for may have learnt something.
      this.#refuseWhileBlocked(keys)
      return leave
    } catch (refused) {
      leave()
      throw refused
    }
  }

  /** Learns from the headers of an answer. */
  note(bucket: Bucket, headers: Readonly<Record<string, string>>): void {
    for (const { key, percent, blockedSeconds } of usesIn(bucket, headers)) {
      const now = this.#runtime.monotonic()
      const blockedUntil = blockedSeconds > 0 ? now + blockedSeconds * 1000 : 0
      this.#use.set(key, { percent, seenAt: now, blockedUntil })
    }
  }

  /** The platform said that it was too much. */
  block(bucket: Bucket, headers: Readonly<Record<string, string>>, wholeApp: boolean): void {
    this.note(bucket, headers)
    const key = wholeApp ? appKey : keyOf(bucket)
    const now = this.#runtime.monotonic()
    const known = this.#use.get(key)?.blockedUntil ?? 0
    const blockedUntil = known > now ? known : now + usualBlockSeconds * 1000
    this.#use.set(key, { percent: 100, seenAt: now, blockedUntil })
  }

  /** How long calls of this kind are kept back from now on, in seconds. */
  waitSeconds(bucket: Bucket): number {
    return Math.max(0, Math.ceil(this.#blockedMs([appKey, keyOf(bucket)]) / 1000))
  }

  #blockedMs(keys: readonly string[]): number {
    const until = Math.max(...keys.map((key) => this.#use.get(key)?.blockedUntil ?? 0))
    return until - this.#runtime.monotonic()
  }

  #refuseWhileBlocked(keys: readonly string[]): void {
    const leftMs = this.#blockedMs(keys)
    if (leftMs <= 0) return
    // Calls made during a block lengthen it.
    const seconds = Math.ceil(leftMs / 1000)
    throw new ServiceError('UPSTREAM_RATE_LIMITED', {
      values: { platform: 'social', seconds },
      retryAfterSeconds: seconds,
    })
  }

  #percent(key: string): number {
    const use = this.#use.get(key)
    if (!use) return 0
    return use.percent * Math.max(0, 1 - (this.#runtime.monotonic() - use.seenAt) / decayMs)
  }

  #lane(object: string, width: number): Lane {
    let lane = this.#lanes.get(object)
    if (!lane) {
      const made = new Lane(this.#runtime, () => this.#lanes.delete(object))
      this.#lanes.set(object, made)
      lane = made
    }
    lane.width = width
    return lane
  }
}

const appKey = 'app'

function keyOf({ type, object }: Bucket): string {
  return `${type}:${object}`
}

interface Reading {
  readonly key: string
  readonly percent: number
  readonly blockedSeconds: number
}

function usesIn(bucket: Bucket, headers: Readonly<Record<string, string>>): Reading[] {
  const readings: Reading[] = []
  const account = jsonIn(headers['x-ad-account-usage'])
  if (account) {
    const percent = number(account['acc_id_util_pct'])
    const blockedSeconds = percent >= 100 ? number(account['reset_time_duration']) : 0
    readings.push({ key: keyOf({ ...bucket, type: 'ads_management' }), percent, blockedSeconds })
  }
  const business = jsonIn(headers['x-business-use-case-usage'])
  if (business)
    for (const [object, entries] of Object.entries(business))
      for (const entry of asList(entries)) {
        // The key is the account's or its business's: what an answer to this call tells concerns this object.
        if (object !== bucket.object && Object.hasOwn(business, bucket.object)) continue
        readings.push({
          key: `${asText(at(entry, 'type'))}:${bucket.object}`,
          percent: percentIn(entry),
          // Minutes here, seconds above.
          blockedSeconds: number(at(entry, 'estimated_time_to_regain_access')) * 60,
        })
      }
  const app = jsonIn(headers['x-app-usage'])
  if (app) readings.push({ key: appKey, percent: percentIn(app), blockedSeconds: 0 })
  return readings
}

function percentIn(entry: unknown): number {
  return Math.max(...['call_count', 'total_cputime', 'total_time'].map((name) => number(at(entry, name))))
}

/** Numbers have come as text as well. */
function number(value: unknown): number {
  const read = Number(value ?? 0)
  return Number.isFinite(read) && read > 0 ? read : 0
}

function jsonIn(header: string | undefined): Readonly<Record<string, unknown>> | undefined {
  if (header === undefined) return undefined
  try {
    return asObject(JSON.parse(header))
  } catch {
    return undefined
  }
}
