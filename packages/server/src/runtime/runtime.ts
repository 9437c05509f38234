// The only module that reads the time or randomness from the machine. All other code gets a runtime, so that
// tests can advance the clock.

import { createHash, randomBytes } from 'node:crypto'
import { uptime } from 'node:os'

export interface Runtime {
  /** Wall-clock time in milliseconds. */
  now(): number
  /** Milliseconds that never jump, for measuring durations. */
  monotonic(): number
  randomBytes(size: number): Buffer
  /** Resolves when this much time has passed on this clock. */
  sleep(durationMs: number): Promise<void>
  /**
   * Waits for something outside this process, between two polls. Tests do not have to advance the clock for
   * it.
   */
  pause(durationMs: number): Promise<void>
  /**
   * Yields to the event loop between batches of long work. Callers resume one at a time, with other work in
   * between.
   */
  yieldToLoop(): Promise<void>
  /** Yields between batches of background work. Most of the time is left to requests. */
  yieldInBackground(): Promise<void>
  /**
   * Runs a task after this much time, unless the returned function is called first. Keeps no process alive.
   */
  after(durationMs: number, task: () => void): () => void
  /** Runs a task periodically until the returned function is called. Keeps no process alive. */
  every(periodMs: number, task: () => unknown): () => void
}

export function systemRuntime(): Runtime {
  return {
    now: () => Date.now(),
    monotonic: () => performance.now(),
    randomBytes,
    sleep: (durationMs) => new Promise((resolve) => setTimeout(resolve, durationMs)),
    pause: (durationMs) => new Promise((resolve) => setTimeout(resolve, durationMs)),
    yieldToLoop: makeLoopYield(),
    yieldInBackground: makeBackgroundYield(),
    after(durationMs, task) {
      const timer = setTimeout(task, durationMs).unref()
      return () => clearTimeout(timer)
    },
    every(periodMs, task) {
      const timer = setInterval(task, periodMs).unref()
      return () => clearInterval(timer)
    },
  }
}

/**
 * Resumes one waiting caller in each iteration of the event loop. With a timer, callers that started together
 * would resume together, and block the process for as many batches as there are callers.
 */
function makeLoopYield(): () => Promise<void> {
  const waiters: (() => void)[] = []
  const resumeOne = () => {
    waiters.shift()?.()
    if (waiters.length > 0) setImmediate(resumeOne)
  }
  return () =>
    new Promise((resolve) => {
      waiters.push(resolve)
      if (waiters.length === 1) setImmediate(resumeOne)
    })
}

/** Background work pauses for this many times as long as the process was busy since the last batch. */
const idlePerBusyTime = 3
/** The maximum pause, so that background work also progresses in a process that is always busy. */
const maxPauseMs = 50

/**
 * An embedded database responds without an iteration of the event loop. Without these pauses, background work
 * would block all other work until it is done.
 */
function makeBackgroundYield(): () => Promise<void> {
  let lastUsage = performance.eventLoopUtilization()
  let lastPause: Promise<void> = Promise.resolve()
  const pause = () => {
    const usage = performance.eventLoopUtilization()
    const busyMs = performance.eventLoopUtilization(usage, lastUsage).active
    lastUsage = usage
    const pauseMs = Math.min(Math.max(1, busyMs * idlePerBusyTime), maxPauseMs)
    return new Promise<void>((resolve) => setTimeout(resolve, pauseMs))
  }
  return () => {
    lastPause = lastPause.then(pause)
    return lastPause
  }
}

/** Node reads the uptime in hundredths of a second or in seconds, so smaller differences are rounding. */
const minSuspendedMs = 2000

/**
 * Milliseconds since 1970 that advance steadily, even when the wall clock is changed. The monotonic clock
 * stops while Linux suspends the machine, but the uptime does not (CLOCK_MONOTONIC and CLOCK_BOOTTIME).
 */
export function makeClampedClock(
  startedAt: number,
  monotonic: () => number,
  uptimeMs: () => number,
): () => number {
  const uptimeOffsetMs = uptimeMs() - monotonic()
  let suspendedMs = 0
  let checkedAt = monotonic()
  return () => {
    const now = monotonic()
    if (now - checkedAt >= 1000) {
      checkedAt = now
      const measuredMs = uptimeMs() - now - uptimeOffsetMs
      if (measuredMs - suspendedMs >= minSuspendedMs) suspendedMs = measuredMs
    }
    return startedAt + now + suspendedMs
  }
}

/** Starts at the wall-clock time of the process start and advances steadily from there. */
export const clampedClock = makeClampedClock(
  performance.timeOrigin,
  () => performance.now(),
  () => uptime() * 1000,
)

export interface TestRuntime extends Runtime {
  advance(durationMs: number): void
}

interface PeriodicTask {
  readonly periodMs: number
  readonly task: () => unknown
  dueAt: number
  /** The number of its calls in progress. */
  runningCalls: number
  /**
   * The task became due while a call was running, which may not see later changes. The task therefore runs
   * once more.
   */
  mustRunAgain: boolean
}

/** A runtime whose clock only moves when a test advances it. */
export function testRuntime(startAt = Date.UTC(2026, 0, 15, 12)): TestRuntime {
  let elapsedMs = 0
  const sleepers = new Set<{ until: number; wake: () => void }>()
  const tasks = new Set<PeriodicTask>()
  const run = async (entry: PeriodicTask): Promise<void> => {
    entry.runningCalls += 1
    await entry.task()
    entry.runningCalls -= 1
    if (entry.mustRunAgain && tasks.has(entry)) {
      entry.mustRunAgain = false
      await run(entry)
    }
  }
  return {
    now: () => startAt + elapsedMs,
    monotonic: () => elapsedMs,
    randomBytes,
    sleep: (durationMs) => new Promise((wake) => sleepers.add({ until: elapsedMs + durationMs, wake })),
    pause: (durationMs) => new Promise((resolve) => setTimeout(resolve, Math.min(durationMs, 20))),
    yieldToLoop: makeLoopYield(),
    // No other work needs the process, so background work yields as briefly as possible.
    yieldInBackground: makeLoopYield(),
    after(durationMs, task) {
      const sleeper = { until: elapsedMs + durationMs, wake: task }
      sleepers.add(sleeper)
      return () => sleepers.delete(sleeper)
    },
    every(periodMs, task) {
      const entry = { periodMs, dueAt: elapsedMs + periodMs, task, runningCalls: 0, mustRunAgain: false }
      tasks.add(entry)
      return () => tasks.delete(entry)
    },
    advance(durationMs) {
      elapsedMs += durationMs
      // Each task runs once, however many periods have passed: a machine that was suspended does not catch up
      // either.
      for (const entry of tasks)
        if (entry.dueAt <= elapsedMs) {
          entry.dueAt = elapsedMs + entry.periodMs
          entry.mustRunAgain = entry.runningCalls > 0
          void run(entry)
        }
      for (const sleeper of sleepers)
        if (sleeper.until <= elapsedMs && sleepers.delete(sleeper)) sleeper.wake()
    },
  }
}

export type IdPrefix =
  | 'ws'
  | 'usr'
  | 'key'
  | 'lnk'
  | 'con'
  | 'crd'
  | 'op'
  | 'evt'
  | 'whe'
  | 'lds'
  | 'led'
  | 'mir'
  | 'req'
  | 'img'

// Crockford's alphabet in lower case, without the letters that are mistaken for digits.
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

/** Creates an ID with a type prefix. IDs sort by creation time and cannot be guessed (80 random bits). */
export function makeId(prefix: IdPrefix, runtime: Runtime): string {
  let randomPart = ''
  for (const byte of runtime.randomBytes(16)) randomPart += alphabet[byte & 31]
  return minIdAt(prefix, runtime.now()) + randomPart
}

/** Derives an ID with a type prefix from a text. Equal texts have equal IDs. */
export function hashToId(prefix: IdPrefix, text: string): string {
  const digits = Array.from(
    createHash('sha256').update(text).digest().subarray(0, 26),
    (byte) => alphabet[byte & 31],
  )
  return `${prefix}_${digits.join('')}`
}

/** The lowest ID of a time. IDs of later times sort after it. */
export function minIdAt(prefix: IdPrefix, at: number): string {
  let time = Math.max(0, at)
  let stamp = ''
  for (let digit = 0; digit < 10; digit++) {
    stamp = alphabet[time % 32] + stamp
    time = Math.floor(time / 32)
  }
  return `${prefix}_${stamp}`
}
