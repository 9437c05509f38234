// Packs `@adrail/testing` and runs the recipes of docs/testing.md unchanged in a separate project, on the
// oldest supported Node and on the current one. The first run of this test installs those Nodes, Jest and
// pytest.

import { execFile, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import { installPackages } from '../debianPackages.ts'
import {
  env,
  environmentForNode,
  type PackedProject,
  packProject,
  removeCompiledCode,
  root,
} from './packedProject.ts'

const run = promisify(execFile)
const names = ['contract', 'sandbox', 'server', 'testing']
/** The test compiles four packages and installs hundreds. */
const timeoutMs = 20 * 60_000
let project: string
let packed: PackedProject['packedPackages']

removeCompiledCode()
beforeAll(async () => {
  const made = await packProject(names, ['@types/node', 'vitest', 'jest@30.5.2'])
  project = made.project
  packed = made.packedPackages
  const text = await readFile(join(root, 'docs', 'testing.md'), 'utf8')
  await mkdir(join(project, 'suite'))
  for (const [, name = '', code = ''] of text.matchAll(/^```\w+ recipe=(\S*ampaign\S+)\n(.*?)^```$/gms))
    await writeFile(join(project, 'suite', name), code)
}, timeoutMs)

/** Installs a Node from npm and keeps the installation in `node_modules` for later runs. */
function installNode(version: string): string {
  const folder = join(root, 'node_modules', '.cache', `adrail-node-${version}`)
  const program = join(folder, 'node_modules', 'node', 'bin', 'node')
  if (!existsSync(program)) {
    console.warn(`Installing Node ${version} from npm for the tests ...`)
    mkdirSync(folder, { recursive: true })
    const install = [
      'install',
      '--no-save',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
      '--prefix',
      folder,
    ]
    execFileSync('npm', [...install, `node@npm:node-linux-${process.arch}@${version}`], { env })
  }
  return program
}

const onLinux = process.platform === 'linux' && ['arm64', 'x64'].includes(process.arch)

test('the packages of @adrail/testing contain compiled code, data and served files, and no sources', () => {
  expect(packed.map(({ name }) => name).toSorted()).toEqual(names.map((name) => `@adrail/${name}`))
  for (const { name, files } of packed) {
    const paths = files.map(({ path }) => path)
    const strangers = paths.filter(
      (path) => !/^(LICENSE|README\.md|package\.json|data\/.*|dist\/(served\/.*|.*\.(js|d\.ts)))$/.test(path),
    )
    expect([name, strangers]).toEqual([name, []])
  }
})

test('the packed server serves the console and the documentation, and its admin program creates a workspace', async () => {
  const dataDir = join(project, 'data')
  const settings = { PORT: '0', SANDBOX_PORT: '0', METRICS_PORT: 'off', DATA_DIR: dataDir }
  const service = spawn(join(project, 'node_modules/.bin/adrail-server'), {
    cwd: project,
    env: { ...env, ...settings },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = once(service, 'exit')
  let url: string | undefined
  for await (const line of createInterface(service.stderr)) {
    expect(line).not.toContain('not built')
    url ??= /adrail serves at (\S+)/.exec(line)?.[1]
    if (line.startsWith('The key and the demo')) break
  }
  for (const path of [
    '/console/',
    '/docs/linking',
    '/docs/going-live/pro',
    '/docs/js/scalar.js',
    '/openapi.json',
  ])
    expect([path, (await fetch(`${url}${path}`)).status]).toEqual([path, 200])
  const admin = join(project, 'node_modules/.bin/adrail-admin')
  const { stdout } = await run(admin, ['workspace', 'create', 'Acme'], {
    cwd: project,
    env: { ...env, ...settings },
  })
  expect(stdout).toMatch(/ws_/)
  service.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
})

describe.each([
  ['the current Node', () => process.execPath],
  ...(onLinux ? ([['Node 22.19', () => installNode('22.19.0')]] as const) : []),
] as const)('the packed @adrail/testing on %s', (_, findNode) => {
  test('passes the vitest recipe of docs/testing.md', async () => {
    const node = findNode()
    const program = join(project, 'node_modules/vitest/vitest.mjs')
    const { stdout } = await run(node, [program, 'run', '--root', 'suite'], {
      cwd: project,
      env: environmentForNode(node),
    })
    expect(stdout).toMatch(/Tests.*4 passed/)
    expect(leftovers()).toEqual([])
  })
})

test('the vitest recipe of docs/testing.md passes in jest', async () => {
  const file = join(project, 'suite', 'campaignNames.test.mjs')
  const text = await readFile(file, 'utf8')
  const jest = text.replace("from 'vitest'", "from '@jest/globals'")
  await writeFile(join(project, 'suite', 'campaignNames.jest.mjs'), jest)
  const command = ['node_modules/jest/bin/jest.js', '--cacheDirectory=jest', '--testMatch=**/*.jest.mjs']
  const options = {
    cwd: project,
    env: { ...env, NODE_OPTIONS: '--experimental-vm-modules' },
  }
  const { stderr } = await run(process.execPath, command, options)
  expect(stderr).toMatch(/Tests: +4 passed/)
  expect(leftovers()).toEqual([])
})

test('the pytest recipe of docs/testing.md passes', async () => {
  const pytest = findPytest()
  const options = { cwd: project, env: env }
  const { stdout } = await run('python3', [...pytest, 'suite'], options)
  expect(stdout).toMatch(/4 passed/)
  expect(leftovers()).toEqual([])
})

test.runIf(onLinux)('@adrail/testing on Node 20 reports which Node to install', async () => {
  const node = installNode('20.20.2')
  const program =
    "import { startAdrail } from '@adrail/testing'\nawait startAdrail().catch(({ message }) => console.log(message))"
  await writeFile(join(project, 'old.mjs'), program)
  const sentence =
    '@adrail/testing needs Node 22.19 or newer, not Node 20.20.2. Install Node 24: https://nodejs.org/en/download.\n'
  const { stdout } = await run(node, ['old.mjs'], { cwd: project, env: environmentForNode(node) })
  expect(stdout).toBe(sentence)
  const command = run(node, ['node_modules/@adrail/testing/dist/main.js'], { cwd: project })
  await expect(command).rejects.toMatchObject({ code: 1, stderr: sentence })
})

test('adrail-testing refuses unknown settings and settings that could reach a platform', async () => {
  const command = join(project, 'node_modules/.bin/adrail-testing')
  const refusal = async (setting: string) => {
    const failed = run(command, ['--set', setting], { cwd: project, env })
    return await failed.then(String, ({ stderr }: { stderr: string }) => stderr)
  }
  expect(await refusal('ADRAIL_SOCIAL=live')).toContain(
    'ADRAIL_DEMO must not be on while a platform is live.',
  )
  expect(await refusal('ADRAIL_SOCAL=live')).toContain('Did you mean ADRAIL_SOCIAL?')
  expect(await refusal('SANDBOX_URL=http://127.0.0.1:1')).toContain('Remove SANDBOX_URL')
  expect(leftovers()).toEqual([])
})

test('adrail-testing ends when its parent process is killed', async () => {
  const parent = spawn('sh', ['-c', 'node_modules/.bin/adrail-testing < /dev/null & wait'], {
    cwd: project,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(createInterface(parent.stdout), 'line')
  const { url } = JSON.parse(String(line))
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
  parent.kill('SIGKILL')
  // The output pipe closes when the last process that uses the pipe ends.
  await once(parent, 'close')
  await expect(fetch(`${url}/healthz`)).rejects.toThrow()
  expect(leftovers()).toEqual([])
})

test('the types of @adrail/testing accept a strict program and reject its type errors', async () => {
  const program = `
    import { type Adrail, startAdrail } from '@adrail/testing'
    await using adrail: Adrail = await startAdrail({ now: '2026-11-15T12:00:00Z', settings: { LEADS: 'off' } })
    export const words: string[] = [adrail.url, adrail.apiKey, adrail.workspaceId, adrail.users.all]
    await adrail.link({ userId: adrail.users.none, platform: 'pro', person: 'ada' })
    await adrail.clock.advance('61d')
    adrail.sandbox.faults.order({ platform: 'social', call: '*', kind: 'status', status: 500 })
    // @ts-expect-error There is no such platform.
    await adrail.link({ userId: adrail.users.none, platform: 'meta', person: 'ada' })
    // @ts-expect-error A length of time has a unit.
    await adrail.clock.advance('61 days')
    // @ts-expect-error There is no such option.
    await startAdrail({ clock: 'real' })
  `
  await writeFile(join(project, 'program.ts'), program)
  const compilerOptions = {
    strict: true,
    noEmit: true,
    target: 'es2024',
    module: 'nodenext',
    types: ['node'],
  }
  await writeFile(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['program.ts'] }))
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
  const { stdout } = await run(process.execPath, [compiler, '-p', project], { cwd: project, env }).catch(
    (error: { stdout: string }) => error,
  )
  expect(stdout).toBe('')
})

/** Returns folders of services that were not removed. */
function leftovers(): string[] {
  return readdirSync(tmpdir()).filter((name) => name.startsWith('adrail-testing-'))
}

function findPytest(): string[] {
  const pytest = ['-m', 'pytest', '-p', 'no:cacheprovider']
  const isThere = () => spawnSync('python3', [...pytest, '--version']).status === 0
  if (!isThere()) installPackages('python3-pytest')
  if (!isThere()) throw new Error('There is no pytest on this machine. Install the package "python3-pytest".')
  return pytest
}
