// Who may import what, who may touch the outside world and what files are called, held against the source itself.

import { posix } from 'node:path'
import { describe, expect, test } from 'vitest'
import { importRules, layers, packages } from './boundaries/imports.ts'
import { nameRules } from './boundaries/names.ts'
import { namedOwners, ownerRules } from './boundaries/owners.ts'
import { readSource } from './boundaries/readSource.ts'
import type { Example } from './boundaries/rule.ts'
import { packageNames, sources } from './boundaries/sources.ts'

const rules = [...importRules, ...ownerRules, ...nameRules]

interface Source {
  readonly path: string
  readonly text: string
}

interface Import {
  readonly line: number
  readonly from: string
  /** The file it leads to when it is relative, from the root of the repository. */
  readonly file: string | undefined
}

/** Something of the outside world that a file touches, such as `process.env` or `new Date()`. */
interface Use {
  readonly line: number
  readonly what: string
}

interface Scanned {
  readonly path: string
  readonly imports: readonly Import[]
  readonly uses: readonly Use[]
}

interface Finding {
  readonly line: number
  readonly what: string
}

interface Rule {
  readonly says: string
  broken(file: Scanned): Finding[]
  /** Sources that break the rule: the proof that it can fail. */
  readonly breaking: readonly [path: string, text: string][]
  /** Sources that look similar and keep it. */
  readonly keeping: readonly [path: string, text: string][]
}

const rules: Rule[] = [
  {
    says: 'the contract imports nothing of ours',
    broken: (file) => (packageOf(file.path) === 'contract' ? importsOfOurs(file) : []).map(named),
    breaking: [
      ['packages/contract/src/social.ts', "import { startSandbox } from '@adrail/sandbox'"],
      ['packages/contract/src/social.ts', "import type { App } from '../../server/src/app.ts'"],
    ],
    keeping: [
      ['packages/contract/src/social.ts', "import { z } from 'zod'\nimport { text } from './values.ts'"],
    ],
  },
  {
    says: 'the sandbox imports nothing of ours, its tests included',
    broken: (file) => (packageOf(file.path) === 'sandbox' ? importsOfOurs(file) : []).map(named),
    breaking: [
      ['packages/sandbox/src/index.ts', "export { errors } from '@adrail/contract'"],
      [
        'packages/sandbox/test/meta.test.ts',
        "const wire = await import('../../server/src/platforms/social/wire.ts')",
      ],
    ],
    keeping: [['packages/sandbox/src/social/index.ts', "import { state } from '../state.ts'"]],
  },
  {
    says: 'the client imports the contract, and the console the client, and nothing else of ours',
    broken(file) {
      const allowed = { client: '@adrail/contract', console: '@adrail/client' }[packageOf(file.path)]
      if (allowed === undefined) return []
      return importsOfOurs(file)
        .filter(({ from }) => packageName(from) !== allowed)
        .map(named)
    },
    breaking: [
      ['packages/client/src/index.ts', "import { startSandbox } from '@adrail/sandbox'"],
      ['packages/console/src/main.ts', "import { openapi } from '@adrail/contract'"],
    ],
    keeping: [
      ['packages/client/src/index.ts', "import type { Operations } from '@adrail/contract'"],
      ['packages/console/src/main.ts', "import { connect } from '@adrail/client'"],
    ],
  },
  {
    says: 'the server imports the contract, and the sandbox only from app.ts, where it is embedded',
    broken(file) {
      if (packageOf(file.path) !== 'server') return []
      const mayEmbed = file.path === 'packages/server/src/app.ts' || isTest(file.path)
      const allowed = ['@adrail/contract', ...(mayEmbed ? ['@adrail/sandbox'] : [])]
      return file.imports
        .filter(({ from }) => from.startsWith('@adrail/') && !allowed.includes(packageName(from)))
        .map(named)
    },
    breaking: [
      ['packages/server/src/demo/demo.ts', "import { demoAccess } from '@adrail/sandbox'"],
      ['packages/server/src/app.ts', "import { connect } from '@adrail/client'"],
    ],
    keeping: [
      ['packages/server/src/app.ts', "import { startSandbox } from '@adrail/sandbox'"],
      ['packages/server/testing/service.ts', "import { startSandbox } from '@adrail/sandbox'"],
      ['packages/server/src/operations/user/create_user.test.ts', "import { seed } from '@adrail/sandbox'"],
      ['packages/server/src/waist/invoke.ts', "import { validate } from '@adrail/contract'"],
    ],
  },
  {
    says: 'no import reaches into another package except through its exports',
    broken: (file) =>
      file.imports
        .filter(({ from, file: target }) =>
          target === undefined
            ? from.startsWith('@adrail/') && !doors().has(from)
            : packageOf(target) !== '' && packageOf(target) !== packageOf(file.path),
        )
        .map(named),
    breaking: [
      ['test/stories.test.ts', "import { openApp } from '../packages/server/src/app.ts'"],
      ['packages/server/src/app.ts', "import { state } from '../../sandbox/src/state.ts'"],
      ['packages/server/src/app.ts', "import { state } from '@adrail/sandbox/src/state.ts'"],
      ['packages/server/src/app.ts', "type State = import('../../sandbox/src/state.ts').State"],
    ],
    keeping: [
      [
        'test/stories.test.ts',
        "import { errors } from '@adrail/contract'\nimport { start } from './postgres.ts'",
      ],
      ['packages/server/src/http/server.ts', "import { invoke } from '../waist/invoke.ts'"],
    ],
  },
  {
    says: 'only main.ts and admin.ts end the process',
    broken: (file) =>
      isSourceOf(file, 'contract', 'client', 'server', 'sandbox') &&
      !/^packages\/\w+\/src\/main\.ts$|^packages\/server\/src\/admin\.ts$/.test(file.path)
        ? usesOf(file, 'process.exit', 'process.abort')
        : [],
    breaking: [
      ['packages/server/src/app.ts', 'if (failed) process.exit(1)'],
      ['packages/server/src/http/server.ts', "import { exit } from 'node:process'"],
      ['packages/sandbox/src/index.ts', "process['exit'](1)"],
    ],
    keeping: [
      ['packages/server/src/main.ts', 'process.exit(0)'],
      ['packages/server/src/admin.ts', 'process.exit(0)'],
      ['packages/server/src/app.ts', 'process.exitCode = 1 // never process.exit()'],
    ],
  },
  {
    says: 'only config.ts reads the environment',
    broken: (file) =>
      isSourceOf(file, 'contract', 'server') && file.path !== 'packages/server/src/process/config.ts'
        ? usesOf(file, 'process.env', 'process.loadEnvFile')
        : [],
    breaking: [
      ['packages/server/src/app.ts', "const port = process.env['PORT']"],
      ['packages/server/src/app.ts', 'const { env } = process'],
      ['packages/server/src/app.ts', "import { env } from 'node:process'"],
      ['packages/contract/src/openapi.ts', 'process?.env.PUBLIC_URL'],
    ],
    keeping: [
      ['packages/server/src/process/config.ts', 'const read = (environment = process.env) => environment'],
      ['packages/server/src/app.ts', "const text = 'process.env' // process.env"],
      ['packages/server/testing/service.ts', "process.env['CI']"],
    ],
  },
  {
    says: 'only runtime.ts tells the time or makes random values',
    broken: (file) =>
      isSourceOf(file, 'contract', 'server') && file.path !== 'packages/server/src/base/runtime.ts'
        ? file.uses.filter(({ what }) =>
            /^(Date\.now|new Date\(\)|Date\(\)|Math\.random|performance\.|process\.hrtime|Temporal\.Now|crypto\.(random|getRandom|generate))/.test(
              what,
            ),
          )
        : [],
    breaking: [
      ['packages/server/src/app.ts', 'const started = Date.now()'],
      ['packages/server/src/app.ts', 'const now = new Date()'],
      ['packages/server/src/app.ts', 'const now = new Date'],
      ['packages/contract/src/values.ts', 'const dice = Math.random()'],
      ['packages/server/src/guard/apiKeys.ts', "import { randomBytes } from 'node:crypto'"],
      ['packages/server/src/guard/apiKeys.ts', 'crypto.randomUUID()'],
      ['packages/server/src/base/log.ts', 'performance.now()'],
    ],
    keeping: [
      ['packages/server/src/base/runtime.ts', "import { randomBytes } from 'node:crypto'\nDate.now()"],
      ['packages/server/src/app.ts', 'const then = new Date(row.createdAt)\nruntime.randomBytes(16)'],
      ['packages/server/src/app.ts', "import { createHash } from 'node:crypto'"],
      ['packages/server/src/app.test.ts', 'Date.now()'],
    ],
  },
  {
    // Two doors, so that they share nothing: the first speaks to the platforms alone, with tokens; the second fetches what
    // callers name, from public addresses alone, with nothing.
    says: 'only platforms/kit/upstream.ts and platforms/kit/publicFetch.ts call out',
    broken: (file) =>
      isSourceOf(file, 'contract', 'server') &&
      ![
        'packages/server/src/platforms/kit/upstream.ts',
        'packages/server/src/platforms/kit/publicFetch.ts',
      ].includes(file.path)
        ? [...importsOf(file, 'undici'), ...usesOf(file, 'fetch()', 'http.request', 'https.request')]
        : [],
    breaking: [
      ['packages/server/src/platforms/social/connector.ts', "import { Pool } from 'undici'"],
      ['packages/server/src/linking/callback.ts', "const answer = await fetch('https://example.com')"],
      ['packages/server/src/demo/linkPerson.ts', "import { request } from 'undici'"],
    ],
    keeping: [
      ['packages/server/src/platforms/kit/upstream.ts', "import { Pool } from 'undici'"],
      ['packages/server/src/platforms/kit/publicFetch.ts', "import { Agent } from 'undici'"],
      ['packages/server/testing/service.ts', "await fetch('http://localhost')"],
      ['packages/server/src/linking/callback.ts', 'await upstream.fetch(url)'],
    ],
  },
  {
    says: 'only store/ speaks to a database',
    broken: (file) =>
      isSourceOf(file, 'contract', 'server') && !file.path.startsWith('packages/server/src/store/')
        ? importsOf(file, 'kysely', 'pg', 'node:sqlite')
        : [],
    breaking: [
      ['packages/server/src/app.ts', "import pg from 'pg'"],
      ['packages/server/src/app.ts', "import { DatabaseSync } from 'node:sqlite'"],
      ['packages/server/src/journal/runner.ts', "import type { Kysely } from 'kysely'"],
      ['packages/server/src/journal/runner.ts', "import { Migrator } from 'kysely/migration'"],
    ],
    keeping: [
      ['packages/server/src/store/migrations/0001_foundation.ts', "import { sql } from 'kysely'"],
      ['packages/server/testing/service.ts', "import pg from 'pg'"],
    ],
  },
  {
    says: 'operations never import each other',
    broken: (file) =>
      /^packages\/server\/src\/operations\/\w+\//.test(file.path) && !isTest(file.path)
        ? file.imports.filter(({ file: target }) => target !== undefined && isHandler(target)).map(named)
        : [],
    breaking: [
      [
        'packages/server/src/operations/user/create_user.ts',
        "import { get_profile } from './get_profile.ts'",
      ],
      ['packages/server/src/operations/user/record.ts', "import { get_profile } from './get_profile.ts'"],
      [
        'packages/server/src/operations/search/edit_campaign.ts',
        "export { edit_campaign } from '../social/edit_campaign.ts'",
      ],
    ],
    keeping: [
      ['packages/server/src/operations/index.ts', "import { create_user } from './user/create_user.ts'"],
      ['packages/server/src/operations/user/create_user.ts', "import { record } from './record.ts'"],
    ],
  },
  {
    says: 'operations import neither http/, guard/ and mcp/ nor a wire.ts',
    broken: (file) =>
      file.path.startsWith('packages/server/src/operations/') && !isTest(file.path)
        ? file.imports
            .filter(({ file: target = '' }) =>
              /^packages\/server\/src\/((http|guard|mcp)\/|.*\bwire\.ts$)/.test(target),
            )
            .map(named)
        : [],
    breaking: [
      ['packages/server/src/operations/user/create_user.ts', "import { answer } from '../../http/answer.ts'"],
      [
        'packages/server/src/operations/user/create_user.ts',
        "import type { Caller } from '../../guard/authenticate.ts'",
      ],
      [
        'packages/server/src/operations/social/edit_campaign.ts',
        "import type { A } from '../../platforms/social/wire.ts'",
      ],
    ],
    keeping: [
      [
        'packages/server/src/operations/user/create_user.ts',
        "import type { Handler } from '../../waist/handler.ts'",
      ],
      ['packages/server/src/waist/invoke.ts', "import { Limiter } from '../guard/limit.ts'"],
    ],
  },
  {
    says: 'no platform imports another one',
    broken(file) {
      const own = platformFolder(file.path)
      return own === undefined
        ? []
        : file.imports
            .filter(({ file: target = '' }) => ![own, undefined].includes(platformFolder(target)))
            .map(named)
    },
    breaking: [
      ['packages/server/src/platforms/social/connector.ts', "import { sign } from '../search/oauth.ts'"],
      ['packages/sandbox/src/pro/index.ts', "import { decode } from '../search/decode.ts'"],
    ],
    keeping: [
      [
        'packages/server/src/platforms/social/connector.ts',
        "import { send } from '../upstream.ts'\nimport './wire.ts'",
      ],
      ['packages/sandbox/src/index.ts', "import { search } from './search/index.ts'"],
    ],
  },
  {
    says: 'no file or folder has a name that says nothing',
    broken: (file) =>
      file.path
        .split('/')
        .filter((part) => emptyNames.has(part.split('.', 1)[0] ?? ''))
        .map((what) => ({ line: 1, what })),
    breaking: [
      ['packages/server/src/utils.ts', ''],
      ['packages/server/src/http/helpers.test.ts', ''],
      ['test/shared/postgres.ts', ''],
      ['packages/client/src/types.d.ts', ''],
    ],
    keeping: [['packages/contract/src/values.ts', '']],
  },
]

const emptyNames: ReadonlySet<string> = new Set([
  'utils',
  'util',
  'helpers',
  'helper',
  'common',
  'shared',
  'lib',
  'misc',
  'types',
  'constants',
  'services',
])

describe('in this repository', () => {
  test('every place that the tables name exists, and every package is in its table', () => {
    const rooms = Object.entries(layers).flatMap(([folder, table]) =>
      table.flat().map((room) => `${folder}/${room}`),
    )
    const exists = (place: string) => files.some(({ path }) => `${path}/`.startsWith(posix.join(place, '/')))
    expect([...rooms, ...namedOwners].filter((place) => !exists(place))).toEqual([])
    expect(Object.keys(packages)).toEqual(packageNames)
  })

  for (const { says, broken } of rules) test(says, () => expect(broken(files)).toEqual([]))
})

describe('a violation is noticed:', () => {
  const read = (example: Example) => Object.entries(example).map(([path, text]) => readSource(path, text))

  for (const { says, broken, breaking, keeping = [] } of rules)
    test(says, () => {
      for (const example of breaking) expect(broken(read(example)), JSON.stringify(example)).not.toEqual([])
      for (const example of keeping) expect(broken(read(example)), JSON.stringify(example)).toEqual([])
    })

  test('by its line', () => {
    const path = 'packages/contract/src/a.ts'
    const text = "import { z } from 'zod'\n\nimport {\n  a,\n  b,\n} from '@adrail/server/testing'\n"
    expect(rules[0]?.broken([readSource(path, text)])).toEqual([`${path}:3 imports @adrail/server/testing`])
  })
})
