// Questions to a person at the terminal.

import { createInterface, type Interface } from 'node:readline'
import { Writable } from 'node:stream'
import { Interrupted } from './exitCodes.ts'
import type { Surroundings } from './surroundings.ts'

/** Returns the answer to a question. Empty when the input ends without one. */
export async function ask(question: string, { input, signal, prompt }: Surroundings): Promise<string> {
  prompt(question)
  // The terminal itself echoes the input and turns Ctrl-C into a signal.
  const answer = await lineOf(createInterface({ input, terminal: false }), signal)
  return answer.trim()
}

/** Like `ask`, without echoing the input. */
export async function askHidden(question: string, { input, signal, prompt }: Surroundings): Promise<string> {
  const unseen = new Writable({ write: (_piece, _encoding, done) => done() })
  // Disable the terminal's echo before the question appears.
  const lines = createInterface({ input, output: unseen, terminal: true })
  prompt(question)
  try {
    return (await lineOf(lines, signal)).trim()
  } finally {
    prompt('\n')
  }
}

function lineOf(lines: Interface, signal: AbortSignal): Promise<string> {
  return new Promise<string>((resolve, reject) => {
    const end = () => reject(signal.reason)
    signal.addEventListener('abort', end, { once: true })
    lines.once('line', resolve)
    lines.once('SIGINT', () => reject(new Interrupted()))
    lines.once('close', () => resolve(''))
  }).finally(() => lines.close())
}
