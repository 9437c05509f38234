// The routes of the admin surface, each with the fields that it accepts.

import type { Clock } from '../core/clock.ts'
import type { Answer, Exchange, Platform } from '../core/exchange.ts'
import type { FaultOrder, Faults } from '../core/faults.ts'
import type { LedgerFilter } from '../core/ledger.ts'
import { parseSnapshot, snapshotOf } from '../core/persistence.ts'
import { issueStandingTokens } from '../oauth/grants.ts'
import { accessSimulations } from '../oauth/simulations.ts'
import type { Switches } from '../oauth/switches.ts'
import { peopleListed } from './listing.ts'
import { AdminRefusal, type Fields, instantOf, millisecondsOf, readFields } from './orders.ts'
import type { SandboxParts } from './parts.ts'
import { pulseOf, shownTime } from './pulse.ts'

export interface Control {
  readonly method: string
  /** Matches the path after the prefix. */
  readonly path: RegExp
  /** The path as `GET /_sandbox/` lists it. */
  readonly shown: string
  /**
   * Callers on other machines may use the route. A service on another machine follows the sandbox's clock
   * with it.
   */
  readonly isPublic?: true
  answer(
    exchange: Exchange,
    parts: SandboxParts,
    params: Readonly<Record<string, string>>,
  ): Answer | Promise<Answer>
}

export const prefix = '/_sandbox'

const done = (body: unknown): Answer => ({ status: 200, body })

const jsonLines = (rows: readonly unknown[]): Answer => ({
  status: 200,
  headers: { 'content-type': 'application/jsonl; charset=utf-8' },
  body: rows.map((row) => `${JSON.stringify(row)}\n`).join(''),
})

export const controls: readonly Control[] = [
  {
    method: 'GET',
    path: /^$/,
    shown: '/',
    answer: () => done({ routes: controls.map(({ method, shown }) => `${method} ${prefix}${shown}`) }),
  },
  {
    method: 'GET',
    path: /^\/people$/,
    shown: '/people',
    answer: (exchange, { platforms }) => done(peopleListed(exchange.state, platforms, exchange.origin)),
  },
  {
    method: 'POST',
    path: /^\/people\/(?<person>\w+)\/tokens$/,
    shown: '/people/{person}/tokens',
    answer(exchange, { platforms, changed }, { person = '' }) {
      if (!Object.hasOwn(exchange.state.people, person)) {
        throw new AdminRefusal('person', `The people are: ${Object.keys(exchange.state.people).join(', ')}.`)
      }
      issueStandingTokens(exchange.state, person, exchange.now)
      changed()
      return done(
        peopleListed(exchange.state, platforms, exchange.origin).people.find(({ key }) => key === person),
      )
    },
  },
  {
    method: 'GET',
    path: /^\/world$/,
    shown: '/world',
    isPublic: true,
    answer: (_, { world }) => done(world()),
  },
  {
    method: 'GET',
    path: /^\/pulse$/,
    shown: '/pulse',
    answer: ({ now }, parts) => done({ pulse: pulseOf(parts), ...shownTime(now) }),
  },
  { method: 'GET', path: /^\/clock$/, shown: '/clock', answer: (_, { clock }) => done(clockShown(clock)) },
  {
    method: 'POST',
    path: /^\/clock$/,
    shown: '/clock',
    answer(exchange, { clock, changed }) {
      turn(clock, readFields(exchange, clockOrders))
      changed()
      return done(clockShown(clock))
    },
  },
  {
    method: 'POST',
    path: /^\/reset$/,
    shown: '/reset',
    answer(exchange, { reset, state }) {
      const { seed } = readFields(exchange, ['seed'])
      if (seed !== undefined && typeof seed !== 'string') throw new AdminRefusal('seed', `'seed' is text.`)
      reset(seed)
      return done({ seed: state().seed, seededAt: new Date(state().seededAt).toISOString() })
    },
  },
  {
    method: 'GET',
    path: /^\/snapshot$/,
    shown: '/snapshot',
    answer: (_, { state, clock }) => done(snapshotOf(state(), clock.setting())),
  },
  {
    method: 'PUT',
    path: /^\/snapshot$/,
    shown: '/snapshot',
    answer(exchange, { restore, clock }) {
      restore(parseSnapshot(exchange.body.toString('utf8')))
      return done({ restored: true, clock: clockShown(clock) })
    },
  },
  {
    method: 'GET',
    path: /^\/faults$/,
    shown: '/faults',
    answer: (_, { faults }) => done({ faults: faults.list(), unspent: faults.unspent().map(({ id }) => id) }),
  },
  {
    method: 'POST',
    path: /^\/faults$/,
    shown: '/faults',
    answer(exchange, { faults }) {
      // `order` itself validates every field.
      return { status: 201, body: faults.order(readFields(exchange, faultFields) as unknown as FaultOrder) }
    },
  },
  {
    method: 'DELETE',
    path: /^\/faults(\/(?<id>\w+))?$/,
    shown: '/faults[/{id}]',
    answer: (_, { faults }, { id }) => done({ cancelled: cancelled(faults, id) }),
  },
  {
    // The same as DELETE, for forms, which cannot send that method.
    method: 'POST',
    path: /^\/faults\/(?<id>\w+)\/cancel$/,
    shown: '/faults/{id}/cancel',
    answer: (_, { faults }, { id }) => done({ cancelled: cancelled(faults, id) }),
  },
  {
    method: 'POST',
    path: /^\/faults\/(?<id>\w+)\/release$/,
    shown: '/faults/{id}/release',
    answer: (_, { faults }, { id }) => done({ released: faults.release(id) }),
  },
  {
    method: 'GET',
    path: /^\/requests$/,
    shown: '/requests',
    answer: (exchange, { ledger, platforms }) =>
      rowsAnswer(exchange, ledger.list(filterOf(exchange, platforms))),
  },
  {
    method: 'DELETE',
    path: /^\/requests$/,
    shown: '/requests',
    answer(_, { ledger }) {
      ledger.clear()
      return done({ cleared: true })
    },
  },
  {
    method: 'GET',
    path: /^\/effects$/,
    shown: '/effects',
    answer: (exchange, { ledger, platforms }) =>
      rowsAnswer(exchange, ledger.effects(filterOf(exchange, platforms))),
  },
  {
    method: 'GET',
    path: /^\/calls$/,
    shown: '/calls',
    answer: (_, { platforms }) =>
      done({
        calls: platforms.flatMap((platform) =>
          platform.calls.map(({ name, methods, path, source }) => ({
            platform: platform.name,
            name,
            methods,
            path: path.source,
            source,
          })),
        ),
      }),
  },
  {
    method: 'GET',
    path: /^\/redirect-uris$/,
    shown: '/redirect-uris',
    answer: ({ state }) => done({ loopback: 'every port and path', redirectUris: state.redirectUris }),
  },
  {
    method: 'POST',
    path: /^\/redirect-uris$/,
    shown: '/redirect-uris',
    answer(exchange, { changed }) {
      const { uri } = readFields(exchange, ['uri'])
      if (typeof uri !== 'string' || !URL.canParse(uri) || uri.includes('#')) {
        throw new AdminRefusal(
          'uri',
          `'uri' is a whole address without a fragment, such as 'https://app.example/callback'.`,
        )
      }
      const { redirectUris } = exchange.state
      if (!redirectUris.includes(uri)) redirectUris.push(uri)
      changed()
      return done({ redirectUris })
    },
  },
  {
    method: 'DELETE',
    path: /^\/redirect-uris$/,
    shown: '/redirect-uris',
    answer({ state }, { changed }) {
      state.redirectUris.length = 0
      changed()
      return done({ redirectUris: [] })
    },
  },
  { method: 'GET', path: /^\/switches$/, shown: '/switches', answer: ({ state }) => done(state.switches) },
  {
    method: 'POST',
    path: /^\/switches$/,
    shown: '/switches',
    answer(exchange, { changed }) {
      setSwitches(exchange.state.switches, readFields(exchange, ['social', 'search', 'pro']))
      changed()
      return done(exchange.state.switches)
    },
  },
  {
    method: 'GET',
    path: /^\/variation$/,
    shown: '/variation',
    answer: (_exchange, { variation }) => done(variation() ?? { seed: null, kinds: [] }),
  },
  {
    method: 'POST',
    path: /^\/variation$/,
    shown: '/variation',
    answer(exchange, { variation, vary }) {
      const { seed } = readFields(exchange, ['seed'])
      if (seed !== null && !/^[\w.-]{1,64}$/.test(typeof seed === 'string' ? seed : ''))
        throw new AdminRefusal(
          'seed',
          'A seed has 1 to 64 letters, digits, dots or dashes; null ends the variation.',
        )
      vary(seed === null ? undefined : String(seed))
      return done(variation() ?? { seed: null, kinds: [] })
    },
  },
  {
    method: 'GET',
    path: /^\/simulate$/,
    shown: '/simulate',
    answer: (_, { platforms }) => done({ simulations: simulationsShown(platforms) }),
  },
  {
    method: 'POST',
    path: /^\/simulate\/(?:(?<platform>\w+)\/)?(?<name>\w+)$/,
    shown: '/simulate/[{platform}/]{name}',
    async answer(exchange, { platforms, changed }, { platform, name = '' }) {
      const simulation = simulationOf(platforms, platform, name)
      if (simulation === undefined) {
        const names = simulationsShown(platforms).map((shown) => shown.path)
        throw new AdminRefusal('name', `There are these simulations: ${names.join(', ')}.`)
      }
      const input = readFields(exchange, Object.keys(simulation.takes))
      const outcome = await simulation.run(exchange.state, input, exchange.now)
      changed()
      return done(outcome)
    },
  },
]

const clockOrders = ['set', 'advance', 'freeze', 'resume', 'real'] as const

const faultFields = [
  'platform',
  'call',
  'kind',
  'when',
  'times',
  'skip',
  'status',
  'code',
  'message',
  'retryAfterSeconds',
  'body',
  'milliseconds',
] as const satisfies readonly (keyof FaultOrder)[]

function clockShown(clock: Clock): Record<string, unknown> {
  return { now: new Date(clock.now()).toISOString(), ...clock.setting() }
}

function turn(clock: Clock, fields: Fields): void {
  const [order, ...others] = Object.keys(fields)
  if (order === undefined || others.length > 0) {
    throw new AdminRefusal('clock', `Give exactly one of: ${clockOrders.join(', ')}.`)
  }
  const value = fields[order]
  if (order === 'set') clock.set(instantOf('set', value))
  else if (order === 'advance') clock.advance(millisecondsOf('advance', value))
  else if (order === 'freeze') clock.freeze(isYes(value) ? undefined : instantOf('freeze', value))
  else if (!isYes(value)) throw new AdminRefusal(order, `'${order}' takes true and nothing else.`)
  else if (order === 'resume') clock.resume()
  else clock.real()
}

const isYes = (value: unknown) => value === true || value === 'true'

function cancelled(faults: Faults, id: string | undefined): number {
  const count = faults.cancel(id)
  if (id !== undefined && count === 0) {
    const ids = faults.list().map((fault) => fault.id)
    throw new AdminRefusal('id', `There is no fault '${id}'. There are: ${ids.join(', ') || 'none'}.`)
  }
  return count
}

function filterOf({ query }: Exchange, platforms: readonly Platform[]): LedgerFilter {
  for (const name of query.keys()) {
    if (!['platform', 'call', 'since', 'limit', 'format'].includes(name)) {
      throw new AdminRefusal(name, `The filters are: platform, call, since, limit, format.`)
    }
  }
  const platform = query.get('platform')
  const names = platforms.map(({ name }) => name as string)
  if (platform !== null && !names.includes(platform)) {
    throw new AdminRefusal('platform', `'platform' is one of: ${names.join(', ')}.`)
  }
  const whole = (name: string) => {
    const text = query.get(name)
    if (text === null) return {}
    if (!/^\d{1,15}$/.test(text)) throw new AdminRefusal(name, `'${name}' is a whole number, zero or more.`)
    return { [name]: Number(text) }
  }
  const call = query.get('call')
  return {
    ...(platform === null ? {} : { platform }),
    ...(call === null ? {} : { call }),
    ...whole('since'),
    ...whole('limit'),
  }
}

const rowsAnswer = ({ query }: Exchange, rows: readonly unknown[]) =>
  query.get('format') === 'json' ? done(rows) : jsonLines(rows)

/**
 * Finds a simulation. Without a platform's name, simulations of a person's access take precedence over those
 * of single platforms.
 */
function simulationOf(platforms: readonly Platform[], platform: string | undefined, name: string) {
  if (platform === undefined && Object.hasOwn(accessSimulations, name)) return accessSimulations[name]
  const known = platforms
    .filter((one) => platform === undefined || one.name === platform)
    .flatMap(({ simulations = {} }) => (Object.hasOwn(simulations, name) ? (simulations[name] ?? []) : []))
  return known.length === 1 ? known[0] : undefined
}

function simulationsShown(platforms: readonly Platform[]) {
  const shown = (path: string, all: Platform['simulations']) =>
    Object.entries(all ?? {}).map(([name, { does, takes }]) => ({ path: `${path}${name}`, does, takes }))
  return [
    ...shown('', accessSimulations),
    ...platforms.flatMap((one) => shown(`${one.name}/`, one.simulations)),
  ]
}

function setSwitches(switches: Switches, given: Fields): void {
  const wanted: { group: Record<string, unknown>; name: string; value: unknown }[] = []
  for (const [platform, values] of Object.entries(given)) {
    // `readFields` accepts only the three platforms' names. The groups contain flags and numbers.
    const group = switches[platform as keyof Switches] as Record<string, unknown>
    for (const [name, value] of Object.entries(Object(values))) {
      const field = `${platform}.${name}`
      if (!Object.hasOwn(group, name)) {
        throw new AdminRefusal(field, `The switches of ${platform} are: ${Object.keys(group).join(', ')}.`)
      }
      const kind = typeof group[name]
      const fits =
        typeof value === kind && (kind !== 'number' || (Number.isInteger(value) && Number(value) >= 0))
      if (!fits)
        throw new AdminRefusal(
          field,
          `'${field}' is ${kind === 'number' ? 'a whole number of seconds' : 'true or false'}.`,
        )
      wanted.push({ group, name, value })
    }
  }
  for (const { group, name, value } of wanted) group[name] = value
}
