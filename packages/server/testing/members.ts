// Several whole services on one database, each in a process of its own that is told what to do and whose clock can be turned.

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { inject } from 'vitest'
import type { Order } from './linking.child.ts'
import { linkUser } from './linking.ts'
import type { Place } from './processes.ts'

/** One of several services on the same database. */
export interface Member {
  readonly url: string
  order<Answer>(order: Order): Promise<Answer>
  end(signal: NodeJS.Signals): Promise<void>
}

export interface LinkedUser {
  readonly workspaceId: string
  readonly userId: string
  readonly apiKey: string
}

/** Whoever makes one ends it. */
export async function newMember({ dataDir, databaseUrl, environment }: Place): Promise<Member> {
  const child = fork(join(inject('programs'), 'member.mjs'), {
    execPath: process.execPath,
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      PORT: '0',
      METRICS_PORT: '0',
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      // Where whole services keep their compiled code, too: this one is killed before it could write any.
      NODE_COMPILE_CACHE: join(inject('programs'), 'compiled'),
      ...environment,
    },
  })
  const exited = once(child, 'exit')
  let orders = 0
  const answerTo = async (wanted: number): Promise<unknown> => {
    const answered = new Promise<{ answer: unknown }>((resolve) => {
      const look = (message: { id: number; answer: unknown }) => {
        if (message.id !== wanted) return
        child.off('message', look)
        resolve(message)
      }
      child.on('message', look)
    })
    const first = await Promise.race([answered, exited])
    if (Array.isArray(first)) throw new Error('The process ended.')
    return first.answer
  }
  const url = String(await answerTo(0))
  return {
    url,
    // The child answers each order with what its kind promises.
    order: <Answer>(order: Order) => {
      const id = ++orders
      const answer = answerTo(id)
      child.send({ id, order })
      return answer as Promise<Answer>
    },
    async end(signal) {
      child.kill(signal)
      await exited
    },
  }
}

/** A user linked on the search platform through one of the processes. */
export async function linkThrough(member: Member): Promise<LinkedUser> {
  const begun = await member.order<LinkedUser>({ does: 'begin' })
  await linkUser({ url: member.url, apiKey: begun.apiKey }, { userId: begun.userId, platform: 'SEARCH' })
  return begun
}

/** Turns the clocks of the platforms and of all these processes. */
export async function advanceAll(
  sandbox: { readonly clock: { advance(byMs: number): void } },
  members: readonly Member[],
  byMs: number,
): Promise<void> {
  sandbox.clock.advance(byMs)
  for (const member of members) await member.order({ does: 'advance', byMs })
}
