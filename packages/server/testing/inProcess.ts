// Runs the server's programs within the test process: the same code, ten times faster.

import { runCommand } from '../src/commandLine.ts'
import { serve } from '../src/process/serve.ts'

type EnvironmentVariables = Readonly<Record<string, string>>

/** Output and exit code of a command. */
export interface CommandResult {
  readonly exit: number | string
  readonly stdout: string
  /** Error output without the line that names the database. */
  readonly stderr: string
  /** Name of the database that the command used. Empty when it used none. */
  readonly database: string
}

export async function runCommandInProcess(
  environment: EnvironmentVariables,
  args: readonly string[],
): Promise<CommandResult> {
  const output = { stdout: '', stderr: '' }
  const exit = await runCommand(args, {
    environment,
    out(text) {
      output.stdout += text
    },
    err(text) {
      output.stderr += text
    },
  })
  return toCommandResult(exit, output.stdout, output.stderr)
}

export function toCommandResult(exit: number | string, stdout: string, output: string): CommandResult {
  const databaseLine = /^Database: (.*)\n/m
  return {
    exit,
    stdout,
    stderr: output.replace(databaseLine, ''),
    database: databaseLine.exec(output)?.[1] ?? '',
  }
}

/** A service in the test process. It stops like the program on a signal, but cannot be killed. */
export interface InProcessService {
  /** Empty when the service could not start. */
  readonly url: string
  /** Output until the service was ready, or the reason why it could not start. */
  readonly stderr: string
  /** Resolves with the exit code. */
  stop(): Promise<number>
}

export async function serveInProcess(
  environment: EnvironmentVariables,
  log: string,
): Promise<InProcessService> {
  const stopSignal = Promise.withResolvers<string>()
  const startOutput = Promise.withResolvers<string>()
  const exit = serve(stopSignal.promise, {
    environment: { DRAIN_MS: '0', ...environment },
    log,
    print: startOutput.resolve,
  })
  const stderr = await startOutput.promise
  return {
    url: /adrail serves at (\S+)/.exec(stderr)?.[1] ?? '',
    stderr,
    stop() {
      stopSignal.resolve('SIGTERM')
      return exit
    },
  }
}
