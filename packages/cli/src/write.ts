// Performs a write: shows the plan, requests confirmation, executes the write, and waits for an outcome that
// the platform has not confirmed yet.

import { type Answer, createClient, type OperationName, type Plan } from '@adrail/client'
import { ask } from './ask.ts'
import type { Body } from './body.ts'
import { Interrupted, NotConfirmed } from './exitCodes.ts'
import type { Row } from './output/cells.ts'
import { planLines } from './output/plan.ts'
import type { Profile } from './profiles.ts'
import { send } from './send.ts'
import type { Surroundings } from './surroundings.ts'

/** A write that the person requested. */
interface Wish {
  readonly name: OperationName
  readonly body: Body
  /** Whether the person waived the confirmation with `--yes`. */
  readonly isConfirmed: boolean
  readonly key?: string
}

/** Codes of responses to a write that was begun and has not ended. */
const openCodes: readonly Answer['code'][] = ['OPERATION_PENDING', 'IDEMPOTENCY_IN_PROGRESS']

/** The service gives up on finishing a write after 15 minutes. */
const patienceMs = 16 * 60_000

export async function performWrite(wish: Wish, service: Profile, around: Surroundings): Promise<Row> {
  const { body, isConfirmed } = wish
  if (body['dryRun'] === true) return await rehearse(wish, service, around)
  if (isConfirmed || body['planHash'] !== undefined) return await carryOut(wish, service, around)
  if (!around.canAsk)
    throw new NotConfirmed(
      'This changes something at the platform, and nobody can be asked here. Look at the plan with --dry-run, then add its --plan-hash; or add --yes to do it without a plan.',
    )
  const { planHash } = await confirm(wish, service, around)
  return await carryOut({ ...wish, body: { ...body, planHash } }, service, around)
}

/** Shows the plan and requests confirmation. Throws unless the reply is yes. */
async function confirm(wish: Wish, service: Profile, around: Surroundings): Promise<Plan> {
  // The cast is safe, because a dry run returns a plan.
  const planned = (await rehearse(wish, service, around)) as unknown as Plan
  for (const line of [around.paintTold('bold', 'The plan:'), ...planLines(planned)]) around.tell(line)
  const answer = await ask(`Do it at ${service.url}? [y/N] `, around)
  if (!/^y(es)?$/i.test(answer)) throw new NotConfirmed('Nothing was done.')
  return planned
}

function rehearse({ name, body }: Wish, service: Profile, { signal }: Surroundings): Promise<Row> {
  return send(createClient(service), name, { ...body, dryRun: true }, { signal })
}

async function carryOut(wish: Wish, service: Profile, around: Surroundings): Promise<Row> {
  const { name, body, key: idempotencyKey = around.newIdempotencyKey() } = wish
  const { signal } = around
  let operationId: string | undefined
  const onAnswer = ({ code, operationId: begun, attempt }: Answer) => {
    if (begun === undefined || !openCodes.includes(code)) return
    if (operationId === undefined)
      around.tell(`The platform has not confirmed ${begun} yet. Waiting; Ctrl-C does not stop it.`)
    else around.tell(around.paintTold('dim', `Still waiting, asked ${attempt} times.`))
    operationId = begun
  }
  const client = createClient({ ...service, onAnswer })
  try {
    return await send(client, name, body, { signal, idempotencyKey, timeoutMs: patienceMs })
  } catch (error) {
    throw signal.aborted ? leftAlone(operationId, idempotencyKey) : error
  }
}

/** Returns the error for a person who stops waiting. The write continues. */
function leftAlone(operationId: string | undefined, idempotencyKey: string): Interrupted {
  return new Interrupted(
    operationId === undefined
      ? `Interrupted before an answer came. Whether it was begun is not known: repeat the command with --idempotency-key ${idempotencyKey} to find out; it is not done twice.`
      : `Interrupted; the write goes on. Ask what became of it with: adrail operation get_operation --operation-id ${operationId}`,
  )
}
