import { expect, test } from 'vitest'
import { ClockError, createClock, toClockSetting } from './clock.ts'

const noon = Date.parse('2026-11-15T12:00:00Z')

function createTestClock(start = noon) {
  let machine = start
  return { clock: createClock({ mode: 'real' }, () => machine), pass: (ms: number) => (machine += ms) }
}

test('a real clock follows the machine, a frozen clock does not, and a resumed clock continues from its frozen time', () => {
  const { clock, pass } = createTestClock()
  pass(1_000)
  expect(clock.now()).toBe(noon + 1_000)
  clock.freeze()
  pass(60_000)
  expect(clock.now()).toBe(noon + 1_000)
  clock.resume()
  pass(500)
  expect(clock.now()).toBe(noon + 1_500)
  clock.real()
  expect(clock.now()).toBe(noon + 61_500)
})

test('set and advance keep a frozen clock frozen and a running clock running', () => {
  const { clock, pass } = createTestClock()
  clock.advance(86_400_000)
  pass(10)
  expect(clock.now()).toBe(noon + 86_400_010)
  clock.freeze(noon)
  clock.advance(-5)
  pass(10)
  expect(clock.now()).toBe(noon - 5)
  clock.set(noon + 7)
  expect(clock.setting()).toEqual({ mode: 'frozen', at: noon + 7 })
})

test('a clock that is created from the setting of another clock shows the same time', () => {
  const { clock, pass } = createTestClock()
  clock.advance(1_234)
  const other = createClock(clock.setting(), () => noon)
  expect(other.now()).toBe(noon + 1_234)
  pass(1)
  expect(clock.now()).toBe(noon + 1_235)
})

test.each([Number.NaN, 1.5, Number.POSITIVE_INFINITY, -1, 1e20])(
  'a clock refuses to be set to %s',
  (instant) => {
    const { clock } = createTestClock()
    expect(() => clock.set(instant)).toThrow(ClockError)
    expect(clock.now()).toBe(noon)
  },
)

test('toClockSetting refuses text that is not an instant and shows a valid example', () => {
  expect(() => toClockSetting('tomorrow')).toThrow("such as '2026-11-15T12:00:00Z'")
  expect(toClockSetting('2026-11-15T12:00:00Z')).toEqual({ mode: 'frozen', at: noon })
})
