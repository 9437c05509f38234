// Adds a fictional platform to a copy of the source tree and uses it over HTTP. A platform is one folder in each
// package: the test limits the shared files that the platform has to change.

import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { newFolder } from '@adrail/server/testing/folders'
import { decideConsent, followCallback, startLink } from '@adrail/server/testing/linking'
import { post, useProcesses } from '@adrail/server/testing/processes'
import { beforeAll, expect, test } from 'vitest'
import { copyWithTown } from './copy.ts'
import { sharedEdits } from './sharedEdits.ts'

const { newInstallation, start } = useProcesses()
let releaseRoot = ''

beforeAll(() => {
  // The copy contains links to installed packages, which Node resolves.
  releaseRoot = newFolder('adrail-town-')
  copyWithTown(releaseRoot)
  runInCopy('--input-type=module', '--eval', generation)
})

/** Writes the generated files that the programs need, without the documents. */
const generation = `
  import { writeFileSync } from 'node:fs'
  import { generateOperationIndexes } from './scripts/operationIndexes.ts'
  for (const { path, text } of generateOperationIndexes()) writeFileSync(path, text)
  const { sources } = await import('./scripts/sources.ts')
  for (const { path, text } of sources) writeFileSync(path, text)
`

test('a platform changes at most four shared files of the product and two of the sandbox', () => {
  const files = [...new Set(sharedEdits.map(({ file }) => file))]
  const ofSandbox = files.filter((file) => file.startsWith('packages/sandbox/'))
  expect(files.length - ofSandbox.length).toBeLessThanOrEqual(4)
  expect(ofSandbox.length).toBeLessThanOrEqual(2)
})

test('the compiler knows the platform everywhere', () => {
  const settings = { extends: './tsconfig.json', include: ['packages/*/src'] }
  const exclude = ['packages/console', '**/*.test.ts']
  writeFileSync(join(releaseRoot, 'tsconfig.sources.json'), JSON.stringify({ ...settings, exclude }))
  expect(compile('tsconfig.sources.json')).toBe('')
  expect(compile('packages/console/tsconfig.json')).toBe('')
})

test('a user links an account, and the service lists its campaigns', async () => {
  const installation = { ...(await newInstallation()), releaseRoot }
  const service = await start(installation)
  const apiKey = await service.readDemoKey()
  const call = async (operation: string, body: object) => {
    const { status, envelope } = await post(`${service.url}/${operation}`, apiKey, body)
    expect(status, JSON.stringify(envelope.results)).toBe(200)
    return envelope.results
  }
  const { user } = await call('user/create_user', { name: 'Town' })
  const { userId } = user as { readonly userId: string }
  const { link, linkId } = await call('auth/create_link', { userId, platform: 'TOWN' })
  const flow = await startLink(String(link))
  await followCallback(await decideConsent(flow, 'ada'), flow.cookie)
  expect(await call('auth/get_link_status', { linkId })).toMatchObject({ status: 'completed' })
  expect(await call('auth/get_connected_accounts_data', { userId })).toMatchObject({
    connectedAccounts: { townAds: { accountIdText: '7001', accountName: 'Fox Bakery' } },
  })
  const { campaigns } = await call('town/get_campaigns', { userId })
  expect(campaigns).toMatchObject([{ name: 'Bread' }, { name: 'Cakes' }, { name: 'Rolls' }])
})

function compile(project: string): string {
  try {
    return runInCopy(join('node_modules', 'typescript', 'bin', 'tsc'), '--noEmit', '-p', project)
  } catch (error) {
    // The compiler writes its messages to standard output.
    return String((error as { readonly stdout?: unknown }).stdout ?? error)
  }
}

function runInCopy(...args: string[]): string {
  return execFileSync(process.execPath, args, { cwd: releaseRoot, encoding: 'utf8', stdio: 'pipe' })
}
