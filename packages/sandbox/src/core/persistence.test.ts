import { type ChildProcess, type ChildProcessByStdio, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { buildUrl, getJson, postForm } from '../../testing/sandbox.ts'
import { standingTokenText, startSandbox } from '../index.ts'
import { platformNames } from '../platforms/index.ts'
import { parseSnapshot } from './persistence.ts'

const folder = mkdtempSync(join(tmpdir(), 'sandbox-state-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const refresh = (url: string) =>
  postForm(`${url}/token`, {
    grant_type: 'refresh_token',
    refresh_token: standingTokenText('search', 'ada', 'refresh'),
    client_id: 'sandbox-search.apps.googleusercontent.com',
    client_secret: 'sandbox-search-secret',
  })

const userinfo = (url: string, token: unknown) =>
  getJson(`${url}/v1/userinfo`, { authorization: `Bearer ${token}` })

test('a restarted sandbox keeps the tokens, counters and clock of its state file', async () => {
  const stateFile = join(folder, 'restart', 'sandbox.json')
  const first = await startSandbox({ stateFile, clock: '2026-11-15T12:00:00Z' })
  first.clock.advance(86_400_000)
  const { access_token: token } = (await refresh(first.url)).body
  await first.close()

  const second = await startSandbox({ stateFile })
  try {
    expect(second.clock.now()).toBe(Date.parse('2026-11-16T12:00:00Z'))
    expect((await userinfo(second.url, token)).body['email']).toBe('ada@fox-bakery.example')
    expect((await refresh(second.url)).body['access_token']).not.toBe(token)
    expect(second.requests.list()).toHaveLength(2)
  } finally {
    await second.close()
  }
})

test('a sandbox without a state file does not keep its tokens across a restart', async () => {
  const first = await startSandbox()
  const { access_token: token } = (await refresh(first.url)).body
  await first.close()
  const second = await startSandbox()
  try {
    expect((await userinfo(second.url, token)).status).toBe(401)
  } finally {
    await second.close()
  }
})

test.each([
  ['{"format":"adrail-sandbox","version":7}', 'has the format version 7, newer than 1'],
  ['{"format":"adrail-sandbox","version":0}', 'older than 1'],
  ['{"format":"adrail-sand', 'is not JSON'],
])(
  'the sandbox refuses to start from the unreadable state file %s, reports its path and the reason, and keeps it unchanged',
  async (text, reason) => {
    const stateFile = join(folder, 'unreadable.json')
    writeFileSync(stateFile, text)
    await expect(startSandbox({ stateFile })).rejects.toThrow(reason)
    await expect(startSandbox({ stateFile })).rejects.toThrow(stateFile)
    expect(readFileSync(stateFile, 'utf8')).toBe(text)
  },
)

test('a second sandbox cannot start with the same state file until the first sandbox closes', async () => {
  const stateFile = join(folder, 'shared', 'sandbox.json')
  const first = await startSandbox({ stateFile })
  await expect(startSandbox({ stateFile })).rejects.toThrow('Another sandbox uses the state file')
  await first.close()
  const second = await startSandbox({ stateFile })
  await second.close()
})

test('a sandbox that fails to start releases the state file', async () => {
  const stateFile = join(folder, 'busy', 'sandbox.json')
  const other = await startSandbox()
  try {
    await expect(startSandbox({ stateFile, port: Number(new URL(other.url).port) })).rejects.toThrow(
      'EADDRINUSE',
    )
    await (await startSandbox({ stateFile })).close()
  } finally {
    await other.close()
  }
})

const main = fileURLToPath(new URL('../main.ts', import.meta.url))

async function startProcess(dataDir: string) {
  const child = spawn(process.execPath, [main], {
    env: {
      ...process.env,
      NODE_COMPILE_CACHE: join(folder, 'compiled'),
      SANDBOX_PORT: '0',
      DATA_DIR: dataDir,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const line = await firstLine(child)
  const url = /http:\/\/\S+/.exec(line)?.[0] ?? ''
  return { child, url, line }
}

async function firstLine(child: ChildProcessByStdio<null, Readable, null>): Promise<string> {
  let text = ''
  for await (const chunk of child.stdout) {
    text += chunk
    if (text.includes('\n')) return text
  }
  throw new Error(`The process ended before it said where it is: ${text}`)
}

test('the sandbox process prints the address of its people, and on SIGTERM writes its state and exits with 0', async () => {
  const dataDir = join(folder, 'term')
  const { child, url, line } = await startProcess(dataDir)
  expect(line).toContain(`people ${url}/_sandbox/people`)
  const { access_token: token } = (await refresh(url)).body
  child.kill('SIGTERM')
  const [code] = await once(child, 'exit')
  expect(code).toBe(0)
  const { state } = parseSnapshot(readFileSync(join(dataDir, 'sandbox.json'), 'utf8'), platformNames)
  expect(Object.keys(state.tokens)).toContain(token)
})

/** Returns the number of issued tokens, and checks that each token of a grant exists and refers to it. */
async function countTokens(url: string): Promise<number> {
  const { state } = parseSnapshot(await (await fetch(`${url}/_sandbox/snapshot`)).text(), platformNames)
  for (const grant of Object.values(state.grants)) {
    for (const text of Object.values(grant.tokens).flat()) expect(state.tokens[text]?.grant).toBe(grant.id)
  }
  return state.counters['search-token'] ?? 0
}

async function end(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  const exited = once(child, 'exit')
  child.kill(signal)
  await exited
}

test('a kill during a write keeps the previous state, and the next write replaces the partial file', async () => {
  const dataDir = join(folder, 'half')
  const partialFile = join(dataDir, 'sandbox.json.new')
  for (let round = 1; round <= 3; round++) {
    const first = await startProcess(dataDir)
    expect(await countTokens(first.url)).toBe(round - 1)
    await refresh(first.url)
    await end(first.child, 'SIGTERM')

    const second = await startProcess(dataDir)
    expect(await countTokens(second.url)).toBe(round)
    // A named pipe replaces the new file, so the write blocks until the test reads from the pipe.
    execFileSync('mkfifo', [partialFile])
    await refresh(second.url)
    const written = createReadStream(partialFile)
    const [begin] = await once(written, 'data')
    await end(second.child, 'SIGKILL')
    written.destroy()
    rmSync(partialFile)
    writeFileSync(partialFile, begin)
  }
})

test('a sandbox process that is killed after a burst of requests leaves a consistent state, never an older one than before', async () => {
  const dataDir = join(folder, 'kills')
  let previousCount = 0
  for (let round = 1; round <= 4; round++) {
    const { child, url } = await startProcess(dataDir)
    const tokenCount = await countTokens(url)
    expect(tokenCount).toBeGreaterThanOrEqual(previousCount)
    previousCount = tokenCount
    await Promise.all(Array.from({ length: 20 * round }, () => refresh(url)))
    await end(child, 'SIGKILL')
  }
  const last = await startSandbox({ stateFile: join(dataDir, 'sandbox.json') })
  try {
    const url = buildUrl(last.url, '/v26.0/me/permissions', {
      access_token: standingTokenText('social', 'ada'),
    })
    expect((await getJson(url)).status).toBe(200)
  } finally {
    await last.close()
  }
})
