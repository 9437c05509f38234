// Packs the public packages as they would be published and uses them in a separate project.

import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { beforeAll, expect, test } from 'vitest'
import { env, type PackedProject, packProject, removeCompiledCode, root } from './packedProject.ts'

const published = ['cli', 'client', 'contract', 'sandbox']
const run = promisify(execFile)

let project: string
let packed: PackedProject['packedPackages']

removeCompiledCode()
beforeAll(async () => {
  const made = await packProject(published, ['@types/node'])
  project = made.project
  packed = made.packedPackages
})

test('a published package contains compiled code, data and its license, and no sources', () => {
  expect(packed.map(({ name }) => name).toSorted()).toEqual(published.map((name) => `@adrail/${name}`))
  for (const { name, files } of packed) {
    const paths = files.map(({ path }) => path)
    // A package that only contains a command has no entry point for programs.
    const built = name === '@adrail/cli' ? ['dist/main.js'] : ['dist/index.js', 'dist/index.d.ts']
    expect(paths).toEqual(expect.arrayContaining(['LICENSE', 'package.json', ...built]))
    const strangers = paths.filter(
      (path) => !/^(LICENSE|README\.md|package\.json|data\/.*|dist\/.*\.(js|d\.ts))$/.test(path),
    )
    expect([name, strangers]).toEqual([name, []])
  }
})

test('the manifest of a published package contains no scripts, no devDependencies and no path in src', async () => {
  for (const name of published) {
    const manifest = JSON.parse(
      await readFile(join(project, 'node_modules', '@adrail', name, 'package.json'), 'utf8'),
    )
    expect(Object.keys(manifest)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(private|scripts|devDependencies|publishConfig)$/)]),
    )
    expect(JSON.stringify(manifest)).not.toContain('src/')
  }
})

test('a program of another project starts a sandbox and reads the contract', async () => {
  const program = `
    import { operationNames } from '@adrail/contract'
    import { startSandbox } from '@adrail/sandbox'
    const sandbox = await startSandbox({ clock: '2026-11-15T12:00:00Z' })
    const { people } = await (await fetch(sandbox.url + '/_sandbox/people')).json()
    const video = await fetch(sandbox.url + '/_media/video/bread.mp4')
    await sandbox.close()
    console.log(JSON.stringify([people[0].name, video.status, operationNames.includes('user/create_user')]))
  `
  await writeFile(join(project, 'program.js'), program)
  const { stdout } = await run(process.execPath, ['program.js'], { cwd: project, env })
  expect(JSON.parse(stdout)).toEqual(['Ada Fox', 200, true])
})

test('the adAccounts recipe of docs/testing.md passes unchanged', async () => {
  const text = await readFile(join(root, 'docs', 'testing.md'), 'utf8')
  const recipes = [...text.matchAll(/^```js recipe=(adAccounts\S+)\n(.*?)^```$/gms)]
  expect(recipes).toHaveLength(2)
  const suite = join(project, 'suite')
  await mkdir(suite)
  for (const [, name = '', code = ''] of recipes) await writeFile(join(suite, name), code)
  await symlink(join(root, 'node_modules', 'vitest'), join(project, 'node_modules', 'vitest'))
  const program = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const { stdout } = await run(process.execPath, [program, 'run', '--root', suite], { env })
  expect(stdout).toMatch(/Tests.*3 passed/)
})

test('the client has no dependencies, imports no Node modules, and is smaller than 8 KiB compressed', async () => {
  const installed = join(project, 'node_modules', '@adrail', 'client')
  const { dependencies = {} } = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'))
  expect(dependencies).toEqual({})
  const result = await build({
    root: project,
    logLevel: 'silent',
    build: {
      write: false,
      minify: true,
      lib: { entry: join(installed, 'dist', 'index.js'), formats: ['es'] },
    },
  })
  const [bundle] = Array.isArray(result) ? result : [result]
  const code = bundle !== undefined && 'output' in bundle ? bundle.output[0].code : ''
  expect(gzipSync(code).length).toBeLessThan(8 * 1024)
  // The client runs in every JavaScript environment, so its code must not import Node modules.
  expect(code).not.toMatch(/\bfrom\s*"|require\(|node:/)
})

test('adrail-sandbox prints its help, and serves until it receives SIGTERM', async () => {
  const { stdout } = await run('npx', ['--no-install', 'adrail-sandbox', '--help'], { cwd: project, env })
  expect(stdout).toContain('--port PORT')
  const command = join(project, 'node_modules', '.bin', 'adrail-sandbox')
  const noon = '2026-11-15T12:00:00Z'
  const child = spawn(command, ['--port', '0', '--memory', '--json', '--clock', noon], { cwd: project, env })
  const ended = once(child, 'exit')
  const [line] = await once(createInterface(child.stdout), 'line')
  const { url, admin } = JSON.parse(String(line))
  expect(admin).toBe(`${url}/_sandbox/`)
  expect(await (await fetch(`${admin}world`)).json()).toMatchObject({ now: Date.parse(noon), running: false })
  // The program stores nothing and does not create a data folder.
  expect(await readdir(project)).not.toContain('data')
  child.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
})

test('the command line calls a service without loading the contract or Zod', async () => {
  const { stdout: version } = await run('npx', ['--no-install', 'adrail', '--version'], { cwd: project, env })
  expect(version).toMatch(/^adrail \d/)
  const server = createServer((_, response) => response.end(responseBody)).listen(0, '127.0.0.1')
  const responseBody = JSON.stringify({
    success: true,
    requestId: 'req_1',
    results: { success: true, users: [] },
  })
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const program = join(project, 'node_modules', '@adrail', 'cli', 'dist', 'main.js')
  const listModules = `
    import { registerHooks } from 'node:module'
    registerHooks({ load(url, context, next) { console.error(url); return next(url, context) } })`
  const { stdout, stderr } = await run(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(listModules)}`, program, 'user', 'list_users'],
    { cwd: project, env: { ...env, ADRAIL_URL: `http://127.0.0.1:${port}`, ADRAIL_KEY: 'adr_key' } },
  )
  server.close()
  expect(JSON.parse(stdout)).toEqual({ users: [] })
  expect(stderr).toContain('@adrail/client')
  expect(stderr).not.toMatch(/\/node_modules\/zod\/|contract\/dist\/index\.js/)
})

test('the published types accept a strict program and reject its type errors', async () => {
  const program = `
    import { AdrailError, createClient } from '@adrail/client'
    import type { Envelope, OperationName } from '@adrail/contract'
    import { type Sandbox, startSandbox } from '@adrail/sandbox'
    const sandbox: Sandbox = await startSandbox({ clock: 'real' })
    export const names: string[] = Object.values(sandbox.state().social.campaigns).map(({ name }) => name)
    export const accounts: string[] = Object.keys(sandbox.state().search.accounts)
    export const limits: object = sandbox.state().pro.limits
    export const token: string = sandbox.person('ada').search.accessToken
    sandbox.clock.advance('61d')
    await using second = await startSandbox()
    export const calls: string[] = second.requests.list({ platform: 'pro' }).map(({ call }) => call)
    // @ts-expect-error Nobody of that name lives there.
    sandbox.person('adda')
    // @ts-expect-error A length of time has a unit.
    sandbox.clock.advance('61 days')
    export const operation: OperationName = 'user/create_user'
    export type Answer = Envelope
    const adrail = createClient({ apiKey: 'adr_key' })
    const one = adrail.with({ userId: 'usr_one' })
    export const budgets: Promise<string[]> = one.social.get_campaigns()
      .then(({ campaigns }) => campaigns.map(({ dailyBudget }) => dailyBudget))
    export const hash: Promise<string> = one.search.edit_campaign({ campaignId: '1', amount: 2, dryRun: true })
      .then(({ planHash }) => planHash)
    export const record: Promise<string> = one.search.edit_campaign({ campaignId: '1', amount: 2 })
      .then(({ operationId }) => operationId)
    for await (const { mediaType } of one.pages.social.get_page_posts({ platform: 'SOCIAL_B' }))
      if (mediaType === 'video') break
    export const refused = (error: unknown) => error instanceof AdrailError && error.code === 'TARGET_BUSY'
    // @ts-expect-error A user is missing where none is bound.
    await adrail.social.get_campaigns()
    // @ts-expect-error A member that is not declared would be refused.
    await one.search.edit_campaign({ campaignId: '1', amount: 2, dryrun: true })
    // @ts-expect-error There is no such code.
    export const never = (error: AdrailError) => error.code === 'TARGET_BSUY'
    // @ts-expect-error A clock has no speed.
    await startSandbox({ clock: { speed: 2 } })
    // @ts-expect-error There is no such operation.
    export const wrong: OperationName = 'user/forget_everything'
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
