// The console as browsers load it, built once before any test asks for it.

import { ensureConsole } from '../scripts/console.ts'

export default async function setup(): Promise<void> {
  await ensureConsole()
}
