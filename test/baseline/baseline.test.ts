// Behavior that a change of names or structure must not change, byte for byte as recorded in this folder. It uses public
// surfaces alone, so that the code behind them can move: `@adrail/testing`, the command line and generated documents.
// `npm run test:baseline -- -u` records anew, after a change of behavior that is wanted.

import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type Adrail, startAdrail } from '@adrail/testing'
import { expect, test } from 'vitest'
import { stableText } from './stableText.ts'

const root = new URL('../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')
const openApi: { readonly paths: object } = JSON.parse(read('docs/openapi.json'))

/** Each is generated from the code, which `npm run check` proves. */
const documents = [
  'openapi.json',
  'events.md',
  'metrics.md',
  'configuration.md',
  'errors.md',
  'operations.md',
  'llms.txt',
]

test('the generated API description, event catalog, metrics, settings and errors are those recorded', async () => {
  const lines = documents.map((name) => {
    const path = `docs/${name}`
    return `${createHash('sha256').update(read(path)).digest('hex')}  ${path}`
  })
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('./SHA256SUMS')
})

test('the help of every command is the one recorded', async () => {
  const operations = Object.keys(openApi.paths).flatMap((path) => {
    const [, group = '', name] = path.split('/')
    return name === undefined ? [] : [[group, name]]
  })
  const groups = [...new Set(operations.map(([group = '']) => group))].map((group) => [group])
  const texts: string[] = []
  // Two at a time: each is a process.
  const commands = [[], ...groups, ...operations]
  for (let next = 0; next < commands.length; next += 2)
    texts.push(...(await Promise.all(commands.slice(next, next + 2).map(helpText))))
  await expect(texts.join('\n')).toMatchFileSnapshot('./cli-help.txt')
})

async function helpText(words: readonly string[]): Promise<string> {
  const main = fileURLToPath(new URL('packages/cli/src/main.ts', root))
  const env = { PATH: process.env['PATH'] ?? '', COLUMNS: '100' }
  const { stdout } = await promisify(execFile)(process.execPath, [main, ...words, '--help'], { env })
  return `$ adrail ${[...words, '--help'].join(' ')}\n${stdout}`
}

type Step =
  | {
      readonly call: string
      readonly body: object
      /** Requests that adrail sends at the same time arrive in any order. */
      readonly anyOrder?: true
    }
  | { readonly fault: Parameters<Adrail['sandbox']['faults']['order']>[0] }

test('scripted calls send the recorded requests to the platforms, and end with the recorded status and code', async () => {
  await using adrail = await startAdrail({
    now: '2026-01-15T12:00:00Z',
    // These ask platforms at times of their own.
    settings: { LEADS: 'off', MIRROR: 'off' },
  })
  const stable = stableText(adrail)
  const ledger: string[] = []
  let operationId = ''
  for (const text of read('test/baseline/calls.jsonl').trimEnd().split('\n')) {
    const filled = text
      .replaceAll('{{sandbox}}', adrail.sandbox.url)
      .replaceAll('{{operationId}}', operationId)
    const step: Step = JSON.parse(filled)
    ledger.push(text)
    if ('fault' in step) {
      adrail.sandbox.faults.order(step.fault)
      continue
    }
    const since = adrail.sandbox.requests.list({ limit: 1 })[0]?.sequence ?? 0
    const { status, results } = await call(adrail, step.call, step.body)
    if (typeof results['operationId'] === 'string') operationId = results['operationId']
    const requests = adrail.sandbox.requests
      .list({ since })
      .map(({ platform, call, method, url, body, status }) =>
        stable(`  ${platform} ${call} ${method} ${url}${body === '' ? '' : ` ${body}`} → ${status}`),
      )
    ledger.push(
      ...(step.anyOrder ? requests.toSorted() : requests),
      `  = ${status} ${results['code'] ?? 'success'}`,
    )
  }
  await expect(`${ledger.join('\n')}\n`).toMatchFileSnapshot('./ledger.txt')
})

async function call({ url, apiKey }: Adrail, operation: string, body: object) {
  const response = await fetch(`${url}/${operation}`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const { results }: { results: Record<string, unknown> } = JSON.parse(await response.text())
  return { status: response.status, results }
}
