// The sandbox's own clock. Tokens, delivery, reviews and processing follow the clock. Testers can freeze, set
// and advance it.

/** State of the clock that a snapshot contains. */
export type ClockSetting =
  | { readonly mode: 'real' }
  | { readonly mode: 'shifted'; readonly offsetMs: number }
  | { readonly mode: 'frozen'; readonly at: number }

export interface Clock {
  /** Returns milliseconds since 1970, as the emulated platforms see them. */
  now(): number
  /** Jumps to an instant. A frozen clock stays frozen there, and a running clock continues from there. */
  set(instant: number): void
  /**
   * Moves the clock by milliseconds or by a duration such as `61d`, `36h`, `15m`, `10s`, `250ms`. A minus
   * moves it backwards.
   */
  advance(by: number | Duration): void
  /** Freezes the clock at the given instant, or at the current instant. */
  freeze(instant?: number): void
  /** Lets a frozen clock run on from its instant. */
  resume(): void
  /** Returns the clock to the machine's own time. */
  real(): void
  setting(): ClockSetting
  restore(setting: ClockSetting): void
}

export type Duration = `${number}${'ms' | 's' | 'm' | 'h' | 'd'}`

const units: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/**
 * Parses a duration into milliseconds. A number without a unit is in milliseconds. Returns `undefined` for
 * any other text.
 */
export function parseDurationMs(text: string): number | undefined {
  const [, amount, unit = 'ms'] = /^(-?\d{1,12})(ms|s|m|h|d)?$/.exec(text) ?? []
  return amount === undefined ? undefined : Number(amount) * (units[unit] ?? 1)
}

/** The facts that a service needs in order to follow the sandbox's clock. */
export interface World {
  /** Milliseconds since 1970. */
  readonly now: number
  readonly running: boolean
  /** Instant at which this world was seeded, by its own clock. */
  readonly seededAt: number
  /** Id of the world. The id changes whenever another world replaces this one. */
  readonly id: string
}

/** The time of the machine. Only this module reads it. */
export type MachineTime = () => number

export const machineTime: MachineTime = () => Date.now()

/** Instants outside these bounds cannot be written as `YYYY-MM-DD`. */
const minInstant = Date.parse('1971-01-01T00:00:00Z')
const maxInstant = Date.parse('9999-01-01T00:00:00Z')

export class ClockError extends Error {}

export function createClock(start: ClockSetting, machineNow: MachineTime = machineTime): Clock {
  let setting = start

  const now = () => {
    if (setting.mode === 'frozen') return setting.at
    return setting.mode === 'real' ? machineNow() : machineNow() + setting.offsetMs
  }
  const requireInRange = (instant: number) => {
    if (!Number.isSafeInteger(instant) || instant < minInstant || instant > maxInstant) {
      throw new ClockError('The clock accepts whole milliseconds between the years 1971 and 9999.')
    }
    return instant
  }
  const shiftedTo = (instant: number): ClockSetting => ({ mode: 'shifted', offsetMs: instant - machineNow() })

  return {
    now,
    set(instant) {
      requireInRange(instant)
      setting = setting.mode === 'frozen' ? { mode: 'frozen', at: instant } : shiftedTo(instant)
    },
    advance(by) {
      const deltaMs = typeof by === 'number' ? by : parseDurationMs(by)
      if (deltaMs === undefined)
        throw new ClockError(`'${by}' is not a duration. Use a duration such as '61d' or '15m'.`)
      this.set(now() + deltaMs)
    },
    freeze(instant) {
      setting = { mode: 'frozen', at: requireInRange(instant ?? now()) }
    },
    resume() {
      if (setting.mode === 'frozen') setting = shiftedTo(setting.at)
    },
    real() {
      setting = { mode: 'real' }
    },
    setting: () => setting,
    restore(next) {
      setting = next
    },
  }
}

/**
 * `'real'`, an instant (ISO text or milliseconds) at which the clock freezes, or a setting taken from a
 * snapshot.
 */
export type ClockOption = 'real' | string | number | ClockSetting

export function toClockSetting(option: ClockOption): ClockSetting {
  if (option === 'real') return { mode: 'real' }
  if (typeof option === 'object') return option
  const at = typeof option === 'number' ? option : Date.parse(option)
  if (!Number.isSafeInteger(at) || at < minInstant || at > maxInstant) {
    throw new ClockError(
      `The clock must be 'real' or an instant such as '2026-11-15T12:00:00Z', not '${option}'.`,
    )
  }
  return { mode: 'frozen', at }
}
