// Builds the console as browsers load it, once before the tests that need it.

import { ensureConsole } from '../scripts/console.ts'

export default async function setup(): Promise<void> {
  await ensureConsole()
}
