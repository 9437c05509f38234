// The request pipeline: every request, from any surface, passes these checks in this order.

import type { IncomingHttpHeaders } from 'node:http'
import {
  declarationOf,
  type Failure,
  type Operation,
  type OperationName,
  scopesOf,
  validate,
} from '@adrail/contract'
import { omitUnchanged } from '@adrail/contract/tables'
import { type Caller, requireScope } from '../admission/authenticate.ts'
import { assertBodyBounds } from '../admission/bodyBounds.ts'
import type { Admission } from '../admission/requestLimiter.ts'
import { isUrgent } from '../admission/urgentAccess.ts'
import type { Surface } from '../audit/chain.ts'
import { callerTraceId, currentTraceId, inServerSpan, markSpanFailed } from '../observability/tracing.ts'
import { withDeadline } from '../platforms/connector-kit/deadline.ts'
import { invalidBodyError, ServiceError, toFailureResults } from '../runtime/errors.ts'
import { admit } from './admit.ts'
import { toCallerSpelling } from './callerSpelling.ts'
import { createHandlerContext } from './handlerContext.ts'
import { parsePreferredWaitMs, respondWithin } from './preferWait.ts'
import type { Service } from './service.ts'
import { toServiceError } from './toServiceError.ts'

/** The timeout of a caller that waits for a platform: for queues, responses and retry delays together. */
const readTimeoutMs = 30_000
const writeTimeoutMs = 60_000

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

export interface InvocationOutcome {
  readonly status: number
  readonly results: Readonly<Record<string, unknown>> & { readonly success: boolean; readonly error: string }
  readonly headers: Readonly<Record<string, string>>
  readonly mayBeLarge?: boolean
  readonly caller?: Caller
  readonly traceId?: string
  readonly failure?: ServiceError
}

/** The error code of a refusal. Empty after success. */
export function outcomeCode({ results }: InvocationOutcome): string {
  return results.success ? '' : String(results['code'])
}

export async function invoke(invocation: Invocation, service: Service): Promise<InvocationOutcome> {
  const { operation, surface, requestId, headers } = invocation
  const spanAttributes = {
    'adrail.operation': operation,
    'adrail.surface': surface,
    'adrail.request_id': requestId,
  }
  return await inServerSpan(operation, spanAttributes, headers, async (span) => {
    const outcome = await runPipeline(invocation, service)
    const { status, caller } = outcome
    span.setAttribute('http.response.status_code', status)
    if (caller)
      span.setAttributes({ 'adrail.workspace_id': caller.workspaceId, 'adrail.key_id': caller.keyId })
    if (status >= 500) markSpanFailed(span, outcomeCode(outcome))
    else if (!outcome.results.success) span.setAttribute('error.type', outcomeCode(outcome))
    const traceId = currentTraceId() ?? callerTraceId(headers)
    return traceId === undefined ? outcome : { ...outcome, traceId }
  })
}

async function runPipeline(invocation: Invocation, service: Service): Promise<InvocationOutcome> {
  const { operation, surface, requestId, admitted } = invocation
  const declaration = declarationOf(operation)
  const headers: Record<string, string> = {}
  let caller: Caller | undefined
  let admission: Admission | undefined
  /** The valid body in the caller's spelling. */
  let originalBody: unknown
  /** A write that continues after its response still counts as in flight. */
  let pendingWrite: Promise<unknown> | undefined
  try {
    caller =
      admitted?.caller ??
      (await service.authenticator.authenticate(invocation.apiKey, invocation.sourceAddress))
    requireScope(caller, scopesOf(declaration), operation)
    admission = admitted?.admission ?? (await admit(caller, service.limiter, headers, isUrgent(operation)))

    const received = await invocation.readBody(caller)
    // A file has no fields. The declaration decides what `readBody` returns.
    const content = declaration.binaryBody && Buffer.isBuffer(received) ? received : undefined
    const rawBody = content ? {} : received
    assertBodyBounds(rawBody)
    const validation = validate(declaration, rawBody)
    if ('violations' in validation) throw invalidBodyError(validation.violations)
    const { body } = validation
    originalBody = rawBody
    const user =
      typeof body['userId'] === 'string'
        ? await service.users.requireUser(caller.workspaceId, body['userId'])
        : undefined
    const idempotencyKey = readIdempotencyKey(invocation.idempotencyKey)
    admission.start(user?.id)

    const { workspaceId } = caller
    const handler = service.handlers[operation]
    const requestContext = {
      caller,
      operation,
      requestId,
      surface,
      body,
      ...(user ? { user } : {}),
      ...(content ? { content } : {}),
    }
    if (!('run' in handler)) {
      const request = { ...requestContext, ...(idempotencyKey === undefined ? {} : { idempotencyKey }) }
      const waitMs = parsePreferredWaitMs(invocation.prefer)
      if (waitMs !== undefined) headers['preference-applied'] = `wait=${waitMs / 1000}`
      const write = respondWithin(service.runtime, waitMs, (onStarted) =>
        withDeadline(
          service.runtime,
          writeTimeoutMs,
          () => service.journal.perform({ ...request, onStarted }),
          workspaceId,
        ),
      )
      pendingWrite = write.completion
      const response = await write.result
      const { results } = response
      return {
        ...response,
        results: results.success ? results : toCallerSpelling(results, declaration, originalBody),
        headers: { ...headers, ...response.headers },
        caller,
      }
    }
    const results = await withDeadline(
      service.runtime,
      readTimeoutMs,
      async () => handler.run(body, await createHandlerContext(service, requestContext)),
      workspaceId,
    )
    const { mayBeLarge } = handler
    return { status: 200, results: { success: true, error: '', ...results }, headers, caller, mayBeLarge }
  } catch (error) {
    const failure = toServiceError(error)
    if (failure.details.retryAfterSeconds !== undefined)
      headers['retry-after'] = String(failure.details.retryAfterSeconds)
    return {
      status: failure.status,
      results: toCallerSpelling(
        describeFailure(failure, admission && declaration.effect),
        declaration,
        originalBody,
      ),
      headers,
      failure,
      ...(caller ? { caller } : {}),
    }
  } finally {
    // An admission is released by the code that acquired it.
    if (admitted?.admission === undefined) {
      if (pendingWrite) void pendingWrite.then(() => admission?.release())
      else admission?.release()
    }
  }
}

/** The effect is absent before the admission, where a surface may not know the operation yet. */
function describeFailure(failure: ServiceError, effect: Operation['effect'] | undefined): Failure {
  const results = toFailureResults(failure)
  return effect === 'read' ? { ...results, error: omitUnchanged(results.error) } : results
}

/** Accepts the key without quotes, as most clients send it, or in quotes, as the IETF draft specifies. */
function readIdempotencyKey(header: string | undefined): string | undefined {
  if (header === undefined) return undefined
  const [, quoted, bare] = /^(?:"([\x21\x23-\x7e]{1,255})"|((?!")[\x21-\x7e]{1,255}))$/.exec(header) ?? []
  const key = quoted ?? bare
  if (key === undefined) throw new ServiceError('INVALID_IDEMPOTENCY_KEY')
  return key
}
