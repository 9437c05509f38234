// Calls a tool: a tool call becomes an invocation like every request, and its outcome the result of the tool.

import { compactToolNames } from '@adrail/contract'
import type { CallToolResult } from '@modelcontextprotocol/server'
import { invoke } from '../pipeline/invoke.ts'
import { callCompactTool, isCompactTool, type OperationCall } from './compactTools.ts'
import { parseRestCursor } from './continuePage.ts'
import type { McpRequest } from './mcpRequest.ts'
import { prepareCall } from './prepareCall.ts'
import { toToolResult } from './toolResult.ts'
import { findTool } from './tools.ts'
import { unknownNameError } from './unknownName.ts'

type Arguments = Readonly<Record<string, unknown>>

export async function callTool(
  name: string,
  args: Arguments,
  mcpRequest: McpRequest,
): Promise<CallToolResult> {
  if (mcpRequest.view.isCompact) {
    if (!isCompactTool(name)) throw unknownNameError('tool', 'name', name, compactToolNames)
    const compactCall = callCompactTool(name, args, mcpRequest)
    return 'result' in compactCall ? compactCall.result : await callOperation(compactCall.call, mcpRequest)
  }
  const tool = findTool('tool', name, mcpRequest)
  return await callOperation({ tool, args, howToCall: `call ${tool.name} again` }, mcpRequest)
}

async function callOperation(
  { tool, args, howToCall }: OperationCall,
  mcpRequest: McpRequest,
): Promise<CallToolResult> {
  const { exchange, service, apiKey, caller, admission } = mcpRequest
  const { operation } = tool
  const { requestId } = exchange
  const restCursor = parseRestCursor(operation, args)
  const preparedCall = prepareCall(operation, restCursor.args, caller)
  const outcome = await invoke(
    {
      operation,
      surface: 'mcp',
      requestId,
      apiKey,
      idempotencyKey: preparedCall.idempotencyKey,
      sourceAddress: () => exchange.address,
      headers: exchange.request.headers,
      admitted: { caller, admission },
      readBody: async () => preparedCall.body,
    },
    service,
  )
  mcpRequest.invocation = { operation, outcome }
  return toToolResult(outcome, { requestId, operation, howToCall, progress: restCursor.progress })
}
