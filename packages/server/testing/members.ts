// Several whole services on one database, each in a process of its own that is told what to do and whose clock can be turned.

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { inject } from 'vitest'
import type { ChildCommand } from './linking.child.ts'
import { linkUser } from './linking.ts'
import type { Installation } from './processes.ts'

/** One of several services on the same database. */
export interface ClusterMember {
  readonly url: string
  command<Result>(command: ChildCommand): Promise<Result>
  stop(signal: NodeJS.Signals): Promise<void>
}

export interface LinkedUser {
  readonly workspaceId: string
  readonly userId: string
  readonly apiKey: string
}

/** Whoever makes one ends it. */
export async function startClusterMember({
  dataDir,
  databaseUrl,
  environment,
}: Installation): Promise<ClusterMember> {
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
  let commandCount = 0
  const waitForResponse = async (commandId: number): Promise<unknown> => {
    const responded = new Promise<{ answer: unknown }>((resolve) => {
      const onMessage = (message: { id: number; answer: unknown }) => {
        if (message.id !== commandId) return
        child.off('message', onMessage)
        resolve(message)
      }
      child.on('message', onMessage)
    })
    const outcome = await Promise.race([responded, exited])
    if (Array.isArray(outcome)) throw new Error('The process ended.')
    return outcome.answer
  }
  const url = String(await waitForResponse(0))
  return {
    url,
    // The child answers each order with what its kind promises.
    command: <Result>(command: ChildCommand) => {
      const id = ++commandCount
      const response = waitForResponse(id)
      child.send({ id, order: command })
      return response as Promise<Result>
    },
    async stop(signal) {
      child.kill(signal)
      await exited
    },
  }
}

/** A user linked on the search platform through one of the processes. */
export async function linkUserThrough(member: ClusterMember): Promise<LinkedUser> {
  const linkedUser = await member.command<LinkedUser>({ does: 'begin' })
  await linkUser(
    { url: member.url, apiKey: linkedUser.apiKey },
    { userId: linkedUser.userId, platform: 'SEARCH' },
  )
  return linkedUser
}

/** Turns the clocks of the platforms and of all these processes. */
export async function advanceAll(
  sandbox: { readonly clock: { advance(byMs: number): void } },
  members: readonly ClusterMember[],
  byMs: number,
): Promise<void> {
  sandbox.clock.advance(byMs)
  for (const member of members) await member.command({ does: 'advance', byMs })
}
