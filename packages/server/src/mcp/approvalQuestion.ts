// A write that waits for approval is a question that only a person answers, at an address: the newest revision has a form
// for that, https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation. Whatever a client answers to it
// decides nothing; the decision is made on the page, and the call that is repeated hears of it.

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

/** What a client says with every request that can lead a person to an address. */
const urls = z.object({
  [CLIENT_CAPABILITIES_META_KEY]: z.object({ elicitation: z.object({ url: z.object({}) }) }),
})

/** Nothing where the client does not know such questions, or was asked already: then the refusal itself tells the address. */
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
