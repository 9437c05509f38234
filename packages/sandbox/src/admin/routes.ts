// The routes of the admin surface, each with the fields that it accepts.

import type { Clock } from '../core/clock.ts'
import type { Exchange, HttpResponse, Simulation } from '../core/exchange.ts'
import type { FaultOrder, Faults } from '../core/faults.ts'
import type { LedgerFilter } from '../core/ledger.ts'
import { createSnapshot, parseSnapshot } from '../core/persistence.ts'
import type { Switches } from '../core/state.ts'
import { issueStandingTokens } from '../oauth/grants.ts'
import { accessSimulations } from '../oauth/simulations.ts'
import { platformNames } from '../platforms/index.ts'
import type { PlatformDefinition } from '../platforms/platformDefinition.ts'
import { type AdminFields, AdminInputError, readDuration, readFields, readInstant } from './adminInput.ts'
import type { SandboxDeps } from './deps.ts'
import { listPeople } from './listing.ts'
import { computePulse, pageTime } from './pulse.ts'

export interface AdminRoute {
  readonly method: string
  /** Matches the path after the prefix. */
  readonly path: RegExp
  /** The path as `GET /_sandbox/` lists it. */
  readonly displayPath: string
  /**
   * Callers on other machines may use the route. A service on another machine follows the sandbox's clock
   * with it.
   */
  readonly isPublic?: true
  respond(
    exchange: Exchange,
    deps: SandboxDeps,
    params: Readonly<Record<string, string>>,
  ): HttpResponse | Promise<HttpResponse>
}

export const adminPrefix = '/_sandbox'

const jsonResponse = (body: unknown): HttpResponse => ({ status: 200, body })

const jsonLinesResponse = (rows: readonly unknown[]): HttpResponse => ({
  status: 200,
  headers: { 'content-type': 'application/jsonl; charset=utf-8' },
  body: rows.map((row) => `${JSON.stringify(row)}\n`).join(''),
})

export const adminRoutes: readonly AdminRoute[] = [
  {
    method: 'GET',
    path: /^$/,
    displayPath: '/',
    respond: () =>
      jsonResponse({
        routes: adminRoutes.map(({ method, displayPath }) => `${method} ${adminPrefix}${displayPath}`),
      }),
  },
  {
    method: 'GET',
    path: /^\/people$/,
    displayPath: '/people',
    respond: (exchange) => jsonResponse(listPeople(exchange.state, exchange.origin)),
  },
  {
    method: 'POST',
    path: /^\/people\/(?<person>\w+)\/tokens$/,
    displayPath: '/people/{person}/tokens',
    respond(exchange, { platforms, markChanged }, { person = '' }) {
      if (!Object.hasOwn(exchange.state.people, person)) {
        throw new AdminInputError(
          'person',
          `The people are: ${Object.keys(exchange.state.people).join(', ')}.`,
        )
      }
      for (const { oauth } of platforms) issueStandingTokens(exchange.state, oauth, person, exchange.now)
      markChanged()
      return jsonResponse(
        listPeople(exchange.state, exchange.origin).people.find(({ key }) => key === person),
      )
    },
  },
  {
    method: 'GET',
    path: /^\/world$/,
    displayPath: '/world',
    isPublic: true,
    respond: (_, { world }) => jsonResponse(world()),
  },
  {
    method: 'GET',
    path: /^\/pulse$/,
    displayPath: '/pulse',
    respond: ({ now }, deps) => jsonResponse({ pulse: computePulse(deps), ...pageTime(now) }),
  },
  {
    method: 'GET',
    path: /^\/clock$/,
    displayPath: '/clock',
    respond: (_, { clock }) => jsonResponse(describeClock(clock)),
  },
  {
    method: 'POST',
    path: /^\/clock$/,
    displayPath: '/clock',
    respond(exchange, { clock, markChanged }) {
      applyClockAction(clock, readFields(exchange, clockActions))
      markChanged()
      return jsonResponse(describeClock(clock))
    },
  },
  {
    method: 'POST',
    path: /^\/reset$/,
    displayPath: '/reset',
    respond(exchange, { reset, state }) {
      const { seed } = readFields(exchange, ['seed'])
      if (seed !== undefined && typeof seed !== 'string')
        throw new AdminInputError('seed', `'seed' must be text.`)
      reset(seed)
      return jsonResponse({ seed: state().seed, seededAt: new Date(state().seededAt).toISOString() })
    },
  },
  {
    method: 'GET',
    path: /^\/snapshot$/,
    displayPath: '/snapshot',
    respond: (_, { state, clock }) => jsonResponse(createSnapshot(state(), clock.setting())),
  },
  {
    method: 'PUT',
    path: /^\/snapshot$/,
    displayPath: '/snapshot',
    respond(exchange, { restore, clock }) {
      restore(parseSnapshot(exchange.body.toString('utf8'), platformNames))
      return jsonResponse({ restored: true, clock: describeClock(clock) })
    },
  },
  {
    method: 'GET',
    path: /^\/faults$/,
    displayPath: '/faults',
    respond: (_, { faults }) =>
      jsonResponse({ faults: faults.list(), unspent: faults.unspent().map(({ id }) => id) }),
  },
  {
    method: 'POST',
    path: /^\/faults$/,
    displayPath: '/faults',
    respond(exchange, { faults }) {
      // `action` itself validates every field.
      return { status: 201, body: faults.order(readFields(exchange, faultFields) as unknown as FaultOrder) }
    },
  },
  {
    method: 'DELETE',
    path: /^\/faults(\/(?<id>\w+))?$/,
    displayPath: '/faults[/{id}]',
    respond: (_, { faults }, { id }) => jsonResponse({ cancelled: cancelFaults(faults, id) }),
  },
  {
    // The same as DELETE, for forms, which cannot send that method.
    method: 'POST',
    path: /^\/faults\/(?<id>\w+)\/cancel$/,
    displayPath: '/faults/{id}/cancel',
    respond: (_, { faults }, { id }) => jsonResponse({ cancelled: cancelFaults(faults, id) }),
  },
  {
    method: 'POST',
    path: /^\/faults\/(?<id>\w+)\/release$/,
    displayPath: '/faults/{id}/release',
    respond: (_, { faults }, { id }) => jsonResponse({ released: faults.release(id) }),
  },
  {
    method: 'GET',
    path: /^\/requests$/,
    displayPath: '/requests',
    respond: (exchange, { ledger, platforms }) =>
      rowsResponse(exchange, ledger.list(parseLedgerFilter(exchange, platforms))),
  },
  {
    method: 'DELETE',
    path: /^\/requests$/,
    displayPath: '/requests',
    respond(_, { ledger }) {
      ledger.clear()
      return jsonResponse({ cleared: true })
    },
  },
  {
    method: 'GET',
    path: /^\/effects$/,
    displayPath: '/effects',
    respond: (exchange, { ledger, platforms }) =>
      rowsResponse(exchange, ledger.effects(parseLedgerFilter(exchange, platforms))),
  },
  {
    method: 'GET',
    path: /^\/calls$/,
    displayPath: '/calls',
    respond: (_, { platforms }) =>
      jsonResponse({
        calls: platforms.flatMap((platform) =>
          platform.calls.map(({ name, methods, path, docsUrl }) => ({
            platform: platform.name,
            name,
            methods,
            path: path.source,
            source: docsUrl,
          })),
        ),
      }),
  },
  {
    method: 'GET',
    path: /^\/redirect-uris$/,
    displayPath: '/redirect-uris',
    respond: ({ state }) =>
      jsonResponse({ loopback: 'every port and path', redirectUris: state.redirectUris }),
  },
  {
    method: 'POST',
    path: /^\/redirect-uris$/,
    displayPath: '/redirect-uris',
    respond(exchange, { markChanged }) {
      const { uri } = readFields(exchange, ['uri'])
      if (typeof uri !== 'string' || !URL.canParse(uri) || uri.includes('#')) {
        throw new AdminInputError(
          'uri',
          `'uri' must be an absolute URL without a fragment, such as 'https://app.example/callback'.`,
        )
      }
      const { redirectUris } = exchange.state
      if (!redirectUris.includes(uri)) redirectUris.push(uri)
      markChanged()
      return jsonResponse({ redirectUris })
    },
  },
  {
    method: 'DELETE',
    path: /^\/redirect-uris$/,
    displayPath: '/redirect-uris',
    respond({ state }, { markChanged }) {
      state.redirectUris.length = 0
      markChanged()
      return jsonResponse({ redirectUris: [] })
    },
  },
  {
    method: 'GET',
    path: /^\/switches$/,
    displayPath: '/switches',
    respond: ({ state }) => jsonResponse(state.switches),
  },
  {
    method: 'POST',
    path: /^\/switches$/,
    displayPath: '/switches',
    respond(exchange, { markChanged }) {
      updateSwitches(exchange.state.switches, readFields(exchange, platformNames))
      markChanged()
      return jsonResponse(exchange.state.switches)
    },
  },
  {
    method: 'GET',
    path: /^\/variation$/,
    displayPath: '/variation',
    respond: (_exchange, { variation }) => jsonResponse(variation() ?? { seed: null, kinds: [] }),
  },
  {
    method: 'POST',
    path: /^\/variation$/,
    displayPath: '/variation',
    respond(exchange, { variation, setVariation }) {
      const { seed } = readFields(exchange, ['seed'])
      if (seed !== null && !/^[\w.-]{1,64}$/.test(typeof seed === 'string' ? seed : ''))
        throw new AdminInputError(
          'seed',
          'A seed must have 1 to 64 letters, digits, dots or dashes. To end the variation, send null.',
        )
      setVariation(seed === null ? undefined : String(seed))
      return jsonResponse(variation() ?? { seed: null, kinds: [] })
    },
  },
  {
    method: 'GET',
    path: /^\/simulate$/,
    displayPath: '/simulate',
    respond: (_, { platforms }) => jsonResponse({ simulations: listSimulations(platforms) }),
  },
  {
    method: 'POST',
    path: /^\/simulate\/(?:(?<platform>\w+)\/)?(?<name>\w+)$/,
    displayPath: '/simulate/[{platform}/]{name}',
    async respond(exchange, { platforms, markChanged }, { platform, name = '' }) {
      const simulation = findSimulation(platforms, platform, name)
      if (simulation === undefined) {
        const names = listSimulations(platforms).map((entry) => entry.path)
        throw new AdminInputError('name', `Unknown simulation. The simulations are: ${names.join(', ')}.`)
      }
      const input = readFields(exchange, Object.keys(simulation.inputTexts))
      const result = await simulation.run(exchange.state, input, exchange.now)
      markChanged()
      return jsonResponse(result)
    },
  },
]

const clockActions = ['set', 'advance', 'freeze', 'resume', 'real'] as const

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

function describeClock(clock: Clock): Record<string, unknown> {
  return { now: new Date(clock.now()).toISOString(), ...clock.setting() }
}

function applyClockAction(clock: Clock, fields: AdminFields): void {
  const [action, ...others] = Object.keys(fields)
  if (action === undefined || others.length > 0) {
    throw new AdminInputError('clock', `Specify exactly one of: ${clockActions.join(', ')}.`)
  }
  const value = fields[action]
  if (action === 'set') clock.set(readInstant('set', value))
  else if (action === 'advance') clock.advance(readDuration('advance', value))
  else if (action === 'freeze') clock.freeze(isTrue(value) ? undefined : readInstant('freeze', value))
  else if (!isTrue(value)) throw new AdminInputError(action, `'${action}' must be true.`)
  else if (action === 'resume') clock.resume()
  else clock.real()
}

const isTrue = (value: unknown) => value === true || value === 'true'

function cancelFaults(faults: Faults, id: string | undefined): number {
  const count = faults.cancel(id)
  if (id !== undefined && count === 0) {
    const ids = faults.list().map((fault) => fault.id)
    throw new AdminInputError('id', `No fault '${id}'. The faults are: ${ids.join(', ') || 'none'}.`)
  }
  return count
}

function parseLedgerFilter({ query }: Exchange, platforms: readonly PlatformDefinition[]): LedgerFilter {
  for (const name of query.keys()) {
    if (!['platform', 'call', 'since', 'limit', 'format'].includes(name)) {
      throw new AdminInputError(name, `The filters are: platform, call, since, limit, format.`)
    }
  }
  const platform = query.get('platform')
  const names = platforms.map(({ name }) => name as string)
  if (platform !== null && !names.includes(platform)) {
    throw new AdminInputError('platform', `'platform' must be one of: ${names.join(', ')}.`)
  }
  const readInteger = (name: string) => {
    const text = query.get(name)
    if (text === null) return {}
    if (!/^\d{1,15}$/.test(text))
      throw new AdminInputError(name, `'${name}' must be a whole number, zero or more.`)
    return { [name]: Number(text) }
  }
  const call = query.get('call')
  return {
    ...(platform === null ? {} : { platform }),
    ...(call === null ? {} : { call }),
    ...readInteger('since'),
    ...readInteger('limit'),
  }
}

const rowsResponse = ({ query }: Exchange, rows: readonly unknown[]) =>
  query.get('format') === 'json' ? jsonResponse(rows) : jsonLinesResponse(rows)

/**
 * Finds a simulation. Without a platform's name, simulations of a person's access take precedence over those
 * of single platforms.
 */
function findSimulation(
  platforms: readonly PlatformDefinition[],
  platform: string | undefined,
  name: string,
) {
  if (platform === undefined && Object.hasOwn(accessSimulations, name)) return accessSimulations[name]
  const candidates = platforms
    .filter((candidate) => platform === undefined || candidate.name === platform)
    .flatMap(({ simulations }) => (Object.hasOwn(simulations, name) ? (simulations[name] ?? []) : []))
  return candidates.length === 1 ? candidates[0] : undefined
}

function listSimulations(platforms: readonly PlatformDefinition[]) {
  const describeAll = (path: string, simulations: Readonly<Record<string, Simulation>>) =>
    Object.entries(simulations).map(([name, { description, inputTexts }]) => ({
      path: `${path}${name}`,
      does: description,
      takes: inputTexts,
    }))
  return [
    ...describeAll('', accessSimulations),
    ...platforms.flatMap((platform) => describeAll(`${platform.name}/`, platform.simulations)),
  ]
}

function updateSwitches(switches: Switches, fields: AdminFields): void {
  const updates: { group: Record<string, unknown>; name: string; value: unknown }[] = []
  for (const [platform, values] of Object.entries(fields)) {
    // `readFields` accepts only the platforms' names. The groups contain flags and numbers.
    const group = switches[platform as keyof Switches] as unknown as Record<string, unknown>
    for (const [name, value] of Object.entries(Object(values))) {
      const field = `${platform}.${name}`
      if (!Object.hasOwn(group, name)) {
        throw new AdminInputError(field, `The switches of ${platform} are: ${Object.keys(group).join(', ')}.`)
      }
      const expectedType = typeof group[name]
      const isValid =
        typeof value === expectedType &&
        (expectedType !== 'number' || (Number.isInteger(value) && Number(value) >= 0))
      if (!isValid)
        throw new AdminInputError(
          field,
          `'${field}' is ${expectedType === 'number' ? 'a whole number of seconds' : 'true or false'}.`,
        )
      updates.push({ group, name, value })
    }
  }
  for (const { group, name, value } of updates) group[name] = value
}
