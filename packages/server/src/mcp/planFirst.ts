// A write never happens on the first call. Without a plan's hash it is rehearsed, and the answer is the plan; with the hash
// it is carried out, if it still is what the plan said.

import { hash } from 'node:crypto'
import { canonicalBody, declarationOf, type OperationName } from '@adrail/contract'
import { canonical } from '../base/canonical.ts'
import type { Caller } from '../guard/authenticate.ts'

type Arguments = Readonly<Record<string, unknown>>

export interface Stage {
  readonly body: Arguments
  readonly idempotencyKey: string | undefined
}

/**
 * The idempotency key is the call itself: who, what, with which arguments and after which plan. So a call that is repeated,
 * by a client that lost the answer or by a model that tries again, gets the first answer and acts no second time. The plan's
 * hash counts the equal writes before it: whoever plans the same anew has another hash, and with it another key.
 */
export function stageOf(operation: OperationName, given: Arguments, { keyId }: Pick<Caller, 'keyId'>): Stage {
  if (declarationOf(operation).effect !== 'write') return { body: given, idempotencyKey: undefined }
  const { planHash = '', ...body } = given
  if (planHash === '') return { body: { ...body, dryRun: true }, idempotencyKey: undefined }
  // Two spellings of one body are one call.
  const { body: meant } = canonicalBody(declarationOf(operation).input, given)
  const call = canonical([keyId, operation, meant])
  return { body: given, idempotencyKey: `mcp-${hash('sha256', call, 'hex')}` }
}
