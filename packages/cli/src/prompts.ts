// Questions to a person at the terminal.

import { createInterface, type Interface } from 'node:readline'
import { Writable } from 'node:stream'
import type { Environment } from './environment.ts'
import { InterruptedError } from './exitCodes.ts'

/** Returns the answer to a question. Empty when the input ends without one. */
export async function askQuestion(question: string, { input, signal, prompt }: Environment): Promise<string> {
  prompt(question)
  // The terminal itself echoes the input and turns Ctrl-C into a signal.
  const reply = await readLine(createInterface({ input, terminal: false }), signal)
  return reply.trim()
}

/** Like `askQuestion`, without echoing the input. */
export async function askSecret(question: string, { input, signal, prompt }: Environment): Promise<string> {
  const nullOutput = new Writable({ write: (_chunk, _encoding, done) => done() })
  // Disable the terminal's echo before the question appears.
  const lines = createInterface({ input, output: nullOutput, terminal: true })
  prompt(question)
  try {
    return (await readLine(lines, signal)).trim()
  } finally {
    prompt('\n')
  }
}

function readLine(lines: Interface, signal: AbortSignal): Promise<string> {
  return new Promise<string>((resolve, reject) => {
    const abort = () => reject(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    lines.once('line', resolve)
    lines.once('SIGINT', () => reject(new InterruptedError()))
    lines.once('close', () => resolve(''))
  }).finally(() => lines.close())
}
