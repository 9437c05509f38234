// The environment of a command: settings, terminal, standard input and random values. No other module reads
// the process.

import { homedir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { styleText } from 'node:util'

type Style = 'bold' | 'dim' | 'red' | 'yellow'

/** How to reach the service. Unset settings are undefined. */
export interface Settings {
  readonly serviceUrl: string | undefined
  readonly apiKey: string | undefined
  readonly profilesFile: string
  /** A service in demo mode writes this file. */
  readonly demoFile: string
}

export interface Environment {
  readonly settings: Settings
  readonly input: NodeJS.ReadStream
  /** Whether standard output is a terminal. */
  readonly isTty: boolean
  /**
   * Whether the command can ask a person: questions go to standard error, replies come from standard input.
   */
  readonly canPrompt: boolean
  /** The maximum number of characters per output line. */
  readonly columns: number
  /** Aborted when the person interrupts the command. */
  readonly signal: AbortSignal
  /** Prints data to standard output. */
  print(text: string): void
  /** Prints everything else to standard error. */
  printStatus(text: string): void
  /** Like `printStatus` without a line break, for questions. */
  prompt(text: string): void
  /** Styles text for standard output or standard error, if it is a terminal and `NO_COLOR` is unset. */
  styleOutput(style: Style, text: string): string
  styleStatus(style: Style, text: string): string
  /** Reads standard input to its end. */
  readInput(): Promise<string>
  newIdempotencyKey(): string
  /** Creates a webhook signing secret. */
  newSecret(): string
}

export function createEnvironment(signal: AbortSignal): Environment {
  const { stdin, stdout, stderr, env } = process
  const configFolder = env['XDG_CONFIG_HOME'] || join(homedir(), '.config')
  return {
    settings: {
      serviceUrl: env['ADRAIL_URL'] || undefined,
      apiKey: env['ADRAIL_KEY'] || undefined,
      profilesFile: join(configFolder, 'adrail', 'config.json'),
      demoFile: join(env['DATA_DIR'] || 'data', 'demo.json'),
    },
    input: stdin,
    isTty: stdout.isTTY === true,
    canPrompt: stdin.isTTY === true && stderr.isTTY === true,
    columns: stdout.columns || Number(env['COLUMNS']) || Number.POSITIVE_INFINITY,
    signal,
    print: (line) => void stdout.write(`${line}\n`),
    printStatus: (line) => void stderr.write(`${line}\n`),
    prompt: (question) => void stderr.write(question),
    styleOutput: (style, plain) => styleText(style, plain, { stream: stdout }),
    styleStatus: (style, plain) => styleText(style, plain, { stream: stderr }),
    readInput: () => text(stdin),
    newIdempotencyKey: () => crypto.randomUUID(),
    newSecret: () => `whsec_${Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64')}`,
  }
}
