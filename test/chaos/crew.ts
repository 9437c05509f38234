// Processes that serve together while one after the other is killed, and callers who do not give up.

import { setTimeout } from 'node:timers/promises'
import { testDatabaseUrl } from '@adrail/server/testing'
import type { ServiceProcess } from '@adrail/server/testing/processes'
import {
  ageStepsByTwoMinutes,
  ageStepsOfDeadOwner,
  isFinal,
  type SendRequest,
  type ServiceFixture,
  type ServiceResponse,
  withStore,
} from '@adrail/server/testing/worlds'
import { drawnBy } from './figures.ts'

interface Member {
  readonly service: ServiceProcess
  readonly send: SendRequest
  /** A write that it carried out itself: by this is known what else is in its hands. */
  ownWrite: string
}

/** One request that has to be answered for good, under its key, however often it must be repeated. */
export interface Job {
  readonly key: string
  readonly operation: string
  readonly body: object
}

interface Insistence {
  readonly callers: number
  /** Whether a request may be sent already, by its place among all. */
  mayBegin?(index: number): boolean
}

export interface Crew {
  /** Sends one request to whoever serves; nothing when nobody does, or when that process died. */
  ask(...request: Parameters<SendRequest>): Promise<ServiceResponse | undefined>
  /** Has callers repeat all requests until each is answered for good; who has to wait takes the next one meanwhile. */
  insist(
    jobs: readonly Job[],
    how: Insistence,
    answered: (job: Job, answer: ServiceResponse) => void,
  ): Promise<void>
  /** Unless leases are waited for, only somebody is killed whose work is known, so that its time can pass. */
  readonly canReplace: boolean
  /** Kills one of them, and starts another in its place. As whom the dead one held its writes, as far as that is known. */
  replaceOne(): Promise<string | undefined>
}

const pauseMs = 50

/**
 * One process where a folder is served, which has no room for more; on a server two. Leases of those that are killed run out
 * by themselves, or their time passes at once.
 */
export async function makeCrew(
  { installation, start }: ServiceFixture,
  leases: 'run out' | 'pass',
): Promise<Crew> {
  const mustWait = leases === 'run out'
  const onPostgres = testDatabaseUrl() !== ''
  const draw = drawnBy('crew')
  const join = async (): Promise<Member> => ({ ...(await start()), ownWrite: '' })
  const members = await Promise.all(onPostgres ? [join(), join()] : [join()])
  let turns = 0

  const ask: Crew['ask'] = async (...request) => {
    const member = members[turns++ % members.length]
    const answer = await member?.send(...request).catch(() => undefined)
    if (member && answer?.status === 200 && !answer.replayed)
      member.ownWrite = String(answer.results['operationId'] ?? '')
    return answer
  }
  const known = () => members.filter(({ ownWrite }) => mustWait || !onPostgres || ownWrite !== '')
  const ownerOf = ({ ownWrite }: Member): Promise<string | undefined> =>
    withStore(installation, async ({ db }) => {
      const rows = db.selectFrom('operations').select('owner').where('id', '=', ownWrite)
      return (await rows.executeTakeFirst())?.owner
    })

  return {
    ask,
    get canReplace() {
      return known().length > 0
    },
    async insist(jobs, { callers, mayBegin = () => true }, answered) {
      const coming = [...jobs]
      const repeated: Job[] = []
      let open = jobs.length
      const next = () =>
        mayBegin(jobs.length - coming.length) ? (coming.shift() ?? repeated.shift()) : repeated.shift()
      const call = async () => {
        while (open > 0) {
          const job = next()
          const answer = job && (await ask(job.operation, job.body, job.key))
          if (job && answer && isFinal(answer)) {
            open -= 1
            answered(job, answer)
            continue
          }
          if (job) repeated.push(job)
          await setTimeout(pauseMs)
        }
      }
      await Promise.all(Array.from({ length: callers }, call))
    },
    async replaceOne() {
      const victim = known()[Math.floor(draw() * known().length)]
      if (!victim) throw new Error('Nobody can be replaced.')
      members.splice(members.indexOf(victim), 1)
      victim.service.kill('SIGKILL')
      await victim.service.exit
      const owner = await ownerOf(victim)
      if (!mustWait && onPostgres && owner !== undefined) await ageStepsOfDeadOwner(installation, owner)
      // Alone in its folder, the next one knows that the last one is dead.
      else if (!mustWait) await ageStepsByTwoMinutes(installation)
      members.push(await join())
      return owner
    },
  }
}
