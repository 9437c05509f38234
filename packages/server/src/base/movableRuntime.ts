// The clock of a service under a maker's test: it goes on with the machine's, and jumps forward when the test says so.

import { type Runtime, systemRuntime } from './runtime.ts'

export interface MovableRuntime extends Runtime {
  /** Jumps forward. Resolves when the tasks that fell due have run once. */
  advance(durationMs: number): Promise<void>
}

interface Timer {
  /** On the monotonic clock. */
  readonly dueAt: number
  readonly fire: () => unknown
  /** Stops waiting on the machine's clock. */
  disarm: () => void
}

/** Begins at the given time, in milliseconds since 1970, or at the machine's. */
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
