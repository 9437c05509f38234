// Slows down before the platform blocks, account by account: one account's block never stops another.
// https://developers.facebook.com/docs/graph-api/overview/rate-limiting

import { Memory } from '../../base/memory.ts'
import type { Runtime } from '../../base/runtime.ts'
import type { Reading } from '../kit/dayQuota.ts'
import { Lane } from '../kit/lane.ts'
import { sendWithRoom, takeRoom } from '../kit/room.ts'
import type { Sender } from '../kit/upstream.ts'
import { Usage } from './usage.ts'
import { appBucket, type Bucket, bucketsOf, toldIn } from './usageHeaders.ts'

/** What the limiter has to know of a call. */
interface Charged {
  readonly bucket: Bucket
  readonly method: 'GET' | 'POST' | 'DELETE'
}

const callsPerObject = 4
/** Somewhat below the number of connections to one host. */
const callsOfApp = 60
const slowPercent = 75
const pointsOf = { GET: 1, POST: 3, DELETE: 3 } as const
/** For blocks whose end the platform did not tell: the length it documents for a standard app. */
const usualBlockSeconds = 60

export class SocialLimiter {
  readonly #runtime: Runtime
  readonly #usages: Memory<Usage>
  /** The kinds of allowances that were used, with the one that was used most. */
  readonly #fullest = new Map<string, Usage>()
  readonly #lanes = new Map<string, Lane>()

  constructor(runtime: Runtime) {
    this.#runtime = runtime
    this.#usages = new Memory(runtime, { keepMs: 24 * 3_600_000, most: 50_000 })
  }

  /**
   * Waits for a turn and for room, as long as the request has time; refuses what the platform would refuse. The returned
   * function ends the turn.
   */
  async enter(calls: readonly Charged[]): Promise<() => void> {
    const points = pointsByUsage(calls, (bucket) => this.#usage(bucket))
    if (this.#untilRoom(points) > 0) await takeRoom(this.#runtime, 'social', () => this.#untilRoom(points))
    const objects = calls
      .filter(({ bucket }) => bucket.type !== 'platform')
      .map(({ bucket }) => bucket.object)
    const now = this.#runtime.monotonic()
    const isSlow = [...points.keys()].some((usage) => usage.percent(now) >= slowPercent)
    const lanes = [...new Set(objects)].map((object) => this.#lane(object, isSlow ? 1 : callsPerObject))
    const leaves: (() => void)[] = []
    const leave = () => {
      for (const end of leaves.reverse()) end()
    }
    try {
      for (const lane of [...lanes, this.#lane('', callsOfApp)]) leaves.push(await lane.enter())
      // The calls that were waited for may have learnt something.
      if (this.#take(points) > 0) await takeRoom(this.#runtime, 'social', () => this.#take(points))
      for (const [usage, sent] of points) leaves.push(() => usage.end(sent))
      return leave
    } catch (refused) {
      leave()
      throw refused
    }
  }

  /** For calls that are made while somebody links. */
  around(sender: Sender): Sender {
    return sendWithRoom(sender, async ({ method }) => {
      const leave = await this.enter([{ bucket: appBucket, method: method === 'POST' ? 'POST' : 'GET' }])
      return { leave, note: ({ headers }) => this.note(appBucket, headers) }
    })
  }

  /** Learns from the headers of an answer. */
  note(bucket: Bucket, headers: Readonly<Record<string, string>>): void {
    const now = this.#runtime.monotonic()
    for (const { bucket: told, percent, blockedSeconds } of toldIn(bucket, headers)) {
      const usage = this.#usage(told)
      usage.tell(percent, blockedSeconds * 1000, now)
      const fullest = this.#fullest.get(told.type)
      if (!fullest || usage.percent(now) >= fullest.percent(now)) this.#fullest.set(told.type, usage)
    }
  }

  /** The platform said that it was too much. */
  block(bucket: Bucket, headers: Readonly<Record<string, string>>, wholeApp: boolean): void {
    this.note(bucket, headers)
    const usage = this.#usage(wholeApp ? appBucket : bucket)
    const now = this.#runtime.monotonic()
    usage.tell(100, usage.blockedMs(now) || usualBlockSeconds * 1000, now)
  }

  /** How long calls of this kind are kept back from now on, in seconds. */
  waitSeconds(bucket: Bucket): number {
    return Math.ceil(this.#blockedMs([this.#usage(bucket)]) / 1000)
  }

  readings(): readonly Reading[] {
    const now = this.#runtime.monotonic()
    return [...this.#fullest].map(([kind, usage]) => ({ kind, used: usage.percent(now) / 100 }))
  }

  #blockedMs(usages: Iterable<Usage>): number {
    const now = this.#runtime.monotonic()
    return Math.max(...[this.#usage(appBucket), ...usages].map((usage) => usage.blockedMs(now)))
  }

  #untilRoom(points: ReadonlyMap<Usage, number>): number {
    const now = this.#runtime.monotonic()
    // Calls made during a block lengthen it.
    const blockedMs = this.#blockedMs(points.keys())
    return Math.max(blockedMs, ...[...points].map(([usage, wanted]) => usage.untilRoom(wanted, now)))
  }

  #take(points: ReadonlyMap<Usage, number>): number {
    const waitMs = this.#untilRoom(points)
    const now = this.#runtime.monotonic()
    if (waitMs === 0) for (const [usage, wanted] of points) usage.send(wanted, now)
    return waitMs
  }

  #usage({ type, object }: Bucket): Usage {
    const key = `${type}:${object}`
    const known = this.#usages.get(key)
    if (known) return known
    const made = new Usage(windowSeconds[type] * 1000)
    this.#usages.set(key, made)
    return made
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

/** What was used comes back within this time. */
const windowSeconds: Readonly<Record<Bucket['type'], number>> = {
  account_score: 300,
  ads_management: 3600,
  ads_insights: 3600,
  custom_audience: 3600,
  platform: 3600,
  pages: 86_400,
  instagram: 86_400,
  leadgen: 86_400,
}

function pointsByUsage(calls: readonly Charged[], usageOf: (bucket: Bucket) => Usage): Map<Usage, number> {
  const points = new Map<Usage, number>()
  for (const { bucket, method } of calls)
    for (const usage of bucketsOf(bucket).map(usageOf))
      points.set(usage, (points.get(usage) ?? 0) + pointsOf[method])
  return points
}
