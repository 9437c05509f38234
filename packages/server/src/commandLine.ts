// The admin command line as a function: runs one command and returns its exit code.

import { CommanderError } from 'commander'
import { makeProgram } from './admin/program.ts'
import { AdminError, runAtTerminal, type Terminal } from './admin/terminal.ts'
import { addDoctorCommands } from './doctor/commands.ts'
import { explainFailure } from './process/explainFailure.ts'

export async function runCommand(
  args: readonly string[],
  terminalOptions: Omit<Terminal, 'exitCode'>,
): Promise<number> {
  const terminal: Terminal = { ...terminalOptions, exitCode: 0 }
  try {
    await runAtTerminal(terminal, async () => {
      const program = makeProgram()
      addDoctorCommands(program)
      await program.parseAsync(args, { from: 'user' })
    })
    return terminal.exitCode
  } catch (error) {
    // Commander has printed the problem with the arguments already.
    if (error instanceof CommanderError) return error.exitCode
    terminal.err(`${error instanceof AdminError ? error.message : explainFailure(error)}\n`)
    return 1
  }
}
