// The only reader of the environment. All of it is checked at once, and every problem is told at once.

import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Key } from '../base/keyring.ts'
import { type Runtime, systemRuntime } from '../base/runtime.ts'
import type { Limits } from '../guard/limit.ts'
import type { Platform } from '../platforms/kit/names.ts'
import { platformUrls, type VariableName, variables } from './variables.ts'

export interface PlatformConfig {
  readonly mode: 'sandbox' | 'live'
  readonly clientId: string
  readonly clientSecret: string
  readonly apiUrl: string
  readonly authorizeUrl: string
  readonly tokenUrl: string
  readonly withoutScopes?: readonly string[]
}

/** The apps that the sandbox knows from the start. */
export const sandboxApps = {
  social: { clientId: '1234567890123456', clientSecret: 'sandbox-social-secret' },
  search: { clientId: 'sandbox-search.apps.googleusercontent.com', clientSecret: 'sandbox-search-secret' },
  pro: { clientId: 'sandboxpro0001', clientSecret: 'sandbox-pro-secret' },
} as const

export interface Config {
  readonly host: string
  readonly port: number
  /** How users reach the service; empty when not set: then it is the address it listens on. */
  readonly publicUrl: string
  /** Nothing when metrics are switched off. */
  readonly metricsPort: number | undefined
  readonly logLevel: string
  readonly dataDir: string
  readonly databaseUrl: string
  readonly encryptionKeys: readonly [Key, ...Key[]]
  readonly limits: Limits
  readonly bodyLimitBytes: number
  readonly headersTimeoutMs: number
  readonly requestTimeoutMs: number
  readonly drainMs: number
  readonly shutdownTimeoutMs: number
  readonly sandboxPort: number
  readonly sandboxUrl: string
  readonly demo: boolean
  readonly platforms: Readonly<Record<Platform, PlatformConfig>>
  readonly searchService: {
    readonly developerToken: string
    readonly customerId: string
    readonly refreshToken: string
    readonly loginCustomerId: string
  }
}

/** Everything that is wrong with the environment, one line each. */
export class ConfigError extends Error {
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(
      `The configuration has ${problems.length === 1 ? 'a problem' : `${problems.length} problems`}:\n${problems.map((problem) => `  - ${problem}`).join('\n')}\nEvery variable is explained in docs/configuration.md.`,
    )
    this.name = 'ConfigError'
    this.problems = problems
  }
}

type Environment = Readonly<Record<string, string | undefined>>

export function readConfig(
  environment: Environment = process.env,
  runtime: Runtime = systemRuntime(),
): Config {
  const problems: string[] = []
  const read = new Reader(environment, problems)

  const port = read.number('PORT', 0, 65_535)
  const publicUrl = read.url('PUBLIC_URL', '')
  const platforms = {
    social: readPlatform(read, 'SOCIAL', platformUrls.social),
    search: readPlatform(read, 'SEARCH', platformUrls.search),
    pro: {
      ...readPlatform(read, 'PRO', platformUrls.pro),
      withoutScopes: read.choice('PRO_AUDIENCES', ['on', 'off'], 'on') === 'off' ? ['rw_dmp_segments'] : [],
    },
  }
  const live = Object.values(platforms).some(({ mode }) => mode === 'live')
  if (live && !publicUrl.startsWith('https://'))
    problems.push('PUBLIC_URL must be set to the https address of this service while a platform is live.')
  if (live && read.text('ENCRYPTION_KEYS') === '')
    problems.push(
      'ENCRYPTION_KEYS must be set while a platform is live; make a key with: openssl rand -base64 32',
    )
  const demo = read.choice('ADRAIL_DEMO', ['on', 'off'], live ? 'off' : 'on') === 'on'
  if (live && demo) problems.push('ADRAIL_DEMO must not be on while a platform is live.')

  const databaseUrl = read.text('DATABASE_URL')
  if (databaseUrl !== '' && !/^postgres(ql)?:\/\//.test(databaseUrl))
    problems.push('DATABASE_URL must be a PostgreSQL URL, postgresql://…')

  const dataDir = resolve(read.text('DATA_DIR') || './data')
  const config = {
    host: read.text('HOST') || '127.0.0.1',
    port,
    publicUrl,
    metricsPort: read.text('METRICS_PORT') === 'off' ? undefined : read.number('METRICS_PORT', 0, 65_535),
    logLevel: read.choice('LOG_LEVEL', ['debug', 'info', 'warn', 'error', 'silent'], 'info'),
    dataDir,
    databaseUrl,
    limits: {
      requestsPerMinute: read.number('RATE_LIMIT_PER_MINUTE', 1, 10_000_000),
      burst: read.number('RATE_LIMIT_BURST', 1, 10_000_000),
      inFlightPerKey: read.number('RATE_LIMIT_IN_FLIGHT', 1, 1_000_000),
      inFlight: read.number('MAX_IN_FLIGHT', 1, 1_000_000),
    },
    bodyLimitBytes: read.number('BODY_LIMIT_BYTES', 1024, 16 * 1024 * 1024),
    headersTimeoutMs: read.number('HEADERS_TIMEOUT_MS', 10, 600_000),
    requestTimeoutMs: read.number('REQUEST_TIMEOUT_MS', 10, 600_000),
    drainMs: read.number('DRAIN_MS', 0, 600_000),
    shutdownTimeoutMs: read.number('SHUTDOWN_TIMEOUT_MS', 0, 600_000),
    sandboxPort: read.number('SANDBOX_PORT', 0, 65_535),
    sandboxUrl: read.url('SANDBOX_URL', ''),
    demo,
    platforms,
    searchService: {
      developerToken: read.text('SEARCH_DEVELOPER_TOKEN'),
      customerId: read.digits('SEARCH_SERVICE_CUSTOMER_ID'),
      refreshToken: read.text('SEARCH_SERVICE_REFRESH_TOKEN'),
      loginCustomerId: read.digits('SEARCH_SERVICE_LOGIN_CUSTOMER_ID'),
    },
  }
  if (config.headersTimeoutMs > config.requestTimeoutMs)
    problems.push(
      'HEADERS_TIMEOUT_MS must not be more than REQUEST_TIMEOUT_MS: the headers are a part of the request.',
    )
  const keys = read.keys('ENCRYPTION_KEYS')
  if (problems.length > 0) throw new ConfigError(problems)

  // Generated last: a configuration with problems leaves nothing behind.
  const [first, ...others] = keys
  const encryptionKeys: [Key, ...Key[]] = first ? [first, ...others] : [generatedKey(dataDir, runtime)]
  return Object.freeze({ ...config, encryptionKeys })
}

function readPlatform(
  read: Reader,
  name: 'SOCIAL' | 'SEARCH' | 'PRO',
  urls: { api: string; authorize: string; token: string },
): PlatformConfig {
  const mode = read.choice(`ADRAIL_${name}`, ['sandbox', 'live'], 'sandbox')
  const credential = (variable: VariableName) => {
    const value = read.text(variable)
    if (mode === 'live' && value === '')
      read.problems.push(`${variable} must be set while ADRAIL_${name} is live.`)
    return value
  }
  return {
    mode,
    clientId: credential(`${name}_CLIENT_ID`),
    clientSecret: credential(`${name}_CLIENT_SECRET`),
    apiUrl: read.url(`${name}_API_URL`, urls.api),
    authorizeUrl: read.url(`${name}_AUTHORIZE_URL`, urls.authorize),
    tokenUrl: read.url(`${name}_TOKEN_URL`, urls.token),
  }
}

class Reader {
  readonly problems: string[]
  readonly #environment: Environment

  constructor(environment: Environment, problems: string[]) {
    this.#environment = environment
    this.problems = problems
  }

  text(name: VariableName): string {
    return this.#environment[name]?.trim() ?? ''
  }

  number(name: VariableName, least: number, most: number): number {
    const text = this.text(name) || (variables.find((variable) => variable.name === name)?.fallback ?? '')
    const value = /^[0-9]+$/.test(text) ? Number(text) : Number.NaN
    if (!(value >= least && value <= most))
      this.problems.push(`${name} must be a whole number from ${least} to ${most}, not "${text}".`)
    return value
  }

  choice<const Choice extends string>(
    name: VariableName,
    choices: readonly Choice[],
    fallback: Choice,
  ): Choice {
    const text = this.text(name)
    const chosen = choices.find((choice) => choice === text)
    if (text !== '' && chosen === undefined)
      this.problems.push(`${name} must be ${choices.join(' or ')}, not "${text}".`)
    return chosen ?? fallback
  }

  url(name: VariableName, fallback: string): string {
    const text = this.text(name) || fallback
    if (text !== '' && (!/^https?:\/\//.test(text) || !URL.canParse(text)))
      this.problems.push(`${name} must be an http or https URL, not "${text}".`)
    return text.replace(/\/+$/, '')
  }

  digits(name: VariableName): string {
    const text = this.text(name).replaceAll('-', '')
    if (text !== '' && !/^[0-9]{1,20}$/.test(text)) this.problems.push(`${name} must be digits.`)
    return text
  }

  keys(name: VariableName): Key[] {
    const entries = this.text(name)
      .split(',')
      .filter((entry) => entry.trim() !== '')
    const keys: Key[] = []
    for (const [index, entry] of entries.entries()) {
      const [, id, text] = /^([a-z0-9]{1,16}):([A-Za-z0-9+/_-]+=*)$/.exec(entry.trim()) ?? []
      const bytes = Buffer.from(text ?? '', 'base64')
      if (!id || bytes.length !== 32)
        this.problems.push(
          `${name}: entry ${index + 1} must be an id of lower-case letters and digits, a colon, and 32 bytes in base64.`,
        )
      else if (keys.some((key) => key.id === id))
        this.problems.push(`${name}: the id "${id}" stands there twice.`)
      else keys.push({ id, bytes })
    }
    return keys
  }
}

/** The sandbox needs no key from anybody: one is made in the data folder, readable by its owner only. */
function generatedKey(dataDir: string, runtime: Runtime): Key {
  const file = join(dataDir, 'encryption.key')
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    try {
      // Fails when another process made it a moment ago; then that one counts.
      writeFileSync(file, `${runtime.randomBytes(32).toString('base64')}\n`, { mode: 0o600, flag: 'wx' })
    } catch (error) {
      if ((error as { code?: string }).code !== 'EEXIST') throw error
    }
  }
  if (statSync(file).mode & 0o077)
    throw new ConfigError([`${file} can be read by others; make it private with: chmod 600 ${file}`])
  const bytes = Buffer.from(readFileSync(file, 'utf8').trim(), 'base64')
  if (bytes.length !== 32)
    throw new ConfigError([
      `${file} does not hold 32 bytes in base64; restore it, or start with an empty DATA_DIR.`,
    ])
  return { id: 'local', bytes }
}
