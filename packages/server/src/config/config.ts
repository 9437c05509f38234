// The only reader of the environment. Checks all variables at once and reports every problem at once.

import { existsSync } from 'node:fs'
import type { BlockList } from 'node:net'
import { resolve } from 'node:path'
import { findNearestName, platforms } from '@adrail/contract'
import type { RequestLimits } from '../admission/requestLimiter.ts'
import type { EncryptionKey } from '../encryption/keyring.ts'
import { findLocalKey, writeLocalKey } from '../encryption/localKey.ts'
import type { PlatformSettings } from '../platforms/index.ts'
import { type Runtime, systemRuntime } from '../runtime/runtime.ts'
import { isVariable, type Variable, type Variables, type VariableValues } from '../variables/variable.ts'
import type { Ports } from '../variables/variableKinds.ts'
import { listVariables, variables } from './variables.ts'

export type Role = 'all' | 'api' | 'worker'

export interface Config {
  /** Whether this process handles requests, background work, or both. */
  readonly role: Role
  /** A warning for each variable that has adrail's prefix but is not a setting. */
  readonly unknownSettings: readonly string[]
  readonly host: string
  readonly port: number
  /**
   * The address under which users reach the service. Empty if not set, which means the address that it
   * listens on.
   */
  readonly publicUrl: string
  /** The operator's own proxies, whose forwarding headers are trusted. */
  readonly trustedProxies: BlockList
  /** Undefined if metrics are turned off. */
  readonly metricsPort: number | undefined
  readonly metricsHost: string
  readonly logLevel: string
  /** Which request lines contain the address of the client. */
  readonly logAddresses: 'refused' | 'all'
  readonly dataDir: string
  readonly databaseUrl: string
  readonly encryptionKeys: readonly [EncryptionKey, ...EncryptionKey[]]
  readonly eventRetentionDays: number
  /** How many bytes of images a workspace can store. */
  readonly imageQuotaBytes: number
  /** Whether adrail reads leads. */
  readonly readsLeads: boolean
  /** How long the answers of leads are stored. 0 means that they are not stored. */
  readonly leadRetentionDays: number
  /** Whether adrail polls all linked ad accounts. */
  readonly pollsAccounts: boolean
  readonly requestLimits: RequestLimits
  readonly unauthenticatedLimits: { readonly perMinute: number; readonly burst: number }
  readonly totalBodiesLimitBytes: number
  readonly bodyLimitBytes: number
  /** For files, apart from other bodies. */
  readonly totalUploadsLimitBytes: number
  readonly headersTimeoutMs: number
  readonly requestTimeoutMs: number
  readonly drainMs: number
  readonly shutdownTimeoutMs: number
  readonly sandboxPort: number
  readonly sandboxHost: string
  readonly sandboxUrl: string
  /** The seed of varied responses. Empty if the responses do not vary. */
  readonly sandboxVariationSeed: string
  readonly isDemoEnabled: boolean
  /** Ports of this machine at which every workspace can receive webhooks while no platform is live. */
  readonly webhookLocalPorts: Ports
  readonly platforms: PlatformSettings
}

/** Reports all problems of the environment, one line each. */
export class ConfigError extends Error {
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(
      `The configuration has ${problems.length === 1 ? 'a problem' : `${problems.length} problems`}:\n${problems.map((problem) => `  - ${problem}`).join('\n')}\ndocs/configuration.md explains every variable.`,
    )
    this.name = 'ConfigError'
    this.problems = problems
  }
}

type Environment = Readonly<Record<string, string | undefined>>

type Values = VariableValues<typeof variables>

interface Problem {
  readonly variable: Variable<unknown>
  /** A sentence that starts with the variable's name. */
  readonly message: string
}

export function readConfig(
  environment: Environment = loadEnvironment(),
  runtime: Runtime = systemRuntime(),
  { leavesNothing = false } = {},
): Config {
  const problems: Problem[] = []
  // Each value is parsed by the variable at the same path.
  const values = readTree(variables, environment, problems) as Values
  const { demo, leadPolling, dataDir, metricsPort, encryptionKeys, ...otherValues } = values
  const invalidVariables = new Set(problems.map(({ variable }) => variable))
  problems.push(...findContradictions(values).filter(({ variable }) => !invalidVariables.has(variable)))
  if (problems.length > 0) throw new ConfigError(sortMessages(problems))

  const folder = resolve(dataDir)
  // The key is created last: a configuration with problems leaves nothing behind, and neither does a
  // read-only command.
  const [firstKey = loadOrCreateKey(folder, runtime, leavesNothing), ...otherKeys] = encryptionKeys
  const config: Config = {
    ...otherValues,
    unknownSettings: findUnknownVariables(environment),
    dataDir: folder,
    metricsPort: metricsPort === 'off' ? undefined : metricsPort,
    readsLeads: (leadPolling ?? (isLive(values) ? 'off' : 'on')) === 'on',
    isDemoEnabled: (demo ?? (isLive(values) || values.role === 'worker' ? 'off' : 'on')) === 'on',
    encryptionKeys: [firstKey, ...otherKeys],
  }
  return Object.freeze(config)
}

/** The environment, and the variables of `.env` in the working directory. */
function loadEnvironment(): Environment {
  if (existsSync('.env')) process.loadEnvFile('.env')
  return process.env
}

/** Parses a tree of variables. An invalid value becomes a problem and counts as not set. */
function readTree(tree: Variables, environment: Environment, problems: Problem[]): unknown {
  const parseEntry = (entry: Variable<unknown> | Variables): unknown => {
    if (!isVariable(entry)) return readTree(entry, environment, problems)
    const value = entry.schema.safeParse(environment[entry.name]?.trim() || undefined)
    if (value.success) return value.data
    for (const { message } of value.error.issues) problems.push(toProblem(entry, message))
    return entry.schema.parse(undefined)
  }
  return Object.fromEntries(Object.entries(tree).map(([name, entry]) => [name, parseEntry(entry)]))
}

/** Variables of the command line, the examples and the sample proxies, often set in the same file. */
const clientVariables = ['ADRAIL_URL', 'ADRAIL_KEY', 'ADRAIL_SERVICES']
/**
 * Variables that Kubernetes sets for a service named adrail:
 * https://kubernetes.io/docs/concepts/services-networking/service/#environment-variables
 */
const kubernetesVariable = /^ADRAIL_(SERVICE_(HOST|PORT)(_|$)|PORT(_\d+_|$))/

/** A misspelled variable counts as not set. For example, a platform would silently be the sandbox. */
function findUnknownVariables(environment: Environment): string[] {
  const names = listVariables().map(({ name }) => name)
  const hasOwnPrefix = (name: string) => name.startsWith('ADRAIL_') && environment[name] !== ''
  return Object.keys(environment)
    .filter(
      (name) =>
        hasOwnPrefix(name) &&
        ![...names, ...clientVariables].includes(name) &&
        !kubernetesVariable.test(name),
    )
    .map((name) => {
      const suggestion = findNearestName(name, names)
      return `${name} is not a setting of adrail${suggestion === undefined ? '.' : `. Did you mean ${suggestion}?`}`
    })
}

/** Problems of variables that are valid on their own but contradict each other. */
function findContradictions(values: Values): Problem[] {
  const { role, publicUrl, encryptionKeys, demo, headersTimeoutMs, totalBodiesLimitBytes } = variables
  const problems: Problem[] = []
  for (const platform of platforms)
    for (const credential of ['clientId', 'clientSecret'] as const) {
      const { mode, [credential]: variable } = variables.platforms[platform]
      const { mode: selectedMode, [credential]: value } = values.platforms[platform]
      if (selectedMode === 'live' && value === '')
        problems.push(toProblem(variable, `must be set while ${mode.name} is live.`))
    }
  if (isLive(values)) {
    if (!values.publicUrl.startsWith('https://'))
      problems.push(
        toProblem(publicUrl, 'must be set to the https URL of this service while a platform is live.'),
      )
    if (values.encryptionKeys.length === 0)
      problems.push(
        toProblem(
          encryptionKeys,
          'must be set while a platform is live. To create a key, run: openssl rand -base64 32',
        ),
      )
    if (values.demo === 'on') problems.push(toProblem(demo, 'must not be on while a platform is live.'))
  }
  if (values.role !== 'all' && values.databaseUrl === '')
    problems.push(
      toProblem(role, 'must be all without DATABASE_URL, because only one process can use a data folder.'),
    )
  if (values.role === 'worker' && values.demo === 'on')
    problems.push(toProblem(demo, 'must not be on for a worker, which serves no pages.'))
  if (values.headersTimeoutMs > values.requestTimeoutMs)
    problems.push(
      toProblem(
        headersTimeoutMs,
        'must be at most REQUEST_TIMEOUT_MS, because the headers are a part of the request.',
      ),
    )
  if (values.totalBodiesLimitBytes < values.bodyLimitBytes)
    problems.push(
      toProblem(totalBodiesLimitBytes, 'must be at least BODY_LIMIT_BYTES, so that one body fits.'),
    )
  return problems
}

function isLive(values: Values): boolean {
  return Object.values(values.platforms).some(({ mode }) => mode === 'live')
}

function toProblem(variable: Variable<unknown>, message: string): Problem {
  return { variable, message: `${variable.name}${message.startsWith(':') ? '' : ' '}${message}` }
}

/** Sorts problems by the order in which the variables are declared and documented. */
function sortMessages(problems: readonly Problem[]): string[] {
  const order = listVariables()
  return problems
    .toSorted((a, b) => order.indexOf(a.variable) - order.indexOf(b.variable))
    .map(({ message }) => message)
}

/**
 * The sandbox needs no key from the operator: adrail creates one in the data folder, readable by its owner
 * only.
 */
function loadOrCreateKey(dataDir: string, runtime: Runtime, isReadOnly: boolean): EncryptionKey {
  const newKey = runtime.randomBytes(32)
  if (!findLocalKey(dataDir) && !isReadOnly) writeLocalKey(dataDir, newKey.toString('base64'))
  const file = findLocalKey(dataDir)
  if (!file) return { id: 'local', bytes: newKey }
  if (file.isPublic)
    throw new ConfigError([
      `Other users can read ${file.path}. To make the file private, run: chmod 600 ${file.path}`,
    ])
  const bytes = Buffer.from(file.text, 'base64')
  if (bytes.length !== 32)
    throw new ConfigError([
      `${file.path} does not contain 32 bytes in base64. Restore the file, or start with an empty DATA_DIR.`,
    ])
  return { id: 'local', bytes }
}
