// Elicits the approval of a write. The newest protocol revision has a form of elicitation that leads a person
// to a URL: https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation. The client's
// response decides nothing. The decision is made on the page, and the repeated call returns its outcome.

import {
  CLIENT_CAPABILITIES_META_KEY,
  type InputRequiredResult,
  inputRequired,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import { outcomeCode } from '../pipeline/invoke.ts'
import type { McpRequest } from './mcpRequest.ts'

const approvalInput = 'approval'

/** The capability of clients that can lead a person to a URL. Clients send it with every request. */
const urlElicitationSchema = z.object({
  [CLIENT_CAPABILITIES_META_KEY]: z.object({ elicitation: z.object({ url: z.object({}) }) }),
})

/**
 * Returns undefined if the client cannot elicit, or has elicited already. The refusal itself then contains
 * the URL.
 */
export function elicitApproval(
  { invocation }: McpRequest,
  { mcpReq: { envelope, inputResponses } }: ServerContext,
): InputRequiredResult | undefined {
  if (invocation === undefined || outcomeCode(invocation.outcome) !== 'APPROVAL_REQUIRED') return undefined
  const canElicit = urlElicitationSchema.safeParse(envelope).success
  if (!canElicit || inputResponses?.[approvalInput] !== undefined) return undefined
  const { error, approvalUrl } = invocation.outcome.results
  const elicitation = inputRequired.elicitUrl({ message: error, url: String(approvalUrl) })
  return inputRequired({ inputRequests: { [approvalInput]: elicitation } })
}
