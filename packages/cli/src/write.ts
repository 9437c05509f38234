// Performs a write: shows the plan, requests confirmation, executes the write, and waits for an outcome that
// the platform has not confirmed yet.

import { type Answer, createClient, type OperationName, type Plan } from '@adrail/client'
import type { Body } from './body.ts'
import type { Environment } from './environment.ts'
import { InterruptedError, NotConfirmedError } from './exitCodes.ts'
import type { JsonRecord } from './output/cells.ts'
import { formatPlan } from './output/plan.ts'
import type { Profile } from './profiles.ts'
import { askQuestion } from './prompts.ts'
import { send } from './send.ts'

/** A write that the person requested. */
interface WriteRequest {
  readonly name: OperationName
  readonly body: Body
  /** Whether the person waived the confirmation with `--yes`. */
  readonly isConfirmed: boolean
  readonly idempotencyKey?: string
}

/** Codes of responses to a write that was begun and has not ended. */
const pendingCodes: readonly Answer['code'][] = ['OPERATION_PENDING', 'IDEMPOTENCY_IN_PROGRESS']

/** The service gives up on finishing a write after 15 minutes. */
const writeTimeoutMs = 16 * 60_000

export async function performWrite(
  request: WriteRequest,
  service: Profile,
  environment: Environment,
): Promise<JsonRecord> {
  const { body, isConfirmed } = request
  if (body['dryRun'] === true) return await requestPlan(request, service, environment)
  if (isConfirmed || body['planHash'] !== undefined) return await executeWrite(request, service, environment)
  if (!environment.canPrompt)
    throw new NotConfirmedError(
      'This write requires confirmation, but the input is not a terminal. Run the command with --dry-run, and then with --plan-hash and the hash of the plan. To skip the plan, add --yes.',
    )
  const { planHash } = await confirmPlan(request, service, environment)
  return await executeWrite({ ...request, body: { ...body, planHash } }, service, environment)
}

/** Shows the plan and requests confirmation. Throws unless the reply is yes. */
async function confirmPlan(request: WriteRequest, service: Profile, environment: Environment): Promise<Plan> {
  // The cast is safe, because a dry run returns a plan.
  const plan = (await requestPlan(request, service, environment)) as unknown as Plan
  for (const line of [environment.styleStatus('bold', 'The plan:'), ...formatPlan(plan)])
    environment.printStatus(line)
  const reply = await askQuestion(`Execute this plan at ${service.url}? [y/N] `, environment)
  if (!/^y(es)?$/i.test(reply)) throw new NotConfirmedError('Nothing changed.')
  return plan
}

function requestPlan(
  { name, body }: WriteRequest,
  service: Profile,
  { signal }: Environment,
): Promise<JsonRecord> {
  return send(createClient(service), name, { ...body, dryRun: true }, { signal })
}

async function executeWrite(
  request: WriteRequest,
  service: Profile,
  environment: Environment,
): Promise<JsonRecord> {
  const { name, body, idempotencyKey = environment.newIdempotencyKey() } = request
  const { signal } = environment
  let operationId: string | undefined
  const reportProgress = ({ code, operationId: pendingId, attempt }: Answer) => {
    if (pendingId === undefined || !pendingCodes.includes(code)) return
    if (operationId === undefined)
      environment.printStatus(
        `The platform has not confirmed ${pendingId} yet. The command is waiting for the outcome. Pressing Ctrl-C does not stop the write.`,
      )
    else
      environment.printStatus(
        environment.styleStatus('dim', `The command is still waiting after ${attempt} attempts.`),
      )
    operationId = pendingId
  }
  const client = createClient({ ...service, onAnswer: reportProgress })
  try {
    return await send(client, name, body, { signal, idempotencyKey, timeoutMs: writeTimeoutMs })
  } catch (error) {
    throw signal.aborted ? createInterruptedError(operationId, idempotencyKey) : error
  }
}

/** Returns the error for a person who stops waiting. The write continues. */
function createInterruptedError(operationId: string | undefined, idempotencyKey: string): InterruptedError {
  return new InterruptedError(
    operationId === undefined
      ? `Interrupted before the service responded, so the outcome is unknown. To see the outcome without executing the write twice, retry with --idempotency-key ${idempotencyKey}`
      : `Interrupted. The write continues. To see its outcome, run: adrail operation get_operation --operation-id ${operationId}`,
  )
}
