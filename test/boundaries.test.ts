// The rules about who may import what and who may touch the outside world, held against the source itself.

import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { operationNames } from '@adrail/contract'
import { parseSync } from 'vite'
import { describe, expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

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
      ['packages/server/src/demo/walkLink.ts', "import { demoAccess } from '@adrail/sandbox'"],
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
    // callers name, from public addresses alone, with nothing. The demo's walk through the pages is the exception.
    says: 'only platforms/kit/upstream.ts, platforms/kit/publicFetch.ts and demo/walkLink.ts call out',
    broken: (file) =>
      isSourceOf(file, 'contract', 'server') &&
      ![
        'packages/server/src/platforms/kit/upstream.ts',
        'packages/server/src/platforms/kit/publicFetch.ts',
        'packages/server/src/demo/walkLink.ts',
      ].includes(file.path)
        ? [...importsOf(file, 'undici'), ...usesOf(file, 'fetch()', 'http.request', 'https.request')]
        : [],
    breaking: [
      ['packages/server/src/platforms/social/connector.ts', "import { Pool } from 'undici'"],
      ['packages/server/src/linking/callback.ts', "const answer = await fetch('https://example.com')"],
    ],
    keeping: [
      ['packages/server/src/platforms/kit/upstream.ts', "import { Pool } from 'undici'"],
      ['packages/server/src/platforms/kit/publicFetch.ts', "import { Agent } from 'undici'"],
      ['packages/server/src/demo/walkLink.ts', "import { request } from 'undici'"],
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
  const files = sources()

  test('the source is found', () => {
    expect(files.length).toBeGreaterThan(20)
    expect(files.map(({ path }) => path)).toContain('packages/contract/src/index.ts')
  })

  for (const { says, broken } of rules)
    test(says, () => {
      const findings = files.flatMap((file) =>
        broken(file).map(({ line, what }) => `${file.path}:${line} ${what}`),
      )
      expect(findings).toEqual([])
    })
})

describe('a violation is noticed:', () => {
  for (const { says, broken, breaking, keeping } of rules)
    test(says, () => {
      for (const [path, text] of breaking)
        expect(broken(scan({ path, text })), `${path}: ${text}`).not.toEqual([])
      for (const [path, text] of keeping) expect(broken(scan({ path, text })), `${path}: ${text}`).toEqual([])
    })

  test('by its line', () => {
    const text = "import { z } from 'zod'\n\nimport {\n  a,\n  b,\n} from '@adrail/server/testing'\n"
    expect(rules[0]?.broken(scan({ path: 'packages/contract/src/a.ts', text }))).toEqual([
      { line: 3, what: 'imports @adrail/server/testing' },
    ])
  })
})

/** The package that a path lies in; empty outside of packages. */
function packageOf(path: string): string {
  return /^packages\/([^/]+)\//.exec(path)?.[1] ?? ''
}

function packageName(from: string): string {
  return from.split('/', 2).join('/')
}

/** Imports of another package of this repository, by its name or by a path. */
function importsOfOurs(file: Scanned): Import[] {
  return file.imports.filter(
    ({ from, file: target = file.path }) =>
      from.startsWith('@adrail/') || packageOf(target) !== packageOf(file.path),
  )
}

function isTest(path: string): boolean {
  return /\.test\.ts$|^packages\/[^/]+\/(test|testing)\//.test(path)
}

/** What runs in production: tests and what supports them may do more. */
function isSourceOf({ path }: Scanned, ...packages: readonly string[]): boolean {
  return packages.some((name) => path.startsWith(`packages/${name}/src/`)) && !isTest(path)
}

function isHandler(path: string): boolean {
  const name = /^packages\/server\/src\/operations\/(\w+\/\w+)\.ts$/.exec(path)?.[1]
  return name !== undefined && (operationNames as readonly string[]).includes(name)
}

function platformFolder(path: string): string | undefined {
  return /^(packages\/(?:server\/src\/platforms|sandbox\/src)\/(?:social|search|pro))\//.exec(path)?.[1]
}

function named({ line, from }: Import): Finding {
  return { line, what: `imports ${from}` }
}

function importsOf(file: Scanned, ...modules: readonly string[]): Finding[] {
  return file.imports
    .filter(({ from }) => modules.some((module) => from === module || from.startsWith(`${module}/`)))
    .map(named)
}

function usesOf(file: Scanned, ...things: readonly string[]): Finding[] {
  return file.uses.filter(({ what }) => things.includes(what))
}

/** The names under which our packages may be imported. */
function doors(): ReadonlySet<string> {
  const names = new Set<string>()
  for (const folder of foldersIn(join(root, 'packages'))) {
    const { name, exports = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
      name: string
      exports?: Record<string, string>
    }
    for (const door of Object.keys(exports)) names.add(posix.join(name, door))
  }
  return names
}

function foldersIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(folder, entry.name))
}

function sources(): Scanned[] {
  const tops = [
    ...foldersIn(join(root, 'packages')).flatMap((folder) =>
      ['src', 'test', 'testing'].map((name) => join(folder, name)),
    ),
    ...['test', 'bench', 'scripts', 'examples'].map((name) => join(root, name)),
  ]
  return tops
    .flatMap(filesUnder)
    .filter((file) => /\.[cm]?[jt]sx?$/.test(file))
    .map((file) =>
      scan({ path: relative(root, file).replaceAll('\\', '/'), text: readFileSync(file, 'utf8') }),
    )
}

/** Every file below a folder; none when the folder does not exist yet. */
function filesUnder(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
      .map((entry) => join(entry.parentPath, entry.name))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}

interface SyntaxNode {
  readonly type: string
  readonly start: number
  readonly [member: string]: unknown
}

/** Reads a file as syntax, so that comments and texts are never taken for code. */
function scan({ path, text }: Source): Scanned {
  const { program, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`)
  const imports: Import[] = []
  const uses: Use[] = []
  const lineOf = (node: SyntaxNode) => text.slice(0, node.start).split('\n').length
  const visit = (node: SyntaxNode): void => {
    const from = moduleOf(node)
    if (from !== undefined) {
      const file = from.startsWith('.') ? posix.join(dirname(path), from) : undefined
      imports.push({ line: lineOf(node), from, file })
    }
    for (const what of thingsUsed(node)) uses.push({ line: lineOf(node), what })
    for (const child of childrenOf(node)) visit(child)
  }
  // The parser's types are exact for every kind of node; the walk treats all alike.
  visit(program as unknown as SyntaxNode)
  return { path, imports, uses }
}

function childrenOf(node: SyntaxNode): SyntaxNode[] {
  return Object.values(node)
    .flat()
    .filter((value): value is SyntaxNode => isNode(value))
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

/** The module that a node imports, in whichever way. */
function moduleOf(node: SyntaxNode): string | undefined {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportNamedDeclaration':
    case 'ExportAllDeclaration':
    case 'ImportExpression':
    case 'TSImportType':
      return textOf(node['source'])
    case 'CallExpression': {
      const [first] = Array.isArray(node['arguments']) ? node['arguments'] : []
      return ['require', 'require.resolve'].includes(dotted(node['callee']) ?? '') ? textOf(first) : undefined
    }
    default:
      return undefined
  }
}

function thingsUsed(node: SyntaxNode): string[] {
  switch (node.type) {
    case 'MemberExpression':
      return [dotted(node) ?? []].flat()
    case 'NewExpression':
      return dotted(node['callee']) === 'Date' && isEmpty(node['arguments']) ? ['new Date()'] : []
    case 'CallExpression':
      return ['Date', 'fetch'].flatMap((name) => (dotted(node['callee']) === name ? [`${name}()`] : []))
    // `import { env } from 'node:process'` and `const { env } = process` are other ways to say process.env.
    case 'ImportDeclaration': {
      const module = textOf(node['source'])?.replace(/^node:/, '')
      return membersOf(node['specifiers'], 'imported').map((name) => `${module}.${name}`)
    }
    case 'VariableDeclarator': {
      const object = dotted(node['init'])
      const pattern = isNode(node['id']) ? node['id']['properties'] : undefined
      return object === undefined ? [] : membersOf(pattern, 'key').map((name) => `${object}.${name}`)
    }
    default:
      return []
  }
}

function membersOf(nodes: unknown, member: string): string[] {
  return Array.isArray(nodes)
    ? nodes.flatMap((node) => (isNode(node) ? (dotted(node[member]) ?? []) : []))
    : []
}

function isEmpty(list: unknown): boolean {
  return Array.isArray(list) && list.length === 0
}

/** `a.b` for the expressions a.b, a?.b and a['b']; undefined for anything less plain. */
function dotted(node: unknown): string | undefined {
  if (!isNode(node)) return undefined
  if (node.type === 'Identifier') return String(node['name'])
  if (node.type !== 'MemberExpression') return undefined
  const object = dotted(node['object'])
  const property = node['computed'] ? textOf(node['property']) : dotted(node['property'])
  return object === undefined || property === undefined ? undefined : `${object}.${property}`
}

function textOf(node: unknown): string | undefined {
  return isNode(node) && typeof node['value'] === 'string' ? node['value'] : undefined
}
