// Sends every request that the operation reference and the command line's help print, unchanged, to a service
// that was started without configuration.

import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { declarationOf, type OperationName, operationNames } from '@adrail/contract'
import { buildJpeg, useProcesses } from '@adrail/server/testing'
import { newFolder } from '@adrail/server/testing/folders'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Results, runCommandLine } from './surfaces.ts'

const folder = new URL('../../docs/operations/', import.meta.url)
const pages = readdirSync(folder).map((name) => readFileSync(new URL(name, folder), 'utf8'))
const blocks = pages.flatMap((page) =>
  [...page.matchAll(/^```sh\n(.+?)^```/gms)].map(([, block = '']) => block),
)

/** Random ids of adrail. The reference describes where to find a real one. */
const placeholder = /\b([a-z]+)_(?:06f0t6t1h2v8k3m9q4w5x7y2z1|9f2b61c4d07a5e83b1c6f4a2908e7d35)\b/
const sources: Readonly<Record<string, OperationName>> = {
  lnk: 'auth/create_link',
  led: 'lead/list_leads',
  op: 'search/edit_campaign',
  whe: 'webhook/create_endpoint',
  img: 'media/upload_image',
  key: 'workspace/create_key',
}
/**
 * These examples need a pending write, an uncertain write or a browser. As printed, the service refuses them
 * as documented.
 */
const refused: Partial<Record<OperationName, string>> = {
  'approval/decide': 'OPERATION_NOT_FOUND',
  'operation/settle_operation': 'OPERATION_NOT_FOUND',
  'workspace/revoke_session': 'SESSION_NOT_FOUND',
}

/** Operations that delete objects run last, so that every other example finds the initial state. */
const isDestructive = (name: string) => Number(/\/(delete|remove|revoke)_|pause_campaigns/.test(name))
const inOrder = operationNames.toSorted((a, b) => isDestructive(a) - isDestructive(b))

const { newInstallation, serveInProcess: serveHere } = useProcesses('file')

type Send = (operation: OperationName, replace: (text: string) => string) => Promise<Results>

describe.each<{ where: string; make: (url: string, apiKey: string) => Send }>([
  {
    where: 'docs/operations/',
    make: (url, apiKey) => async (operation, replace) => {
      const block = blocks.find((each) => each.includes(`curl -s http://localhost:8080/${operation} `)) ?? ''
      const script = replace(block.replaceAll('http://localhost:8080', url))
      return JSON.parse(await bash(script, { ADRAIL_KEY: apiKey })).results
    },
  },
  {
    where: 'the help of the command line',
    make: (url, apiKey) => async (operation, replace) => {
      const help = await runCommandLine(url, apiKey, [...operation.split('/'), '--help'])
      const [, example = ''] = /Example\n {2}(.+)/.exec(help.stdout) ?? []
      const words = await bash(`adrail() { printf '%s\\0' "$@"; }\n${replace(example)}`)
      // At a terminal, the command asks for confirmation of a write.
      const consent = declarationOf(operation).effect === 'write' ? ['--yes'] : []
      const args = [...words.split('\0').slice(0, -1), ...consent, '--json']
      const { exit, stdout, stderr } = await runCommandLine(url, apiKey, args)
      return exit === 0 ? { success: true, error: '', ...JSON.parse(stdout) } : JSON.parse(stderr)
    },
  },
])('an example in $where', ({ make }) => {
  const sandboxOrigin = 'http://127.0.0.1:8081'
  let sendAt: Send
  let here: (text: string) => string
  const sent = new Map<OperationName, Promise<Results>>()

  beforeAll(async () => {
    const { url, stderr } = await serveHere(await newInstallation())
    const [, sandbox = ''] = /three emulated ad platforms is at (\S+)/.exec(stderr) ?? []
    const [, file = ''] = /are kept in (\S+demo\.json)/.exec(stderr) ?? []
    sendAt = make(url, JSON.parse(readFileSync(file, 'utf8')).apiKey)
    const imageFile = join(newFolder('adrail-example-'), 'photo.jpg')
    writeFileSync(imageFile, buildJpeg())
    here = (text) => text.replaceAll(sandboxOrigin, sandbox).replace('photo.jpg', imageFile)
  })

  async function send(operation: OperationName): Promise<Results> {
    const kind = placeholder.exec(JSON.stringify(declarationOf(operation).example.body))?.[1] ?? ''
    const source = operation in refused ? undefined : sources[kind]
    const own = source === undefined ? undefined : await idIn(source, kind)
    return await sendAt(operation, (text) =>
      own === undefined ? here(text) : here(text).replace(placeholder, own),
    )
  }

  const once = (operation: OperationName): Promise<Results> => {
    const results = sent.get(operation) ?? send(operation)
    sent.set(operation, results)
    return results
  }

  /** Waits for the id, because leads appear as soon as adrail has read them. */
  async function idIn(source: OperationName, kind: string): Promise<string> {
    const id = new RegExp(`(?<=["/])${kind}_\\w+(?=")`)
    let found = id.exec(JSON.stringify(await once(source)))
    await expect
      .poll(async () => {
        found ??= id.exec(JSON.stringify(await send(source)))
        return found
      })
      .not.toBeNull()
    return found?.[0] ?? ''
  }

  test.each(inOrder)('calls %s unchanged with the documented result', async (operation) => {
    const { success, code, error } = await once(operation)
    const expected = refused[operation]
    if (expected === undefined) expect({ success, error }).toEqual({ success: true, error: '' })
    else expect(code).toBe(expected)
  })
})

async function bash(script: string, environment: Readonly<Record<string, string>> = {}): Promise<string> {
  const env = { PATH: process.env['PATH'] ?? '', ...environment }
  const { stdout } = await promisify(execFile)('bash', ['-c', script], { env })
  return stdout
}
