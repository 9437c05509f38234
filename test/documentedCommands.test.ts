// Runs the shell blocks of the guides unchanged against a service in demo mode.

import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { useProcesses } from '@adrail/server/testing'
import { newFolder } from '@adrail/server/testing/folders'
import { expect, test } from 'vitest'
import { commandPages, listCodeBlocks } from './codeBlocks.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const { newInstallation, start } = useProcesses()

/** Codes that only a wrong example gets. */
const mistakes =
  /UNKNOWN_(?:FIELD|OPERATION)|INVALID_\w+|UNAUTHENTICATED|FORBIDDEN|\w+_NOT_FOUND|METHOD_NOT_ALLOWED/g

test('every shell block of the guides runs, and none sends an invalid request', async () => {
  const place = await newInstallation()
  const service = await start(place)
  const key = await service.readDemoKey()
  const [, sandboxUrl = ''] = await service.waitForOutput(/sandbox.* is at (\S+)/)
  // A clone, in which the commands find the data of the service.
  const clone = newFolder('adrail-commands-', 'disk')
  for (const name of ['packages', 'node_modules', 'package.json', 'scripts'])
    await symlink(join(root, name), join(clone, name))
  await symlink(place.dataDir, join(clone, 'data'))
  const env = {
    PATH: `${join(root, 'node_modules', '.bin')}:${process.env['PATH']}`,
    HOME: clone,
    TMPDIR: clone,
    DATA_DIR: place.dataDir,
    ADRAIL_URL: service.url,
    ADRAIL_KEY: key,
    KEY: key,
  }
  for (const page of commandPages) {
    const blocks = listCodeBlocks(page, readFileSync(join(root, page), 'utf8')).filter(
      ({ language, notRun }) => language === 'sh' && notRun === undefined,
    )
    expect(blocks.length, page).toBeGreaterThan(0)
    const script = ['set -euo pipefail', ...blocks.map(({ code }) => code)]
      .join('\n')
      .replaceAll(/(?:http:\/\/)?localhost:8080/g, service.url)
      .replaceAll(/(?:http:\/\/)?(?:localhost|127\.0\.0\.1):8081/g, sandboxUrl)
    const { stdout } = await promisify(execFile)('bash', ['-c', script], { cwd: clone, env })
    expect(stdout.match(mistakes), page).toBeNull()
  }
})
