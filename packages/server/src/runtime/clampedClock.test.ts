import { expect, test } from 'vitest'
import { minuteMs } from './durations.ts'
import { makeClampedClock } from './runtime.ts'

/** A machine that runs or is suspended. While it is suspended, only its uptime advances. */
function machine() {
  let [awakeMs, suspendedMs] = [0, 0]
  const uptimeMs = () => Math.round((5000.4 + awakeMs + suspendedMs) / 10) * 10
  return {
    clock: makeClampedClock(1_000_000, () => awakeMs, uptimeMs),
    run: (durationMs: number) => (awakeMs += durationMs),
    suspend: (durationMs: number) => (suspendedMs += durationMs),
  }
}

test('the clamped clock counts the time for which the machine was suspended', () => {
  const { clock, run, suspend } = machine()
  run(minuteMs)
  expect(clock()).toBe(1_000_000 + minuteMs)
  for (let night = 1; night <= 2; night++) {
    suspend(480 * minuteMs)
    run(minuteMs)
    expect(Math.abs(clock() - 1_000_000 - (1 + night * 481) * minuteMs)).toBeLessThanOrEqual(10)
  }
})

test('the clamped clock never goes back because of the rounded uptime', () => {
  const { clock, run, suspend } = machine()
  run(minuteMs)
  suspend(minuteMs)
  let last = clock()
  for (let step = 0; step < 5000; step++) {
    run(1003)
    const now = clock()
    expect(now - last).toBeGreaterThan(1002)
    last = now
  }
})
