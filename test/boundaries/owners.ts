// These rules restrict each kind of access to the outside world to the files that own it.

import { type Example, forbidImports, isModule, isProduction, type Rule, sandbox, server } from './rule.ts'

const cli = 'packages/cli/src'
const client = 'packages/client/src'
const console = 'packages/console/src'
const testing = 'packages/testing/src'

interface Owner {
  /** The action that only the owners perform. The text follows "nobody" in the rule's description. */
  readonly action: string
  readonly owners: readonly string[]
  /** Matches the globals that code touches to perform the action. */
  readonly usePattern?: RegExp
  /** The modules that code imports to perform the action. */
  readonly modules?: readonly string[]
  /** The names of properties that code reads or writes to perform the action. */
  readonly properties?: readonly string[]
  readonly violating: readonly Example[]
  readonly conforming?: readonly Example[]
}

const owners: readonly Owner[] = [
  {
    action: 'ends the process',
    owners: [
      `${server}/main.ts`,
      `${server}/admin.ts`,
      `${sandbox}/main.ts`,
      `${cli}/main.ts`,
      `${testing}/main.ts`,
    ],
    usePattern: /^process\.(exit|abort)$/,
    violating: [
      { [`${server}/app.ts`]: 'if (failed) process.exit(1)' },
      { [`${server}/http/server.ts`]: "import { exit } from 'node:process'" },
      { [`${sandbox}/index.ts`]: "process['exit'](1)" },
    ],
    conforming: [{ [`${server}/app.ts`]: 'process.exitCode = 1 // never process.exit()' }],
  },
  {
    action: 'reads the environment',
    owners: [`${server}/config/config.ts`, `${sandbox}/main.ts`, `${cli}/environment.ts`],
    usePattern: /^process\.(env\b|loadEnvFile$)/,
    violating: [
      { [`${server}/app.ts`]: "const port = process.env['PORT']" },
      { [`${server}/app.ts`]: 'const { env } = process' },
      { 'packages/contract/src/openapi.ts': 'process?.env.PUBLIC_URL' },
    ],
    conforming: [
      { [`${server}/app.ts`]: "const text = 'process.env' // process.env" },
      { 'packages/server/testing/service.ts': "process.env['CI']" },
    ],
  },
  {
    action: 'tells the time or makes random values',
    owners: [
      `${server}/runtime/runtime.ts`,
      `${sandbox}/core/clock.ts`,
      `${client}/pause.ts`,
      `${client}/call.ts`,
      `${cli}/environment.ts`,
      `${console}/words/clock.ts`,
    ],
    usePattern:
      /^(Date\.now|(new )?Date\(\)|Math\.random|performance\.|process\.hrtime|Temporal\.Now|crypto\.(random|getRandom|generate))/,
    violating: [
      { [`${server}/app.ts`]: 'const started = Date.now()' },
      { [`${server}/app.ts`]: 'const now = new Date' },
      { [`${server}/admission/apiKeys.ts`]: "import { randomBytes } from 'node:crypto'" },
      { 'packages/contract/src/values.ts': 'const dice = Math.random()' },
    ],
    conforming: [
      { [`${server}/app.ts`]: 'const then = new Date(row.createdAt)\nruntime.randomBytes(16)' },
      { [`${server}/app.ts`]: "import { createHash } from 'node:crypto'" },
    ],
  },
  {
    // The server has two separate ways out that share nothing. The first calls only the platforms, with
    // tokens. The second calls only public addresses that callers name, to fetch pictures and to deliver
    // events. The demo visits the sandbox's consent pages like a person. The sandbox notifies apps when a
    // person removes them. The CLI forwards an agent's messages over MCP and listens to events. The console
    // calls the service that it was loaded from.
    action: 'calls out',
    owners: [
      `${server}/platforms/connector-kit/upstream.ts`,
      `${server}/platforms/connector-kit/publicTargets.ts`,
      `${server}/platforms/connector-kit/publicFetch.ts`,
      `${server}/platforms/connector-kit/publicPost.ts`,
      `${sandbox}/core/push.ts`,
      `${cli}/mcp.ts`,
      `${cli}/listen.ts`,
      `${console}/session/session.ts`,
      `${console}/form/schema.ts`,
    ],
    usePattern: /^(fetch\(\)|https?\.(request|get)|net\.(connect|createConnection)|tls\.connect)$/,
    modules: ['undici'],
    violating: [
      { [`${server}/platforms/social/connector.ts`]: "import { Pool } from 'undici'" },
      { [`${server}/linking/callback.ts`]: "const answer = await fetch('https://example.com')" },
      { [`${server}/linking/callback.ts`]: "const { request } = process.getBuiltinModule('node:http')" },
    ],
    conforming: [{ [`${server}/linking/callback.ts`]: 'await upstream.fetch(url)' }],
  },
  {
    action: 'speaks SQL',
    // The sandbox uses SQLite only to lock its state file.
    owners: [`${server}/store/`, `${sandbox}/core/persistence.ts`],
    modules: ['kysely', 'pg', 'node:sqlite'],
    violating: [
      { [`${server}/app.ts`]: "import { DatabaseSync } from 'node:sqlite'" },
      { [`${server}/app.ts`]: "process.getBuiltinModule('node:sqlite')" },
      { [`${server}/journal/runner.ts`]: "import { Migrator } from 'kysely/migration'" },
    ],
  },
  {
    // `columnMeanings.ts` and `leases.ts` give these values names. 0 and empty texts stand for states there.
    action: 'knows the columns of the journal whose values stand for states',
    owners: [`${server}/store/`],
    properties: ['deadline_at', 'lease_until', 'next_run_at'],
    violating: [
      { [`${server}/journal/overtake.ts`]: 'const isOvertaken = row.deadline_at === 0' },
      { [`${server}/journal/writeOutcome.ts`]: 'await updateEntry(db, entry, { lease_until: 0 })' },
      { [`${server}/journal/claim.ts`]: 'const { next_run_at: dueAt } = row' },
    ],
    conforming: [{ [`${server}/journal/overtake.ts`]: 'const { isOvertaken } = entry // deadline_at' }],
  },
  {
    action: 'embeds the sandbox',
    // The testing package contains the types of the sandbox that the service embeds.
    owners: [`${server}/sandboxed/`, `${testing}/`],
    modules: ['@adrail/sandbox'],
    violating: [{ [`${server}/demo/demo.ts`]: "import { demoAccess } from '@adrail/sandbox'" }],
    conforming: [{ 'packages/server/testing/service.ts': "import { startSandbox } from '@adrail/sandbox'" }],
  },
]

/** Allows production code to use these globals and modules only in the files of their owners. */
function toOwnerRule(owner: Owner): Rule {
  const { action, owners, usePattern, modules = [], properties = [], violating, conforming = [] } = owner
  const isOwner = (path: string) =>
    owners.some((place) => path === place || (place.endsWith('/') && path.startsWith(place)))
  return {
    description: `nobody ${action} but ${owners.map((place) => place.replace('packages/', '').replace('src/', '')).join(', ')}`,
    violations(files) {
      const otherFiles = files.filter(({ path }) => isProduction(path) && !isOwner(path))
      return [
        ...forbidImports((_, { from }) => isModule(from, modules))(otherFiles),
        ...otherFiles.flatMap(({ path, uses: globalUses }) =>
          globalUses
            .filter(({ expression }) => usePattern?.test(expression))
            .map(({ line, expression }) => `${path}:${line} uses ${expression}`),
        ),
        ...otherFiles.flatMap(({ path, propertyUses }) =>
          propertyUses
            .filter(({ name }) => properties.includes(name))
            .map(({ line, name }) => `${path}:${line} uses ${name}`),
        ),
      ]
    },
    violating,
    conforming,
  }
}

export const ownerPaths: readonly string[] = owners.flatMap((owner) => owner.owners)

export const ownerRules: readonly Rule[] = owners.map(toOwnerRule)
