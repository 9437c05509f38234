// A write never happens on the first call. Without a plan hash the call is a dry run and returns the plan.
// With the hash it executes the write, if the plan is still the same.

import { hash } from 'node:crypto'
import { declarationOf, type OperationName, toCanonicalBody } from '@adrail/contract'
import type { Caller } from '../admission/authenticate.ts'
import { canonicalJson } from '../runtime/canonicalJson.ts'

type Arguments = Readonly<Record<string, unknown>>

export interface PreparedCall {
  readonly body: Arguments
  readonly idempotencyKey: string | undefined
}

/**
 * The idempotency key is a hash of the call: key, operation, arguments and plan. If a client that lost the
 * response or a model repeats the call, it gets the first response and nothing happens twice. The plan hash
 * counts earlier equal writes, so a new plan for the same write has another hash and another idempotency key.
 */
export function prepareCall(
  operation: OperationName,
  args: Arguments,
  { keyId }: Pick<Caller, 'keyId'>,
): PreparedCall {
  if (declarationOf(operation).effect !== 'write') return { body: args, idempotencyKey: undefined }
  const { planHash = '', ...body } = args
  if (planHash === '') return { body: { ...body, dryRun: true }, idempotencyKey: undefined }
  // Two spellings of one body are the same call.
  const { body: canonicalArgs } = toCanonicalBody(declarationOf(operation).input, args)
  const callText = canonicalJson([keyId, operation, canonicalArgs])
  return { body: args, idempotencyKey: `mcp-${hash('sha256', callText, 'hex')}` }
}
