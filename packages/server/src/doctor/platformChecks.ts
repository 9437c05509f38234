// Checks of each platform that need no user: hosts, app, redirect URI, version and clock.

import { type Platform, platformFacts, platforms } from '@adrail/contract'
import type { OnExchange, PlatformAssembly } from '../assembly.ts'
import type { Config } from '../config/config.ts'
import { maxSkewMs } from '../platforms/connector-kit/clockWatch.ts'
import { makeUpstream } from '../platforms/connector-kit/upstream.ts'
import { UpstreamFailure } from '../platforms/connector-kit/upstreamFailure.ts'
import { countDaysLeft, findVersionProblem } from '../platforms/connector-kit/versions.ts'
import { definitionOf } from '../platforms/index.ts'
import type { Runtime } from '../runtime/runtime.ts'
import { readClock } from '../store/readClock.ts'
import type { Store } from '../store/tables.ts'
import { brokenFinding, type Finding, noteFinding, okFinding, warningFinding } from './finding.ts'

const conjunctionFormat = new Intl.ListFormat('en-GB', { type: 'conjunction' })

/** Collects information from the headers of platform responses. */
export class HeaderCollector {
  /** The value is the host's clock minus the clock of this machine, in milliseconds. */
  readonly #offsetsMs = new Map<string, number>()
  readonly #accessTiers = new Map<Platform, Set<string>>()
  readonly #runtime: Runtime

  constructor(runtime: Runtime) {
    this.#runtime = runtime
  }

  readonly record: OnExchange = ({ url }, { headers }) => {
    const date = Date.parse(headers['date'] ?? '')
    if (!Number.isNaN(date)) this.#offsetsMs.set(new URL(url).host, date - this.#runtime.now())
    for (const platform of platforms) {
      const tiers = definitionOf(platform).accessTiers?.parseHeaders(headers) ?? []
      this.#accessTiers.set(platform, new Set([...this.listAccessTiers(platform), ...tiers]))
    }
  }

  /** Lists the app's access tiers that responses of the platform stated. */
  listAccessTiers(platform: Platform): readonly string[] {
    return [...(this.#accessTiers.get(platform) ?? [])]
  }

  clockOffsets(): readonly (readonly [string, number])[] {
    return [...this.#offsetsMs]
  }
}

export async function checkHosts(
  platform: Platform,
  { appConfigs, upstream }: PlatformAssembly,
): Promise<Finding[]> {
  const { apiUrl, authorizeUrl, tokenUrl } = appConfigs[platform]
  const origins = [...new Set([apiUrl, authorizeUrl, tokenUrl].map((url) => new URL(url).origin))]
  const problems: Finding[] = []
  for (const origin of origins)
    try {
      // Any status proves that the host responds.
      await upstream.send({
        callName: `${platform} host`,
        method: 'GET',
        url: `${origin}/`,
        maxBytes: 1024,
        truncate: true,
      })
    } catch (error) {
      if (!(error instanceof UpstreamFailure)) throw error
      problems.push(
        brokenFinding(platform, 'host', `${origin} does not respond: ${error.message}`, hostTodo(origin)),
      )
    }
  const hosts = origins.map((origin) => new URL(origin).host).join(', ')
  return problems.length > 0 ? problems : [okFinding(platform, 'host', `${hosts} ${verb(origins)}.`)]
}

function verb(origins: readonly string[]): string {
  return origins.length === 1 ? 'responds' : 'respond'
}

function hostTodo(origin: string): string {
  return /localhost|127\.0\.0\.1/.test(origin)
    ? 'Start the service, which runs the sandbox, or set SANDBOX_URL to another sandbox.'
    : 'Check the DNS, firewall and proxy settings on this machine. The service must be able to reach this host over HTTPS.'
}

export async function checkPlatform(
  platform: Platform,
  config: Config,
  platformAssembly: PlatformAssembly,
): Promise<Finding[]> {
  const app = await checkApp(platform, config, platformAssembly)
  const redirect = await checkRedirect(platform, config, platformAssembly)
  return [app, redirect, checkVersion(platform, platformAssembly)]
}

async function checkApp(
  platform: Platform,
  config: Config,
  { providers }: PlatformAssembly,
): Promise<Finding> {
  const { variablePrefix } = platformFacts[platform]
  const isLive = config.platforms[platform].mode === 'live'
  try {
    const appStatus = await providers[platform].checkApp()
    if (appStatus.kind === 'accepted')
      return okFinding(platform, 'app', 'The platform accepts the id and secret of this app.')
    if (appStatus.kind === 'refused') {
      const todo = isLive
        ? `Compare ${variablePrefix}_CLIENT_ID and ${variablePrefix}_CLIENT_SECRET with the values in the platform's console.`
        : 'Check that the sandbox is from this release. To see its apps, open /_sandbox/people.'
      return brokenFinding(platform, 'app', `The platform refuses this app: ${appStatus.reason}.`, todo)
    }
    return warningFinding(
      platform,
      'app',
      `The platform did not report whether it accepts this app: ${appStatus.reason}.`,
      retryAdvice,
    )
  } catch (error) {
    if (!(error instanceof UpstreamFailure)) throw error
    return warningFinding(
      platform,
      'app',
      `The platform did not report whether it accepts this app: ${error.message}`,
      retryAdvice,
    )
  }
}

const retryAdvice =
  "Run the doctor again in a few minutes. If the problem persists, check the platform's status page."

/**
 * A platform that knows the redirect URI shows its sign-in or
 * consent page. Otherwise it shows an error at once.
 */
async function checkRedirect(
  platform: Platform,
  config: Config,
  { providers, upstream }: PlatformAssembly,
): Promise<Finding> {
  const redirectUri = `${config.publicUrl || `http://localhost:${config.port}`}/connect/callback/${platform}`
  const authorizeParams = {
    state: 'doctor',
    redirectUri,
    challenge: 'd'.repeat(43),
    rerequestDeclined: false,
  }
  const todo = `Register exactly this URL on the platform, and check ${platformFacts[platform].variablePrefix}_CLIENT_ID.`
  try {
    const url = providers[platform].buildAuthorizeUrl(authorizeParams)
    const { status, headers } = await upstream.send({ callName: `${platform} dialog`, method: 'GET', url })
    // https://developers.google.com/identity/protocols/oauth2/web-server#authorization-errors-redirect-uri-mismatch
    const isRefused = (status >= 400 && status < 500) || /\/oauth\/error/.test(headers['location'] ?? '')
    if (isRefused)
      return brokenFinding(
        platform,
        'redirect',
        `The platform does not redirect users to ${redirectUri}.`,
        todo,
      )
    if (config.platforms[platform].mode === 'sandbox')
      return okFinding(platform, 'redirect', `The platform redirects users to ${redirectUri}.`)
  } catch (error) {
    if (!(error instanceof UpstreamFailure)) throw error
  }
  const description = `Users return to ${redirectUri}. Only a sign-in can show whether this URL is registered.`
  return noteFinding(platform, 'redirect', description, todo)
}

function checkVersion(platform: Platform, { appConfigs, times }: PlatformAssembly): Finding {
  const { version } = appConfigs[platform]
  const now = times[platform]()
  const { versions } = definitionOf(platform)
  const days = countDaysLeft(versions, version, now)
  const problem = findVersionProblem(versions, version, now)
  const todo = `Upgrade adrail. Until then, set ${platformFacts[platform].variablePrefix}_API_VERSION as described in docs/configuration.md.`
  if (problem !== undefined)
    return (days === 0 ? brokenFinding : warningFinding)(
      platform,
      'version',
      `API version ${version} ${problem}`,
      todo,
    )
  const remaining = days === undefined ? 'no end date has been announced' : `${days} days left`
  return okFinding(platform, 'version', `adrail uses API version ${version} (${remaining}).`)
}

/** The doctor warns before the difference is large enough to make the service not ready. */
const warnMs = 20_000

/**
 * The database's clock decides whether the service is ready. A
 * platform's clock only shows which clock is wrong.
 */
export async function checkClock(
  headers: HeaderCollector,
  runtime: Runtime,
  database: Store | undefined,
): Promise<Finding[]> {
  const clocks = [...headers.clockOffsets()]
  if (database) clocks.push([databaseName, (await readClock(database)) - runtime.now()])
  const offClocks = clocks.filter(([, aheadMs]) => Math.abs(aheadMs) >= warnMs)
  if (clocks.length === 0) return []
  if (offClocks.length === 0)
    return [
      okFinding(
        'clock',
        'clock',
        `${conjunctionFormat.format(['This machine', ...clocks.map(([name]) => name)])} agree.`,
      ),
    ]
  return offClocks.map(([name, aheadMs]) => {
    const seconds = Math.round(Math.abs(aheadMs) / 1000)
    const description = `The clock on this machine is ${seconds} seconds ${aheadMs > 0 ? 'behind' : 'ahead of'} ${name}.`
    const isBlocking = name === databaseName && Math.abs(aheadMs) > maxSkewMs
    const todo = isBlocking
      ? 'Synchronize both machines with NTP. Until then, /readyz returns 503.'
      : 'Synchronize this machine and the database with NTP.'
    return (isBlocking ? brokenFinding : warningFinding)('clock', 'clock', description, todo)
  })
}

const databaseName = 'the database'

/** Verifies that the service responds at its public URL. */
export async function checkService({ publicUrl }: Config, runtime: Runtime): Promise<Finding[]> {
  if (publicUrl === '') return []
  const upstream = makeUpstream(runtime, [publicUrl])
  const todo = 'Make sure that the service is running, then check the proxy and PUBLIC_URL.'
  try {
    const { status } = await upstream.send({
      callName: 'service health',
      method: 'GET',
      url: `${publicUrl}/healthz`,
    })
    if (status === 200)
      return [okFinding('configuration', 'service', `The service responds at ${publicUrl}.`)]
    return [warningFinding('configuration', 'service', `${publicUrl}/healthz returns ${status}.`, todo)]
  } catch (error) {
    if (!(error instanceof UpstreamFailure)) throw error
    return [
      warningFinding('configuration', 'service', `${publicUrl} does not respond: ${error.message}`, todo),
    ]
  } finally {
    await upstream.close()
  }
}
