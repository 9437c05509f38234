// A command finds its service and its key in profiles, and keys are never sent to other services.

import { chmodSync, mkdirSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { useService } from '@adrail/server/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { useCommandLine } from './commandLine.ts'
import { startRelay } from './relay.ts'

const service = useService()
const commandLine = useCommandLine()
const list = ['user', 'list_users']

/** The tests start without profiles and without a demo. */
let env: Record<string, string>
beforeEach(() => {
  const home = mkdtempSync(join(commandLine.folder, 'home-'))
  env = { XDG_CONFIG_HOME: home, DATA_DIR: join(home, 'data') }
})
const run = (args: readonly string[], input?: string) =>
  commandLine.run(args, { env, ...(input === undefined ? {} : { input }) })
const profilesFile = () => join(env['XDG_CONFIG_HOME'] ?? '', 'adrail', 'config.json')
const add = (name: string, url = service.url, key = service.apiKey) =>
  run(['profile', 'add', name, '--service', url], `${key}\n`)

describe('a profile', () => {
  test('is added with a key from standard input, stored with mode 0600, and used by later commands', async () => {
    expect(await run(list)).toMatchObject({ exit: 3, stderr: expect.stringContaining('adrail profile add') })
    expect(await add('prod')).toMatchObject({ exit: 0, stdout: '' })
    expect(statSync(profilesFile()).mode & 0o777).toBe(0o600)
    expect(await run(list)).toMatchObject({ exit: 0 })
  })

  test('is added at a terminal with a prompt that does not show the key', async () => {
    const command = commandLine.openTerminal(['profile', 'add', 'prod', '--service', service.url], { env })
    await command.waitForOutput(/API key \(not shown\): $/)
    command.type(`${service.apiKey}\r`)
    const { exit, raw } = await command.waitForExit()
    expect(exit).toBe(0)
    expect(raw).not.toContain(service.apiKey)
    expect(readFileSync(profilesFile(), 'utf8')).toContain(service.apiKey)
  })

  test('is listed without its key, selected with --profile or profile use, and removed', async () => {
    await add('prod', 'https://ads.example.com', 'adr_prodkey1_secret')
    await add('test')
    const listed = (await run(['profile', 'list'])).stdout
    expect(listed).toBe(
      `*\tprod\thttps://ads.example.com\tadr_prodkey1_…\n \ttest\t${service.url}\t${service.apiKey.slice(0, 12)}_…\n`,
    )
    expect(await run([...list, '--profile', 'test'])).toMatchObject({ exit: 0 })
    await run(['profile', 'use', 'test'])
    expect(await run(list)).toMatchObject({ exit: 0 })
    await run(['profile', 'remove', 'test'])
    expect((await run(['profile', 'list'])).stdout).not.toContain('test')
    const unknown = await run([...list, '--profile', 'prd'])
    expect(unknown).toMatchObject({ exit: 2, stderr: expect.stringContaining('Did you mean prod?') })
  })

  test('is not used while other users can read its file', async () => {
    await add('prod')
    chmodSync(profilesFile(), 0o644)
    const { exit, stderr } = await run(list)
    expect(exit).toBe(3)
    expect(stderr).toContain(`chmod 600 ${profilesFile()}`)
  })

  test('needs a key of adrail, an HTTP URL and a name, and no flag accepts the key', async () => {
    expect(await add('prod', service.url, 'sk_live_other')).toMatchObject({ exit: 3 })
    expect(await add('prod', 'ftp://ads.example.com')).toMatchObject({ exit: 2 })
    expect(await run(['profile', 'add'])).toMatchObject({ exit: 2 })
    expect(await run(['profile', 'add', 'prod', '--key', service.apiKey])).toMatchObject({ exit: 2 })
    expect(await run(['profile', 'ad', 'prod'])).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining('Did you mean add?'),
    })
  })
})

describe('an API key', () => {
  test('is sent only to the URL that it was stored with', async () => {
    await add('prod')
    const relay = await startRelay(() => service.url)
    const { exit, stderr } = await run([...list, '--service', relay.url])
    expect(exit).toBe(3)
    expect(stderr).toContain(`No API key for ${relay.url}.`)
    expect(await run([...list, '--service', relay.url, '--profile', 'prod'])).toMatchObject({ exit: 2 })
    expect(relay.requests).toEqual([])
    expect(await run([...list, '--service', `${service.url}/`])).toMatchObject({ exit: 0 })
  })

  test('in the environment takes precedence over the current profile', async () => {
    await add('prod', 'http://127.0.0.1:9', 'adr_other_key')
    const settings = { ...env, ADRAIL_URL: service.url, ADRAIL_KEY: service.apiKey }
    expect(await commandLine.run(list, { env: settings })).toMatchObject({ exit: 0 })
  })
})

test('a command automatically uses the demo.json in the data folder', async () => {
  const data = env['DATA_DIR'] ?? ''
  mkdirSync(data)
  writeFileSync(join(data, 'demo.json'), JSON.stringify({ url: service.url, apiKey: service.apiKey }))
  expect(await run(list)).toMatchObject({ exit: 0 })
})
