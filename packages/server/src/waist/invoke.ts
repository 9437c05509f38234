// The request pipeline: every request, from any surface, passes these checks in this order.

import type { IncomingHttpHeaders } from 'node:http'
import { declarationOf, type OperationName, scopesOf, validate } from '@adrail/contract'
import type { Surface } from '../audit/chain.ts'
import { failureResults, invalidBody, ServiceError } from '../base/errors.ts'
import { fail, inServerSpan, traceNow, traceOfCaller } from '../base/tracing.ts'
import { type Caller, requireScope } from '../guard/authenticate.ts'
import { checkBounds } from '../guard/bounds.ts'
import type { Admission } from '../guard/limit.ts'
import { isUrgent } from '../guard/urgency.ts'
import { within } from '../platforms/kit/deadline.ts'
import { admit } from './admit.ts'
import { inCallersNames } from './callersNames.ts'
import { contextFor } from './context.ts'
import { asServiceError } from './failure.ts'
import { awaitAtMost, preferredWaitMs } from './prefer.ts'
import type { Service } from './service.ts'

/** The timeout of a caller that waits for a platform: for queues, responses and retry delays together. */
const readMs = 30_000
const writeMs = 60_000

export interface Invocation {
  readonly operation: OperationName
  readonly surface: Surface
  readonly requestId: string
  readonly apiKey: string | undefined
  readonly idempotencyKey: string | undefined
  /** The `Prefer` header: how long the caller wants to wait for a write. */
  readonly prefer?: string | undefined
  /** Read only if needed: to count wrong keys per address. */
  readonly sourceAddress: () => string
  /** All headers of the request, for its trace. */
  readonly headers: IncomingHttpHeaders
  /**
   * The caller and admission that the surface already has, if it had to authenticate before it knew the
   * operation.
   */
  readonly admitted?: {
    readonly caller: Caller
    readonly admission?: Admission
  }
  /** Reads the body. Called only after the caller is authenticated and within its limits. */
  readBody(caller: Caller): Promise<unknown>
}

export interface Outcome {
  readonly status: number
  readonly results: Readonly<Record<string, unknown>> & { readonly success: boolean; readonly error: string }
  readonly headers: Readonly<Record<string, string>>
  readonly mayBeLarge?: boolean
  readonly caller?: Caller
  readonly traceId?: string
  readonly failure?: ServiceError
}

/** The error code of a refusal. Empty after success. */
export function codeOf({ results }: Outcome): string {
  return results.success ? '' : String(results['code'])
}

export async function invoke(invocation: Invocation, service: Service): Promise<Outcome> {
  const { operation, surface, requestId, headers } = invocation
  const asked = { 'adrail.operation': operation, 'adrail.surface': surface, 'adrail.request_id': requestId }
  return await inServerSpan(operation, asked, headers, async (span) => {
    const outcome = await carryOut(invocation, service)
    const { status, caller } = outcome
    span.setAttribute('http.response.status_code', status)
    if (caller)
      span.setAttributes({ 'adrail.workspace_id': caller.workspaceId, 'adrail.key_id': caller.keyId })
    if (status >= 500) fail(span, codeOf(outcome))
    else if (!outcome.results.success) span.setAttribute('error.type', codeOf(outcome))
    const traceId = traceNow() ?? traceOfCaller(headers)
    return traceId === undefined ? outcome : { ...outcome, traceId }
  })
}

async function carryOut(invocation: Invocation, service: Service): Promise<Outcome> {
  const { operation, surface, requestId, admitted } = invocation
  const declaration = declarationOf(operation)
  const headers: Record<string, string> = {}
  let caller: Caller | undefined
  let admission: Admission | undefined
  /** The valid body in the caller's spelling. */
  let written: unknown
  /** A write that continues after its response still counts as in flight. */
  let goesOn: Promise<unknown> | undefined
  try {
    caller =
      admitted?.caller ??
      (await service.authenticator.authenticate(invocation.apiKey, invocation.sourceAddress))
    requireScope(caller, scopesOf(declaration), operation)
    admission = admitted?.admission ?? (await admit(caller, service.limiter, headers, isUrgent(operation)))

    const given = await invocation.readBody(caller)
    checkBounds(given)
    const validation = validate(declaration, given)
    if ('violations' in validation) throw invalidBody(validation.violations)
    const { body } = validation
    written = given
    const user =
      typeof body['userId'] === 'string'
        ? await service.users.require(caller.workspaceId, body['userId'])
        : undefined
    const idempotencyKey = readIdempotencyKey(invocation.idempotencyKey)
    admission.begin(user?.id)

    const { workspaceId } = caller
    const handler = service.handlers[operation]
    const occasion = { caller, operation, requestId, surface, body, ...(user ? { user } : {}) }
    if (!('run' in handler)) {
      const request = { ...occasion, ...(idempotencyKey === undefined ? {} : { idempotencyKey }) }
      const waitMs = preferredWaitMs(invocation.prefer)
      if (waitMs !== undefined) headers['preference-applied'] = `wait=${waitMs / 1000}`
      const write = awaitAtMost(service.runtime, waitMs, (begun) =>
        within(service.runtime, writeMs, () => service.journal.perform({ ...request, begun }), workspaceId),
      )
      goesOn = write.settled
      const answer = await write.answer
      const { results } = answer
      return {
        ...answer,
        results: results.success ? results : inCallersNames(results, declaration, written),
        headers: { ...headers, ...answer.headers },
        caller,
      }
    }
    const results = await within(
      service.runtime,
      readMs,
      async () => handler.run(body, await contextFor(service, occasion)),
      workspaceId,
    )
    const { mayBeLarge } = handler
    return { status: 200, results: { success: true, error: '', ...results }, headers, caller, mayBeLarge }
  } catch (thrown) {
    const failure = asServiceError(thrown)
    if (failure.details.retryAfterSeconds !== undefined)
      headers['retry-after'] = String(failure.details.retryAfterSeconds)
    return {
      status: failure.status,
      results: inCallersNames(failureResults(failure), declaration, written),
      headers,
      failure,
      ...(caller ? { caller } : {}),
    }
  } finally {
    // An admission is released by the code that acquired it.
    if (admitted?.admission === undefined) {
      if (goesOn) void goesOn.then(() => admission?.leave())
      else admission?.leave()
    }
  }
}

/** Accepts the key without quotes, as most clients send it, or in quotes, as the IETF draft specifies. */
function readIdempotencyKey(header: string | undefined): string | undefined {
  if (header === undefined) return undefined
  const [, quoted, bare] = /^(?:"([\x21\x23-\x7e]{1,255})"|((?!")[\x21-\x7e]{1,255}))$/.exec(header) ?? []
  const key = quoted ?? bare
  if (key === undefined) throw new ServiceError('INVALID_IDEMPOTENCY_KEY')
  return key
}
