// Runs the command line like a person or a script: in a separate process that inherits nothing, in a separate
// folder.

import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { delimiter, dirname, join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { newFolder } from '@adrail/server/testing/folders'
import { afterEach, beforeAll, inject } from 'vitest'

const program = join(inject('programs'), 'cli.mjs')
/** Compiled code is stored with the programs and removed with them. */
export const compileCacheEnv = { NODE_COMPILE_CACHE: join(inject('programs'), 'compiled') }

export type Environment = Readonly<Record<string, string>>

export interface CommandResult {
  readonly exit: number | string
  readonly stdout: string
  readonly stderr: string
}

/** A command at a terminal, where standard output and standard error share one screen. */
export interface TerminalSession {
  /** Waits until the screen matches a pattern. Fails when the command ends without a match. */
  waitForOutput(pattern: RegExp): Promise<RegExpExecArray>
  type(text: string): void
  /** Returns everything that the screen showed, without colors. */
  waitForExit(): Promise<{ readonly exit: number | string; readonly screen: string; readonly raw: string }>
}

export interface CommandLine {
  /** The working directory of the commands. */
  readonly folder: string
  run(args: readonly string[], options?: { env?: Environment; input?: string }): Promise<CommandResult>
  /** Runs a line of a shell in which `adrail` is defined. */
  shell(line: string, env?: Environment): Promise<CommandResult>
  openTerminal(args: readonly string[], options?: { env?: Environment; columns?: number }): TerminalSession
}

export function useCommandLine(service: () => Environment = () => ({})): CommandLine {
  let folder = ''
  const runningChildren = new Set<ChildProcessWithoutNullStreams>()
  beforeAll(() => {
    folder = newFolder('adrail-cli-', 'disk')
  })
  afterEach(() => {
    for (const child of runningChildren) child.kill('SIGKILL')
  })

  const start = (command: string, args: readonly string[], env: Environment) => {
    const path = [dirname(process.execPath), process.env['PATH']].join(delimiter)
    const child = spawn(command, args, {
      cwd: folder,
      env: { PATH: path, HOME: folder, ...compileCacheEnv, ...service(), ...env },
    })
    runningChildren.add(child)
    child.once('close', () => runningChildren.delete(child))
    return child
  }
  const collectResult = async (child: ChildProcessWithoutNullStreams, input = ''): Promise<CommandResult> => {
    const output = { stdout: '', stderr: '' }
    for (const stream of ['stdout', 'stderr'] as const)
      child[stream].setEncoding('utf8').on('data', (text: string) => {
        output[stream] += text
      })
    child.stdin.end(input)
    const [code, signal] = await once(child, 'close')
    return { exit: code ?? signal, ...output }
  }
  return {
    get folder() {
      return folder
    },
    run: (args, { env = {}, input } = {}) =>
      collectResult(start(process.execPath, [program, ...args], env), input),
    shell: (line, env = {}) =>
      collectResult(
        start('bash', ['-c', `adrail() { ${shellQuote([process.execPath, program])} "$@"; }\n${line}`], env),
      ),
    openTerminal(args, { env = {}, columns = 80 } = {}) {
      const line = `stty cols ${columns}; exec ${shellQuote([process.execPath, program, ...args])}`
      const child = start('script', ['-qec', line, '/dev/null'], { TERM: 'xterm-256color', ...env })
      return createTerminalSession(child)
    },
  }
}

function createTerminalSession(child: ChildProcessWithoutNullStreams): TerminalSession {
  let raw = ''
  const screen = () => stripVTControlCharacters(raw).replaceAll('\r', '')
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    raw += text
  })
  const closed = once(child, 'close')
  return {
    type: (text) => void child.stdin.write(text),
    waitForOutput: (pattern) =>
      new Promise((resolve, reject) => {
        const checkScreen = () => {
          const match = pattern.exec(screen())
          if (match) resolve(match)
        }
        child.stdout.on('data', checkScreen)
        void closed.then(() =>
          reject(new Error(`The command ended without showing ${pattern}:\n${screen()}`)),
        )
        checkScreen()
      }),
    async waitForExit() {
      const [code, signal] = await closed
      return { exit: code ?? signal, screen: screen(), raw }
    },
  }
}

function shellQuote(words: readonly string[]): string {
  return words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ')
}
