// A runtime whose clock runs with the machine's and jumps forward on request. Tests of callers use this
// runtime.

import { type Runtime, systemRuntime } from './runtime.ts'

export interface MovableRuntime extends Runtime {
  /** Advances the clock. Resolves when each task that became due has run once. */
  advance(durationMs: number): Promise<void>
}

interface Timer {
  /** On the monotonic clock. */
  readonly dueAt: number
  readonly fire: () => unknown
  /** Cancels the timer on the machine's clock. */
  disarm: () => void
}

/** Starts at the given time, in milliseconds since 1970, or at the machine's time. */
export function movableRuntime(startAt?: number, system: Runtime = systemRuntime()): MovableRuntime {
  let aheadMs = startAt === undefined ? 0 : startAt - system.now()
  let jumpedMs = 0
  const timers = new Set<Timer>()
  const monotonic = () => system.monotonic() + jumpedMs

  const arm = (timer: Timer) => {
    timer.disarm = system.after(Math.max(0, timer.dueAt - monotonic()), () => {
      timers.delete(timer)
      timer.fire()
    })
  }
  const after = (durationMs: number, fire: () => unknown) => {
    const timer: Timer = { dueAt: monotonic() + durationMs, fire, disarm: () => {} }
    timers.add(timer)
    arm(timer)
    return () => {
      timers.delete(timer)
      timer.disarm()
    }
  }

  return {
    ...system,
    now: () => system.now() + aheadMs,
    monotonic,
    after,
    sleep: (durationMs) => new Promise((resolve) => after(durationMs, () => resolve())),
    every(periodMs, task) {
      let cancel = () => {}
      const next = () => {
        cancel = after(periodMs, () => {
          next()
          return task()
        })
      }
      next()
      return () => cancel()
    },
    async advance(durationMs) {
      aheadMs += durationMs
      jumpedMs += durationMs
      const all = [...timers]
      for (const timer of all) timer.disarm()
      const due = all.filter(({ dueAt }) => dueAt <= monotonic())
      for (const timer of all)
        if (due.includes(timer)) timers.delete(timer)
        else arm(timer)
      await Promise.all(due.toSorted((a, b) => a.dueAt - b.dueAt).map(({ fire }) => fire()))
    },
  }
}
