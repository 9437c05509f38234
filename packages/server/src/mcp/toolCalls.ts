// Calls a tool: a tool call becomes an invocation like every request, and its outcome the result of the tool.

import { compactToolNames } from '@adrail/contract'
import type { CallToolResult } from '@modelcontextprotocol/server'
import { invoke } from '../waist/invoke.ts'
import { compactAnswer, isCompactTool, type OperationCall } from './compact.ts'
import { stageOf } from './planFirst.ts'
import { pageAsked } from './restOfPage.ts'
import { resultOf } from './toolResult.ts'
import { findTool } from './tools.ts'
import { unknownName } from './unknownName.ts'
import type { Visit } from './visit.ts'

type Arguments = Readonly<Record<string, unknown>>

export async function callTool(name: string, given: Arguments, visit: Visit): Promise<CallToolResult> {
  if (visit.view.isCompact) {
    if (!isCompactTool(name)) throw unknownName('tool', 'name', name, compactToolNames)
    const found = compactAnswer(name, given, visit)
    return 'answer' in found ? found.answer : await callOperation(found.call, visit)
  }
  const tool = findTool('tool', name, visit)
  return await callOperation({ tool, given, howToCall: `call ${tool.name} again` }, visit)
}

async function callOperation(
  { tool, given, howToCall }: OperationCall,
  visit: Visit,
): Promise<CallToolResult> {
  const { exchange, service, apiKey, caller, admission } = visit
  const { operation } = tool
  const { requestId } = exchange
  const asked = pageAsked(operation, given)
  const stage = stageOf(operation, asked.given, caller)
  const outcome = await invoke(
    {
      operation,
      surface: 'mcp',
      requestId,
      apiKey,
      idempotencyKey: stage.idempotencyKey,
      sourceAddress: () => exchange.address,
      headers: exchange.request.headers,
      admitted: { caller, admission },
      readBody: async () => stage.body,
    },
    service,
  )
  visit.called = { operation, outcome }
  return resultOf(outcome, { requestId, operation, howToCall, shown: asked.shown })
}
