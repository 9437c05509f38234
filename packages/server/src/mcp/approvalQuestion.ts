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
import { codeOf } from '../waist/invoke.ts'
import type { Visit } from './visit.ts'

const question = 'approval'

/** The capability of clients that can lead a person to a URL. Clients send it with every request. */
const urls = z.object({
  [CLIENT_CAPABILITIES_META_KEY]: z.object({ elicitation: z.object({ url: z.object({}) }) }),
})

/**
 * Returns undefined if the client cannot elicit, or has elicited already. The refusal itself then contains
 * the URL.
 */
export function approvalQuestion(
  { called }: Visit,
  { mcpReq: { envelope, inputResponses } }: ServerContext,
): InputRequiredResult | undefined {
  if (called === undefined || codeOf(called.outcome) !== 'APPROVAL_REQUIRED') return undefined
  const able = urls.safeParse(envelope).success
  if (!able || inputResponses?.[question] !== undefined) return undefined
  const { error, approvalUrl } = called.outcome.results
  const asked = inputRequired.elicitUrl({ message: error, url: String(approvalUrl) })
  return inputRequired({ inputRequests: { [question]: asked } })
}
