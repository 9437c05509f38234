// What a command finds around it: settings, the terminal, standard input, chance. Nothing else looks at the process.

import { homedir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { styleText } from 'node:util'

type Style = 'bold' | 'dim' | 'red' | 'yellow'

/** Where the service may be found; what is not set is undefined. */
export interface Settings {
  readonly serviceUrl: string | undefined
  readonly apiKey: string | undefined
  readonly profilesFile: string
  /** Written by a service that runs as a demo. */
  readonly demoFile: string
}

export interface Surroundings {
  readonly settings: Settings
  readonly input: NodeJS.ReadStream
  /** Whether what is printed is read on a terminal. */
  readonly isRead: boolean
  /** Whether somebody can be asked: questions stand on standard error, answers come from standard input. */
  readonly canAsk: boolean
  /** How many characters a line of output may have. */
  readonly columns: number
  /** Is aborted when the person wants to end. */
  readonly signal: AbortSignal
  /** Data, to standard output. */
  print(text: string): void
  /** Everything else, to standard error. */
  tell(text: string): void
  /** The same without an end of line, for questions. */
  prompt(text: string): void
  /** Styles what is printed, and what is told, where a terminal shows it and `NO_COLOR` does not forbid it. */
  paintPrinted(style: Style, text: string): string
  paintTold(style: Style, text: string): string
  /** All of standard input. */
  readInput(): Promise<string>
  newIdempotencyKey(): string
  /** By which a receiver knows what it is sent. */
  newSecret(): string
}

export function lookAround(signal: AbortSignal): Surroundings {
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
    isRead: stdout.isTTY === true,
    canAsk: stdin.isTTY === true && stderr.isTTY === true,
    columns: stdout.columns || Number(env['COLUMNS']) || Number.POSITIVE_INFINITY,
    signal,
    print: (printed) => void stdout.write(`${printed}\n`),
    tell: (told) => void stderr.write(`${told}\n`),
    prompt: (question) => void stderr.write(question),
    paintPrinted: (style, plain) => styleText(style, plain, { stream: stdout }),
    paintTold: (style, plain) => styleText(style, plain, { stream: stderr }),
    readInput: () => text(stdin),
    newIdempotencyKey: () => crypto.randomUUID(),
    newSecret: () => `whsec_${Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64')}`,
  }
}
