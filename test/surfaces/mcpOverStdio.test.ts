// An agent that starts `adrail mcp` as a program has all tools of the service. The test uses the official
// client over standard input and output.

import { join } from 'node:path'
import { listOperationTools } from '@adrail/contract'
import { createSandboxAdmin, newLinkedUser, useService } from '@adrail/server/testing'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { expect, inject, onTestFinished, test } from 'vitest'
import { compileCacheEnv } from './commandLine.ts'

const service = useService()
const program = join(inject('programs'), 'cli.mjs')

test.each(['2026-07-28', '2025-11-25', '2025-06-18'])(
  'an agent lists all tools of adrail mcp and plans a write with revision %s',
  async (revision) => {
    const client = new Client(
      { name: 'a test', version: '1' },
      revision === '2026-07-28'
        ? { versionNegotiation: { mode: { pin: revision } } }
        : { supportedProtocolVersions: [revision] },
    )
    const env = { ADRAIL_URL: service.url, ADRAIL_KEY: service.apiKey, ...compileCacheEnv }
    await client.connect(new StdioClientTransport({ command: process.execPath, args: [program, 'mcp'], env }))
    onTestFinished(() => client.close())
    expect((await client.listTools()).tools).toHaveLength(listOperationTools().length)

    const userId = await newLinkedUser(service)
    const budget = { userId, campaignId: '120210000000000250', amount: 12 }
    const before = (await createSandboxAdmin(service).effects()).length
    const planned = await client.callTool({ name: 'social_edit_campaign', arguments: budget })
    expect(planned.structuredContent).toMatchObject({ success: true, dryRun: true })
    expect((await createSandboxAdmin(service).effects()).length).toBe(before)
  },
)
