import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import { newFolder } from '../../testing/folders.ts'
import { ConfigError, readConfig } from './config.ts'
import { listVariables } from './variables.ts'
import { renderConfigurationDoc, renderEnvExample } from './variableTexts.ts'

const dataDir = newFolder('adrail-config-')

const key = Buffer.alloc(32, 7).toString('base64')
const live = {
  DATA_DIR: dataDir,
  ADRAIL_SEARCH: 'live',
  SEARCH_CLIENT_ID: 'id',
  SEARCH_CLIENT_SECRET: 'secret',
  PUBLIC_URL: 'https://ads.example.com/',
  ENCRYPTION_KEYS: `k1:${key}`,
}

function problemsOf(environment: Record<string, string>): readonly string[] {
  try {
    readConfig({ DATA_DIR: dataDir, ...environment })
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
}

test('readConfig without settings uses the sandbox for all platforms and creates a private key in the data folder', () => {
  const config = readConfig({ DATA_DIR: dataDir })
  expect(Object.values(config.platforms).map(({ mode }) => mode)).toEqual(['sandbox', 'sandbox', 'sandbox'])
  expect([config.port, config.host, config.isDemoEnabled, config.databaseUrl]).toEqual([
    8080,
    '127.0.0.1',
    true,
    '',
  ])
  expect(statSync(join(dataDir, 'encryption.key.new')).mode & 0o777).toBe(0o600)
  expect(readConfig({ DATA_DIR: dataDir }).encryptionKeys).toEqual(config.encryptionKeys)
})

test('readConfig accepts a live platform with all its settings and turns off the demo', () => {
  const config = readConfig(live)
  expect(config.platforms.search).toMatchObject({ mode: 'live', clientId: 'id', clientSecret: 'secret' })
  expect([config.publicUrl, config.isDemoEnabled, config.encryptionKeys[0].id]).toEqual([
    'https://ads.example.com',
    false,
    'k1',
  ])
})

test.each([
  ['an invalid port', { PORT: '70000' }, 'PORT must be a whole number from 0 to 65535, not "70000".'],
  [
    'a host name to listen on',
    { METRICS_HOST: 'metrics' },
    /^METRICS_HOST must be an address of this machine/,
  ],
  ['a number with an exponent', { RATE_LIMIT_BURST: '1e3' }, /^RATE_LIMIT_BURST must be a whole number/],
  ['an unknown mode', { ADRAIL_PRO: 'test' }, 'ADRAIL_PRO must be sandbox or live, not "test".'],
  ['a URL with another scheme', { PUBLIC_URL: 'ftp://x' }, /^PUBLIC_URL must be an http or https URL/],
  ['the URL of another database', { DATABASE_URL: 'mysql://x' }, /^DATABASE_URL must be a PostgreSQL URL/],
  ['a short encryption key', { ENCRYPTION_KEYS: 'k1:c2hvcnQ=' }, /^ENCRYPTION_KEYS: entry 1/],
  ['a duplicate key id', { ENCRYPTION_KEYS: `k1:${key},k1:${key}` }, /the id "k1" occurs twice/],
  [
    'a header timeout that is longer than the request timeout',
    { HEADERS_TIMEOUT_MS: '40000' },
    /^HEADERS_TIMEOUT_MS must be at most REQUEST_TIMEOUT_MS/,
  ],
  [
    'an account id that is not a number',
    { SEARCH_SERVICE_CUSTOMER_ID: 'abc' },
    'SEARCH_SERVICE_CUSTOMER_ID must contain only digits.',
  ],
  [
    'a number instead of the address of a proxy',
    { TRUSTED_PROXIES: '10.0.0.1, 2' },
    'TRUSTED_PROXIES must be addresses or networks such as "10.0.0.0/8", separated by commas. "2" is neither.',
  ],
  [
    'all addresses as proxies',
    { TRUSTED_PROXIES: '0.0.0.0/0' },
    /^TRUSTED_PROXIES must be addresses .* "0\.0\.0\.0\/0"/,
  ],
  [
    'an invalid permission',
    { SOCIAL_EXTRA_SCOPES: 'pages_read_user_content, Pages!' },
    'SOCIAL_EXTRA_SCOPES must be names of permissions, separated by commas.',
  ],
])('readConfig reports %s as the only problem', (_what, environment, problem) => {
  expect(problemsOf(environment)).toEqual([
    typeof problem === 'string' ? problem : expect.stringMatching(problem),
  ])
})

test('readConfig reports all problems at once, in the order of the documentation, and creates no data folder', () => {
  const empty = join(dataDir, 'untouched')
  const problems = problemsOf({ DATA_DIR: empty, PORT: 'x', ADRAIL_SOCIAL: 'live', LOG_LEVEL: 'loud' })
  expect(problems.map((problem) => problem.split(/[ :]/, 1)[0])).toEqual([
    'PORT',
    'PUBLIC_URL',
    'LOG_LEVEL',
    'ENCRYPTION_KEYS',
    'SOCIAL_CLIENT_ID',
    'SOCIAL_CLIENT_SECRET',
  ])
  expect(existsSync(empty)).toBe(false)
})

test('readConfig refuses a demo together with a live platform', () => {
  expect(problemsOf({ ...live, ADRAIL_DEMO: 'on' })).toEqual([
    'ADRAIL_DEMO must not be on while a platform is live.',
  ])
})

test('readConfig reports an invalid setting once, even if other settings depend on it', () => {
  expect(problemsOf({ ...live, ENCRYPTION_KEYS: 'k1:c2hvcnQ=', PUBLIC_URL: 'ftp://x' })).toEqual([
    expect.stringMatching(/^PUBLIC_URL must be an http or https URL/),
    expect.stringMatching(/^ENCRYPTION_KEYS: entry 1/),
  ])
})

test('readConfig treats ENCRYPTION_KEYS without a key as not set', () => {
  expect(problemsOf({ ...live, ENCRYPTION_KEYS: ' , ' })).toEqual([
    expect.stringMatching(/^ENCRYPTION_KEYS must be set while a platform is live/),
  ])
})

test('readConfig returns no metrics port when METRICS_PORT is off', () => {
  expect(readConfig({ DATA_DIR: dataDir, METRICS_PORT: 'off' }).metricsPort).toBeUndefined()
  expect(readConfig({ DATA_DIR: dataDir }).metricsPort).toBe(9464)
})

test('the configuration page describes every variable once', () => {
  const names = listVariables().map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  for (const name of names) expect(renderConfigurationDoc().split(`| \`${name}\` |`)).toHaveLength(2)
})

test('the example environment file contains every variable as a comment with its default value', () => {
  const unset = readConfig({ DATA_DIR: dataDir })
  expect(parseEnv(renderEnvExample())).toEqual({})

  const set = parseEnv(renderEnvExample().replaceAll(/^#(?! )/gm, ''))

  expect(Object.keys(set).sort()).toEqual(
    listVariables()
      .map(({ name }) => name)
      .sort(),
  )
  expect(readConfig({ ...set, DATA_DIR: dataDir })).toEqual(unset)
})

test('readConfig reports unknown variables with the ADRAIL_ prefix, except variables of Kubernetes and of clients', () => {
  const read = (environment: Record<string, string>) =>
    readConfig({ DATA_DIR: dataDir, ...environment }).unknownSettings
  expect(read({ ADRAIL_SOCAIL: 'live', ADRAIL_SOCIAL: 'sandbox', ADRAIL_WHATEVER: 'x' })).toEqual([
    'ADRAIL_SOCAIL is not a setting of adrail. Did you mean ADRAIL_SOCIAL?',
    'ADRAIL_WHATEVER is not a setting of adrail.',
  ])
  expect(
    read({
      ADRAIL_URL: 'http://localhost:8080',
      ADRAIL_KEY: 'secret',
      ADRAIL_SERVICE_HOST: '10.0.0.1',
      ADRAIL_SERVICE_PORT_HTTP: '8080',
      ADRAIL_PORT: 'tcp://10.0.0.1:8080',
      ADRAIL_PORT_8080_TCP_ADDR: '10.0.0.1',
    }),
  ).toEqual([])
})
