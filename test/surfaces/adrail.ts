// The command line as a person or a script runs it: a process of its own that inherits nothing, in a folder of its own.

import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { delimiter, dirname, join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { newFolder } from '@adrail/server/testing/folders'
import { afterEach, beforeAll, inject } from 'vitest'

const program = join(inject('programs'), 'cli.mjs')
/** Compiled code is kept with the programs and removed with them. */
export const compileCache = { NODE_COMPILE_CACHE: join(inject('programs'), 'compiled') }

export type Environment = Readonly<Record<string, string>>

export interface Ended {
  readonly exit: number | string
  readonly stdout: string
  readonly stderr: string
}

/** A command at a terminal, where what it prints and what it tells come on one screen. */
export interface AtTerminal {
  /** Waits until the screen shows something; fails when the command ends without having shown it. */
  shows(pattern: RegExp): Promise<RegExpExecArray>
  type(text: string): void
  /** What the screen showed in all, without colours. */
  ended(): Promise<{ readonly exit: number | string; readonly screen: string; readonly raw: string }>
}

export interface CommandLine {
  /** Where the commands run. */
  readonly folder: string
  run(args: readonly string[], options?: { env?: Environment; input?: string }): Promise<Ended>
  /** Any line of a shell in which `adrail` is known. */
  shell(line: string, env?: Environment): Promise<Ended>
  atTerminal(args: readonly string[], options?: { env?: Environment; columns?: number }): AtTerminal
}

export function useCommandLine(service: () => Environment = () => ({})): CommandLine {
  let folder = ''
  const running = new Set<ChildProcessWithoutNullStreams>()
  beforeAll(() => {
    folder = newFolder('adrail-cli-', 'disk')
  })
  afterEach(() => {
    for (const child of running) child.kill('SIGKILL')
  })

  const start = (command: string, args: readonly string[], env: Environment) => {
    const path = [dirname(process.execPath), process.env['PATH']].join(delimiter)
    const child = spawn(command, args, {
      cwd: folder,
      env: { PATH: path, HOME: folder, ...compileCache, ...service(), ...env },
    })
    running.add(child)
    child.once('close', () => running.delete(child))
    return child
  }
  const ended = async (child: ChildProcessWithoutNullStreams, input = ''): Promise<Ended> => {
    const written = { stdout: '', stderr: '' }
    for (const stream of ['stdout', 'stderr'] as const)
      child[stream].setEncoding('utf8').on('data', (text: string) => {
        written[stream] += text
      })
    child.stdin.end(input)
    const [code, signal] = await once(child, 'close')
    return { exit: code ?? signal, ...written }
  }
  return {
    get folder() {
      return folder
    },
    run: (args, { env = {}, input } = {}) => ended(start(process.execPath, [program, ...args], env), input),
    shell: (line, env = {}) =>
      ended(start('bash', ['-c', `adrail() { ${quoted([process.execPath, program])} "$@"; }\n${line}`], env)),
    atTerminal(args, { env = {}, columns = 80 } = {}) {
      const line = `stty cols ${columns}; exec ${quoted([process.execPath, program, ...args])}`
      const child = start('script', ['-qec', line, '/dev/null'], { TERM: 'xterm-256color', ...env })
      return terminal(child)
    },
  }
}

function terminal(child: ChildProcessWithoutNullStreams): AtTerminal {
  let raw = ''
  const screen = () => stripVTControlCharacters(raw).replaceAll('\r', '')
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    raw += text
  })
  const closed = once(child, 'close')
  return {
    type: (text) => void child.stdin.write(text),
    shows: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = pattern.exec(screen())
          if (found) resolve(found)
        }
        child.stdout.on('data', look)
        void closed.then(() =>
          reject(new Error(`The command ended without showing ${pattern}:\n${screen()}`)),
        )
        look()
      }),
    async ended() {
      const [code, signal] = await closed
      return { exit: code ?? signal, screen: screen(), raw }
    },
  }
}

function quoted(words: readonly string[]): string {
  return words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ')
}
