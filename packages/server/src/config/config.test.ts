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

test('with nothing set everything is the sandbox, and a private key is made in the data folder', () => {
  const config = readConfig({ DATA_DIR: dataDir })
  expect(Object.values(config.platforms).map(({ mode }) => mode)).toEqual(['sandbox', 'sandbox', 'sandbox'])
  expect([config.port, config.host, config.demo, config.databaseUrl]).toEqual([8080, '127.0.0.1', true, ''])
  expect(statSync(join(dataDir, 'encryption.key.new')).mode & 0o777).toBe(0o600)
  expect(readConfig({ DATA_DIR: dataDir }).encryptionKeys).toEqual(config.encryptionKeys)
})

test('a live platform with all it needs is taken as it is written, without a demo', () => {
  const config = readConfig(live)
  expect(config.platforms.search).toMatchObject({ mode: 'live', clientId: 'id', clientSecret: 'secret' })
  expect([config.publicUrl, config.demo, config.encryptionKeys[0].id]).toEqual([
    'https://ads.example.com',
    false,
    'k1',
  ])
})

test.each([
  ['a port that is none', { PORT: '70000' }, 'PORT must be a whole number from 0 to 65535, not "70000".'],
  ['a name to listen at', { METRICS_HOST: 'metrics' }, /^METRICS_HOST must be an address of this machine/],
  ['a number in other clothes', { RATE_LIMIT_BURST: '1e3' }, /^RATE_LIMIT_BURST must be a whole number/],
  ['a mode that does not exist', { ADRAIL_PRO: 'test' }, 'ADRAIL_PRO must be sandbox or live, not "test".'],
  ['a URL of another kind', { PUBLIC_URL: 'ftp://x' }, /^PUBLIC_URL must be an http or https URL/],
  ['another database', { DATABASE_URL: 'mysql://x' }, /^DATABASE_URL must be a PostgreSQL URL/],
  ['a short key', { ENCRYPTION_KEYS: 'k1:c2hvcnQ=' }, /^ENCRYPTION_KEYS: entry 1/],
  ['a key id twice', { ENCRYPTION_KEYS: `k1:${key},k1:${key}` }, /the id "k1" stands there twice/],
  [
    'headers that may take longer than requests',
    { HEADERS_TIMEOUT_MS: '40000' },
    /^HEADERS_TIMEOUT_MS must not be more/,
  ],
  [
    'an account that is no number',
    { SEARCH_SERVICE_CUSTOMER_ID: 'abc' },
    'SEARCH_SERVICE_CUSTOMER_ID must be digits.',
  ],
  [
    'a number of proxies',
    { TRUSTED_PROXIES: '10.0.0.1, 2' },
    'TRUSTED_PROXIES must be addresses or networks such as "10.0.0.0/8", separated by commas; "2" is neither.',
  ],
  [
    'everybody as a proxy',
    { TRUSTED_PROXIES: '0.0.0.0/0' },
    /^TRUSTED_PROXIES must be addresses .* "0\.0\.0\.0\/0"/,
  ],
  [
    'a permission that is none',
    { SOCIAL_EXTRA_SCOPES: 'pages_read_user_content, Pages!' },
    'SOCIAL_EXTRA_SCOPES must be names of permissions, separated by commas.',
  ],
])('%s is refused by name', (_what, environment, problem) => {
  expect(problemsOf(environment)).toEqual([
    typeof problem === 'string' ? problem : expect.stringMatching(problem),
  ])
})

test('everything that is wrong is told at once, in the order of the documentation, and nothing is left behind', () => {
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

test('a demo beside a live platform is refused', () => {
  expect(problemsOf({ ...live, ADRAIL_DEMO: 'on' })).toEqual([
    'ADRAIL_DEMO must not be on while a platform is live.',
  ])
})

test('what cannot be read is told once, however many others it concerns', () => {
  expect(problemsOf({ ...live, ENCRYPTION_KEYS: 'k1:c2hvcnQ=', PUBLIC_URL: 'ftp://x' })).toEqual([
    expect.stringMatching(/^PUBLIC_URL must be an http or https URL/),
    expect.stringMatching(/^ENCRYPTION_KEYS: entry 1/),
  ])
})

test('a list of keys without a key in it is none', () => {
  expect(problemsOf({ ...live, ENCRYPTION_KEYS: ' , ' })).toEqual([
    expect.stringMatching(/^ENCRYPTION_KEYS must be set while a platform is live/),
  ])
})

test('metrics can be switched off', () => {
  expect(readConfig({ DATA_DIR: dataDir, METRICS_PORT: 'off' }).metricsPort).toBeUndefined()
  expect(readConfig({ DATA_DIR: dataDir }).metricsPort).toBe(9464)
})

test('every variable is described once', () => {
  const names = listVariables().map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  for (const name of names) expect(renderConfigurationDoc().split(`| \`${name}\` |`)).toHaveLength(2)
})

test('the file to fill in names every variable, and changes nothing as long as nothing is filled in', () => {
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

test('variables with our prefix that are none of ours are named, and those of Kubernetes or of clients are not', () => {
  const read = (environment: Record<string, string>) =>
    readConfig({ DATA_DIR: dataDir, ...environment }).unknownSettings
  expect(read({ ADRAIL_SOCAIL: 'live', ADRAIL_SOCIAL: 'sandbox', ADRAIL_WHATEVER: 'x' })).toEqual([
    'ADRAIL_SOCAIL is not a setting of adrail; did you mean ADRAIL_SOCIAL?',
    'ADRAIL_WHATEVER is not a setting of adrail',
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
