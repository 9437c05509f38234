// Runs every command of docs/cli.md unchanged against the demo of a service that was started without
// configuration.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { useProcesses } from '@adrail/server/testing'
import { expect, test } from 'vitest'
import { useCommandLine } from './commandLine.ts'

const commandLine = useCommandLine()
const { newInstallation, start } = useProcesses()
const page = readFileSync(new URL('../../docs/cli.md', import.meta.url), 'utf8')
const blocks = [...page.matchAll(/^```sh\n([\s\S]+?)^```/gm)].map(([, block = '']) => block)

test('every command of docs/cli.md works unchanged with the demo', async () => {
  const place = await newInstallation()
  const service = await start(place)
  await service.readDemoKey()
  writeFileSync(join(commandLine.folder, 'key.txt'), 'adr_docskey_secret\n')
  expect(blocks.length).toBeGreaterThan(5)
  for (const block of blocks) {
    const { exit, stderr } = await commandLine.shell(`set -e -o pipefail\n${block}`, {
      DATA_DIR: place.dataDir,
    })
    expect([block, exit, stderr.includes('error')]).toEqual([block, 0, false])
  }
})
