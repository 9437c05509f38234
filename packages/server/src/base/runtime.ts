// The only place that asks the machine for the time or for chance. Everything else is given a runtime, so that a test
// can turn the clock.

import { randomBytes } from 'node:crypto'
import { uptime } from 'node:os'

export interface Runtime {
  /** Wall-clock time in milliseconds. */
  now(): number
  /** Milliseconds that never jump, for measuring how long something took. */
  monotonic(): number
  randomBytes(size: number): Buffer
  /** Resolves after the time has passed on this clock. */
  sleep(durationMs: number): Promise<void>
  /** Waits a moment for something outside this process, between two looks at it. No test has to turn the clock for it. */
  pause(durationMs: number): Promise<void>
  /** Resolves when a piece of long work may go on: one piece at a time, and whoever else needs the process goes in between. */
  turn(): Promise<void>
  /** Resolves when work that nobody waits for may go on: a piece at a time, with most of the time left to whoever asks. */
  rest(): Promise<void>
  /** Does something once the time has passed, unless the returned function is called before; keeps no process alive. */
  after(durationMs: number, task: () => void): () => void
  /** Does something again and again until the returned function is called; keeps no process alive. */
  every(periodMs: number, task: () => unknown): () => void
}

export function systemRuntime(): Runtime {
  return {
    now: () => Date.now(),
    monotonic: () => performance.now(),
    randomBytes: bytesInStock(),
    sleep: (durationMs) => new Promise((resolve) => setTimeout(resolve, durationMs)),
    pause: (durationMs) => new Promise((resolve) => setTimeout(resolve, durationMs)),
    turn: turnsOneByOne(),
    rest: restsOneByOne(),
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
 * Of all that wait for a turn one goes on in each round of the event loop. Were they to wait for a timer instead, those that
 * began together would go on together, and keep others waiting by as many pieces as there are of them.
 */
function turnsOneByOne(): () => Promise<void> {
  const waiting: (() => void)[] = []
  const serveOne = () => {
    waiting.shift()?.()
    if (waiting.length > 0) setImmediate(serveOne)
  }
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve)
      if (waiting.length === 1) setImmediate(serveOne)
    })
}

/** Work that nobody waits for rests this many times as long as the process was busy since its last piece. */
const restsPerBusyTime = 3
/** It goes on in a process that is busy all the time as well, with pieces this far apart. */
const longestRestMs = 50

/**
 * A database in this process answers without the event loop turning, so that such work would keep everybody else waiting until
 * all of it is done.
 */
function restsOneByOne(): () => Promise<void> {
  let before = performance.eventLoopUtilization()
  let last: Promise<void> = Promise.resolve()
  const rest = () => {
    const now = performance.eventLoopUtilization()
    const busyMs = performance.eventLoopUtilization(now, before).active
    before = now
    const restMs = Math.min(Math.max(1, busyMs * restsPerBusyTime), longestRestMs)
    return new Promise<void>((resolve) => setTimeout(resolve, restMs))
  }
  return () => {
    last = last.then(rest)
    return last
  }
}

/** Node reads the uptime in hundredths of a second, or in seconds: a smaller difference is rounding. */
const minSuspendedMs = 2000

/**
 * Milliseconds since 1970 that go on evenly whatever is done to the wall clock. The monotonic clock stands still while Linux
 * suspends the machine; its uptime does not (CLOCK_MONOTONIC and CLOCK_BOOTTIME).
 */
export function evenClock(startedAt: number, monotonic: () => number, uptimeMs: () => number): () => number {
  const bootedBeforeMs = uptimeMs() - monotonic()
  let suspendedMs = 0
  let lookedAt = monotonic()
  return () => {
    const now = monotonic()
    if (now - lookedAt >= 1000) {
      lookedAt = now
      const foundMs = uptimeMs() - now - bootedBeforeMs
      if (foundMs - suspendedMs >= minSuspendedMs) suspendedMs = foundMs
    }
    return startedAt + now + suspendedMs
  }
}

/** As the wall clock was when the process began, and evenly from there. */
export const evenTime = evenClock(
  performance.timeOrigin,
  () => performance.now(),
  () => uptime() * 1000,
)

/** Random bytes, fetched many at a time: asking for a few at each request would cost more than all its other checks. */
function bytesInStock(): (size: number) => Buffer {
  let stock = Buffer.alloc(0)
  return (size) => {
    if (stock.length < size) stock = randomBytes(Math.max(4096, size))
    const taken = stock.subarray(0, size)
    stock = stock.subarray(size)
    return taken
  }
}

export interface TestRuntime extends Runtime {
  advance(durationMs: number): void
}

interface Repeated {
  readonly periodMs: number
  readonly task: () => unknown
  due: number
  /** How many calls of it have not ended. */
  running: number
  /** Its time came while a call was running, which may not see what changed since it began: it is called again after that. */
  missed: boolean
}

/** A runtime whose clock stands still until it is advanced. */
export function testRuntime(startAt = Date.UTC(2026, 0, 15, 12)): TestRuntime {
  let passed = 0
  const sleepers = new Set<{ until: number; wake: () => void }>()
  const tasks = new Set<Repeated>()
  const run = async (entry: Repeated): Promise<void> => {
    entry.running += 1
    await entry.task()
    entry.running -= 1
    if (entry.missed && tasks.has(entry)) {
      entry.missed = false
      await run(entry)
    }
  }
  return {
    now: () => startAt + passed,
    monotonic: () => passed,
    randomBytes,
    sleep: (durationMs) => new Promise((wake) => sleepers.add({ until: passed + durationMs, wake })),
    pause: (durationMs) => new Promise((resolve) => setTimeout(resolve, Math.min(durationMs, 20))),
    turn: turnsOneByOne(),
    // Nobody else needs the process: the rest is as short as it can be.
    rest: turnsOneByOne(),
    after(durationMs, task) {
      const sleeper = { until: passed + durationMs, wake: task }
      sleepers.add(sleeper)
      return () => sleepers.delete(sleeper)
    },
    every(periodMs, task) {
      const entry = { periodMs, due: passed + periodMs, task, running: 0, missed: false }
      tasks.add(entry)
      return () => tasks.delete(entry)
    },
    advance(durationMs) {
      passed += durationMs
      // Once, however many periods have passed: a machine that slept does not catch up either.
      for (const entry of tasks)
        if (entry.due <= passed) {
          entry.due = passed + entry.periodMs
          entry.missed = entry.running > 0
          void run(entry)
        }
      for (const sleeper of sleepers) if (sleeper.until <= passed && sleepers.delete(sleeper)) sleeper.wake()
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

// Crockford's alphabet in lower case: no letters that are mistaken for digits.
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

/** An id that says what it names, sorts by the time it was made, and cannot be guessed (80 random bits). */
export function makeId(prefix: IdPrefix, runtime: Runtime): string {
  let chance = ''
  for (const byte of runtime.randomBytes(16)) chance += alphabet[byte & 31]
  return idFrom(prefix, runtime.now()) + chance
}

/** How ids of a time begin: those of later times sort after it. */
export function idFrom(prefix: IdPrefix, at: number): string {
  let time = Math.max(0, at)
  let stamp = ''
  for (let digit = 0; digit < 10; digit++) {
    stamp = alphabet[time % 32] + stamp
    time = Math.floor(time / 32)
  }
  return `${prefix}_${stamp}`
}
