// Checks of each platform that need no user: hosts, app, redirect URI, version and clock.

import type { Platform } from '@adrail/contract'
import type { OnExchange, Outward } from '../assembly.ts'
import type { Runtime } from '../base/runtime.ts'
import type { Config } from '../config/config.ts'
import { maxSkewMs } from '../platforms/kit/clockWatch.ts'
import { makeUpstream } from '../platforms/kit/upstream.ts'
import { UpstreamFailure } from '../platforms/kit/upstreamFailure.ts'
import { daysLeft, versionProblem } from '../platforms/kit/versions.ts'
import { timeOf } from '../store/clock.ts'
import type { Store } from '../store/tables.ts'
import { broken, type Finding, note, ok, warning } from './finding.ts'

const inWords = new Intl.ListFormat('en-GB', { type: 'conjunction' })
const variableOf = { social: 'SOCIAL', search: 'SEARCH', pro: 'PRO' } as const

/** Collects information from the headers of platform responses. */
export class Headers {
  /** The value is the host's clock minus the clock of this machine, in milliseconds. */
  readonly #aheadMs = new Map<string, number>()
  /** The social platform reports these access tiers. */
  readonly tiers = new Set<string>()
  readonly #runtime: Runtime

  constructor(runtime: Runtime) {
    this.#runtime = runtime
  }

  readonly take: OnExchange = ({ url }, { headers }) => {
    const date = Date.parse(headers['date'] ?? '')
    if (!Number.isNaN(date)) this.#aheadMs.set(new URL(url).host, date - this.#runtime.now())
    // https://developers.facebook.com/docs/marketing-api/overview/rate-limiting
    for (const name of ['x-ad-account-usage', 'x-business-use-case-usage'])
      for (const [, tier = ''] of (headers[name] ?? '').matchAll(/"ads_api_access_tier":\s*"(\w+)"/g))
        this.tiers.add(tier)
  }

  clocks(): readonly (readonly [string, number])[] {
    return [...this.#aheadMs]
  }
}

export async function checkHosts(platform: Platform, { endpoints, upstream }: Outward): Promise<Finding[]> {
  const { apiUrl, authorizeUrl, tokenUrl } = endpoints[platform]
  const origins = [...new Set([apiUrl, authorizeUrl, tokenUrl].map((url) => new URL(url).origin))]
  const problems: Finding[] = []
  for (const origin of origins)
    try {
      // Any status proves that the host responds.
      await upstream.send({
        call: `${platform} host`,
        method: 'GET',
        url: `${origin}/`,
        mostBytes: 1024,
        beginningOnly: true,
      })
    } catch (error) {
      if (!(error instanceof UpstreamFailure)) throw error
      problems.push(broken(platform, 'host', `${origin} does not answer: ${error.message}`, hostTodo(origin)))
    }
  const hosts = origins.map((origin) => new URL(origin).host).join(', ')
  return problems.length > 0 ? problems : [ok(platform, 'host', `${hosts} ${verb(origins)}.`)]
}

function verb(origins: readonly string[]): string {
  return origins.length === 1 ? 'answers' : 'answer'
}

function hostTodo(origin: string): string {
  return /localhost|127\.0\.0\.1/.test(origin)
    ? 'Start the service, which runs the sandbox, or say in SANDBOX_URL where another one is.'
    : 'Look at DNS, firewall and proxy of this machine: the service must reach this host over https.'
}

export async function checkPlatform(
  platform: Platform,
  config: Config,
  outward: Outward,
): Promise<Finding[]> {
  const app = await checkApp(platform, config, outward)
  const redirect = await checkRedirect(platform, config, outward)
  return [app, redirect, checkVersion(platform, outward)]
}

async function checkApp(platform: Platform, config: Config, { providers }: Outward): Promise<Finding> {
  const name = variableOf[platform]
  const isLive = config.platforms[platform].mode === 'live'
  try {
    const standing = await providers[platform].checkApp()
    if (standing.kind === 'accepted')
      return ok(platform, 'app', 'The platform takes the id and secret of this app.')
    if (standing.kind === 'refused') {
      const todo = isLive
        ? `Compare ${name}_CLIENT_ID and ${name}_CLIENT_SECRET with the platform's console.`
        : 'Is it a sandbox of this release? Its apps are listed at /_sandbox/people.'
      return broken(platform, 'app', `The platform refuses this app: ${standing.reason}.`, todo)
    }
    return warning(
      platform,
      'app',
      `The platform did not say whether it takes this app: ${standing.reason}.`,
      again,
    )
  } catch (error) {
    if (!(error instanceof UpstreamFailure)) throw error
    return warning(
      platform,
      'app',
      `The platform did not say whether it takes this app: ${error.message}`,
      again,
    )
  }
}

const again = "Run the doctor again in a moment; if it stays so, look at the platform's status page."

/**
 * A platform that knows the redirect URI shows its sign-in or
 * consent page. Otherwise it shows an error at once.
 */
async function checkRedirect(
  platform: Platform,
  config: Config,
  { providers, upstream }: Outward,
): Promise<Finding> {
  const redirectUri = `${config.publicUrl || `http://localhost:${config.port}`}/connect/callback/${platform}`
  const trip = { state: 'doctor', redirectUri, challenge: 'd'.repeat(43), again: false }
  const todo = `Register exactly this address at the platform, and look at ${variableOf[platform]}_CLIENT_ID.`
  try {
    const url = providers[platform].authorizeUrl(trip)
    const { status, headers } = await upstream.send({ call: `${platform} dialog`, method: 'GET', url })
    // https://developers.google.com/identity/protocols/oauth2/web-server#authorization-errors-redirect-uri-mismatch
    const isRefused = (status >= 400 && status < 500) || /\/oauth\/error/.test(headers['location'] ?? '')
    if (isRefused)
      return broken(platform, 'redirect', `The platform does not send users back to ${redirectUri}.`, todo)
    if (config.platforms[platform].mode === 'sandbox')
      return ok(platform, 'redirect', `Users come back to ${redirectUri}.`)
  } catch (error) {
    if (!(error instanceof UpstreamFailure)) throw error
  }
  const says = `Users come back to ${redirectUri}; whether it is registered shows only after a sign-in.`
  return note(platform, 'redirect', says, todo)
}

function checkVersion(platform: Platform, { endpoints, times }: Outward): Finding {
  const { version } = endpoints[platform]
  const now = times[platform]()
  const days = daysLeft(platform, version, now)
  const problem = versionProblem(platform, version, now)
  const todo = `docs/configuration.md says how ${variableOf[platform]}_API_VERSION bridges the time between.`
  if (problem !== undefined)
    return (days === 0 ? broken : warning)(platform, 'version', `Version ${version} ${problem}`, todo)
  const left = days === undefined ? 'no end of it is announced' : `${days} days left`
  return ok(platform, 'version', `Speaks version ${version}, ${left}.`)
}

/** The doctor warns before the difference is large enough to make the service not ready. */
const warnMs = 20_000

/**
 * The database's clock decides whether the service is ready. A
 * platform's clock only shows which clock is wrong.
 */
export async function checkClock(
  headers: Headers,
  runtime: Runtime,
  database: Store | undefined,
): Promise<Finding[]> {
  const clocks = [...headers.clocks()]
  if (database) clocks.push([theDatabase, (await timeOf(database)) - runtime.now()])
  const wrong = clocks.filter(([, aheadMs]) => Math.abs(aheadMs) >= warnMs)
  if (clocks.length === 0) return []
  if (wrong.length === 0)
    return [
      ok('clock', 'clock', `${inWords.format(['This machine', ...clocks.map(([name]) => name)])} agree.`),
    ]
  return wrong.map(([name, aheadMs]) => {
    const seconds = Math.round(Math.abs(aheadMs) / 1000)
    const says = `The clock of this machine is ${seconds} seconds ${aheadMs > 0 ? 'behind' : 'ahead of'} ${name}.`
    const stops = name === theDatabase && Math.abs(aheadMs) > maxSkewMs
    const todo = stops
      ? 'Synchronize both machines with NTP: until then /readyz returns 503.'
      : 'Synchronize this machine and the database with NTP.'
    return (stops ? broken : warning)('clock', 'clock', says, todo)
  })
}

const theDatabase = 'the database'

/** Verifies that the service responds at its public URL. */
export async function checkService({ publicUrl }: Config, runtime: Runtime): Promise<Finding[]> {
  if (publicUrl === '') return []
  const upstream = makeUpstream(runtime, [publicUrl])
  const todo = 'Start the service, then look at the proxy in front of it and at PUBLIC_URL.'
  try {
    const { status } = await upstream.send({
      call: 'service health',
      method: 'GET',
      url: `${publicUrl}/healthz`,
    })
    if (status === 200) return [ok('configuration', 'service', `The service answers at ${publicUrl}.`)]
    return [warning('configuration', 'service', `${publicUrl}/healthz answers ${status}.`, todo)]
  } catch (error) {
    if (!(error instanceof UpstreamFailure)) throw error
    return [warning('configuration', 'service', `${publicUrl} does not answer: ${error.message}`, todo)]
  } finally {
    await upstream.close()
  }
}
