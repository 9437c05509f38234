// A runtime whose clock runs with the machine's and jumps forward on request. Tests of callers use this
// runtime.

import { type Runtime, systemRuntime } from './runtime.ts'

export interface AdjustableRuntime extends Runtime {
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
export function adjustableRuntime(startAt?: number, system: Runtime = systemRuntime()): AdjustableRuntime {
  let wallOffsetMs = startAt === undefined ? 0 : startAt - system.now()
  let monotonicOffsetMs = 0
  const timers = new Set<Timer>()
  const monotonic = () => system.monotonic() + monotonicOffsetMs

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
    now: () => system.now() + wallOffsetMs,
    monotonic,
    after,
    sleep: (durationMs) => new Promise((resolve) => after(durationMs, () => resolve())),
    every(periodMs, task) {
      let cancel = () => {}
      const schedule = () => {
        cancel = after(periodMs, () => {
          schedule()
          return task()
        })
      }
      schedule()
      return () => cancel()
    },
    async advance(durationMs) {
      wallOffsetMs += durationMs
      monotonicOffsetMs += durationMs
      const allTimers = [...timers]
      for (const timer of allTimers) timer.disarm()
      const due = allTimers.filter(({ dueAt }) => dueAt <= monotonic())
      for (const timer of allTimers)
        if (due.includes(timer)) timers.delete(timer)
        else arm(timer)
      await Promise.all(due.toSorted((a, b) => a.dueAt - b.dueAt).map(({ fire }) => fire()))
    },
  }
}
