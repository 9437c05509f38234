// Each surface of the service is the same function: it takes an operation and a body, and returns the
// `results` of the response.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { run } from '@adrail/cli/run'
import { AdrailError, createClient } from '@adrail/client'
import { declarationOf, type OperationName } from '@adrail/contract'
import type { TestService } from '@adrail/server/testing'
import { newFolder } from '@adrail/server/testing/folders'
import { buildNewestMessage, postMessage } from '@adrail/server/testing/mcp'

/** The fields of a body, or a file. */
export type Body = Readonly<Record<string, unknown>>
export type Results = Readonly<Record<string, unknown>>
type CallSurface = (
  service: TestService,
  operation: OperationName,
  body: Body,
  apiKey: string,
) => Promise<Results>

export const surfaces: Readonly<Record<'http' | 'client' | 'command line' | 'mcp', CallSurface>> = {
  async http(service, operation, body, apiKey) {
    const { text } = await service.post(operation, body, apiKey)
    return JSON.parse(text).results
  },

  async client({ url }, operation, body, apiKey) {
    const client = createClient({ url, apiKey, maxRetries: 0 })
    try {
      // Tests also send bodies that the types forbid.
      return { success: true, error: '', ...(await client.call(operation, body as never)) }
    } catch (error) {
      if (!(error instanceof AdrailError)) throw error
      const { name: _, message, stack: __, cause: ___, ...errorFields } = error
      return { success: false, error: message, ...omitClientFields(errorFields) }
    }
  },

  async 'command line'({ url }, operation, body, apiKey) {
    const input = isFile(body) ? [saveFile(body)] : ['--body', JSON.stringify(body)]
    const args = [...operation.split('/'), ...input, '--json']
    const isWrite = declarationOf(operation).effect === 'write'
    const { exit, stdout, stderr } = await runCommandLine(url, apiKey, isWrite ? [...args, '--yes'] : args)
    return exit === 0
      ? { success: true, error: '', ...JSON.parse(stdout) }
      : omitClientFields(JSON.parse(stderr))
  },

  /** Plans a write first, and then executes the write with the hash of its plan. */
  async mcp(service, operation, body, apiKey) {
    const { dryRun, ...input } = body
    const plan = await callTool(service, operation, input, apiKey)
    const isComplete =
      declarationOf(operation).effect !== 'write' || dryRun === true || plan['planHash'] === undefined
    if (isComplete) return plan
    return await callTool(service, operation, { ...input, planHash: plan['planHash'] }, apiKey)
  },
}

function isFile(body: Body): body is Body & Uint8Array {
  return body instanceof Uint8Array
}

function saveFile(content: Uint8Array): string {
  const path = join(newFolder('adrail-file-'), 'file')
  writeFileSync(path, content)
  return path
}

/** Runs a command like a script, without a terminal or a profile. */
export async function runCommandLine(url: string, apiKey: string, args: readonly string[]) {
  const outputLines: string[] = []
  const statusLines: string[] = []
  const exit = await run(args, {
    settings: { serviceUrl: url, apiKey, profilesFile: '/nowhere', demoFile: '/nowhere' },
    input: process.stdin,
    isTty: false,
    canPrompt: false,
    columns: 80,
    signal: new AbortController().signal,
    print: (text) => void outputLines.push(text),
    printStatus: (text) => void statusLines.push(text),
    prompt: (text) => void statusLines.push(text),
    styleOutput: (_style, text) => text,
    styleStatus: (_style, text) => text,
    readInput: async () => '',
    newIdempotencyKey: () => crypto.randomUUID(),
    newSecret: () => '',
  })
  return { exit, stdout: outputLines.join('\n'), stderr: statusLines.join('\n') }
}

async function callTool(
  service: TestService,
  operation: OperationName,
  input: Body,
  apiKey: string,
): Promise<Results> {
  const params = { name: operation.replace('/', '_'), arguments: input }
  const { message, headers } = buildNewestMessage('tools/call', params)
  const response = await postMessage(service, message, { headers: { ...headers, 'x-api-key': apiKey } })
  const { result, error } = JSON.parse(await response.text())
  return result?.structuredContent ?? error?.data ?? { success: false, error: error?.message, code: '' }
}

/** Removes the fields that only the client adds, which describe the call and not the response. */
function omitClientFields(fields: Results): Results {
  const { operation: _, status: __, requestId: ___, idempotencyKey: ____, ...responseFields } = fields
  const { docs } = responseFields
  // The client expands `docs` to a whole URL, because the client has the URL of the service.
  return typeof docs === 'string'
    ? { ...responseFields, docs: docs.replace(/^https?:\/\/[^/]+/, '') }
    : responseFields
}
