// Runs the example programs in examples/ and in the docs about the client unchanged, against a service in
// demo mode.

import { execFile } from 'node:child_process'
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { cp, mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { useProcesses } from '@adrail/server/testing'
import { newFolder } from '@adrail/server/testing/folders'
import { expect, test } from 'vitest'
import { listCodeBlocks, programPages } from './codeBlocks.ts'

const executed = promisify(execFile)

/**
 * Returns the output of a program. On failure, prints its standard output too, because some programs report
 * the reason only there.
 */
async function run(file: string, args: readonly string[], options: { readonly env: NodeJS.ProcessEnv }) {
  return await executed(file, args, options).catch((failure: { stdout?: string }) => {
    process.stderr.write(failure.stdout ?? '')
    throw failure
  })
}

const root = fileURLToPath(new URL('..', import.meta.url))
const runner = join(root, 'examples', 'run.ts')
const examples = readdirSync(join(root, 'examples'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
const pages = globSync(['*.md', 'docs/**/*.md'], { cwd: root })
  .filter((page) => programPages.test(page))
  .toSorted()
const { newInstallation, start } = useProcesses()

test('examples/README.md lists exactly the examples that exist', () => {
  const text = readFileSync(join(root, 'examples', 'README.md'), 'utf8')
  const named = [...text.matchAll(/^npm run example -- (\S+)$/gm)].map(([, name]) => name)
  expect(named.toSorted()).toEqual(examples)
})

test('every npm script in the documentation exists in package.json', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const documents = globSync(['*.md', 'docs/**/*.md', 'examples/**/*.md', '.env.example'], { cwd: root })
  const unknown = documents.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    const named = [...text.matchAll(/\bnpm run (?:-s )?([\w:-]+)/g)].map(([, name = '']) => name)
    return named.filter((name) => !(name in scripts)).map((name) => `${file}: npm run ${name}`)
  })
  expect(unknown).toEqual([])
})

test('an example whose package is missing prints how to install it', async () => {
  const folder = newFolder('adrail-examples-', 'disk')
  await cp(join(root, 'examples'), join(folder, 'examples'), { recursive: true })
  await mkdir(join(folder, 'node_modules'))
  await symlink(join(root, 'node_modules', '@adrail'), join(folder, 'node_modules', '@adrail'))
  const env = { PATH: process.env['PATH'], ADRAIL_KEY: 'adr_none' }
  const failure = executed(process.execPath, [join(folder, 'examples', 'run.ts'), 'agent'], { env })
  await expect(failure).rejects.toMatchObject({
    stderr:
      'This example needs @modelcontextprotocol/client, which `npm start` does not install. Run `npm install` once.\n',
  })
})

test('every example and every program in the documentation of the client runs without an error', async () => {
  const service = await start(await newInstallation())
  // The folder is where Node resolves the packages that the programs import.
  const folder = newFolder('adrail-programs-', 'disk')
  const env = {
    PATH: process.env['PATH'],
    TMPDIR: folder,
    ADRAIL_URL: service.url,
    ADRAIL_KEY: await service.readDemoKey(),
    SANDBOX_URL: (await service.waitForOutput(/sandbox.* is at (\S+)/))[1],
  }
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  expect(pages.length).toBeGreaterThanOrEqual(7)
  for (const page of pages) {
    const text = readFileSync(join(root, page), 'utf8')
    const program = listCodeBlocks(page, text)
      .filter(({ language }) => language === 'ts')
      .map(({ code }) => code)
      .join('\n')
      .replaceAll('http://localhost:8080', service.url)
    const file = join(folder, 'program.mts')
    await writeFile(file, program)
    const { stdout } = await run(process.execPath, [file], { env })
    expect(stdout, page).toMatch(/^(?!.*(undefined|\[object)).*\w/s)
  }
  // The examples assert their own results.
  for (const example of examples.filter((name) => name !== 'florist')) {
    const { stdout } = await run(process.execPath, [runner, example], { env })
    expect(stdout, example).not.toBe('')
  }
})

/**
 * Removes the parts of the output that differ between runs: metrics, answers of a lead, and the suffix of a
 * name.
 */
function comparable(output: string): string {
  return output
    .replace(/ · [0-9a-f]{8}/g, ' · #')
    .replace(/^(New lead from ".+": ).+/m, '$1#')
    .replace(/\d+(?= listed)/, '#')
    .replace(
      /^[\d-]{10}(, .+: )\d+\.\d\d ([A-Z]{3}), \d+ clicks, [\d.]+ leads$/gm,
      '#$1# $2, # clicks, # leads',
    )
}

test('the florist example prints the output of its README, and changes each campaign once per step', async () => {
  const readme = readFileSync(join(root, 'examples', 'florist', 'README.md'), 'utf8')
  const [, shown = ''] = /```text\n(.+?)```/s.exec(readme) ?? []
  const place = await newInstallation()
  const service = await start(place)
  await service.readDemoKey()
  // In this clone, the service uses unusual ports. The example finds the ports in the data folder.
  const clone = newFolder('adrail-clone-', 'disk')
  await cp(join(root, 'examples'), join(clone, 'examples'), { recursive: true })
  await symlink(join(root, 'node_modules'), join(clone, 'node_modules'))
  await symlink(place.dataDir, join(clone, 'data'))
  const florist = async () =>
    await run(process.execPath, [join(clone, 'examples', 'run.ts'), 'florist'], {
      env: { PATH: process.env['PATH'], TMPDIR: clone },
    })
  const { stdout } = await florist()
  expect(comparable(stdout)).toBe(comparable(shown))

  const [, sandboxUrl] = await service.waitForOutput(/sandbox.* is at (\S+)/)
  const response = await fetch(`${sandboxUrl}/_sandbox/effects?format=json`)
  const effects = (await response.json()) as { platform: string; kind: string; id: string }[]
  const idsOf = (platform: string, kind: string) =>
    effects.filter((each) => each.platform === platform && each.kind === kind).map(({ id }) => id)
  const kinds = {
    social: { creation: 'campaign.create', update: 'campaign.update', campaigns: 3 },
    search: { creation: 'campaign.create', update: 'campaign.update', campaigns: 2 },
    pro: { creation: 'adCampaignGroup.created', update: 'adCampaignGroup.updated', campaigns: 2 },
  }
  for (const [platform, { creation, update, campaigns }] of Object.entries(kinds)) {
    const created = idsOf(platform, creation)
    expect(created, platform).toHaveLength(1)
    // The pause and its undo change every campaign. The creation also activates the new campaign.
    const updates = Object.values(Object.groupBy(idsOf(platform, update), (id) => id))
    const counts = updates.map((ids = []) => (created.includes(ids[0] ?? '') ? ids.length - 1 : ids.length))
    expect(counts, platform).toEqual(Array(campaigns).fill(2))
  }

  // A second run returns the same campaigns.
  const again = await florist()
  expect(comparable(again.stdout)).toBe(comparable(shown))
})

test('examples/run.ts refuses an unknown example and refers to examples/README.md', async () => {
  const failed = run(process.execPath, [runner, 'no-such-thing'], { env: {} })
  await expect(failed).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('examples/README.md'),
  })
})
