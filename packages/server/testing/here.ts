// The programs of the server without processes of their own: from the same code, in a tenth of the time.

import { runCommand } from '../src/commandLine.ts'
import { serve } from '../src/process/serve.ts'

type Environment = Readonly<Record<string, string>>

/** What a command wrote, and how it ended. */
export interface Said {
  readonly exit: number | string
  readonly stdout: string
  /** Without the line that names the database. */
  readonly stderr: string
  /** The database that was used; empty where none was. */
  readonly database: string
}

export async function commandHere(environment: Environment, args: readonly string[]): Promise<Said> {
  const written = { stdout: '', stderr: '' }
  const exit = await runCommand(args, {
    environment,
    out(text) {
      written.stdout += text
    },
    err(text) {
      written.stderr += text
    },
  })
  return saidBy(exit, written.stdout, written.stderr)
}

export function saidBy(exit: number | string, stdout: string, written: string): Said {
  const named = /^Database: (.*)\n/m
  return { exit, stdout, stderr: written.replace(named, ''), database: named.exec(written)?.[1] ?? '' }
}

/** A service that is told to stop as its program is. It cannot be killed. */
export interface ServiceHere {
  /** Empty when it could not start. */
  readonly url: string
  /** All that it said until it was ready, or why it could not start. */
  readonly stderr: string
  /** Resolves with the exit code. */
  stop(): Promise<number>
}

export async function serveHere(environment: Environment, log: string): Promise<ServiceHere> {
  const told = Promise.withResolvers<string>()
  const said = Promise.withResolvers<string>()
  const exit = serve(told.promise, { environment: { DRAIN_MS: '0', ...environment }, log, say: said.resolve })
  const stderr = await said.promise
  return {
    url: /adrail serves at (\S+)/.exec(stderr)?.[1] ?? '',
    stderr,
    stop() {
      told.resolve('SIGTERM')
      return exit
    },
  }
}
