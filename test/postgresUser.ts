// PostgreSQL and PgBouncer refuse to run as root. As root, the tests start them as the user that the
// PostgreSQL package created.

import { execFileSync } from 'node:child_process'

const isRoot = process.getuid?.() === 0

/** Returns a program and its arguments in the form that `spawn` takes. */
export function asPostgresUser(program: string, ...args: readonly string[]): [string, string[]] {
  if (!isRoot) return [program, [...args]]
  return ['setpriv', ['--reuid=postgres', '--regid=postgres', '--clear-groups', program, ...args]]
}

/** Changes the owner of the folder and its contents. Other users may enter the folder. */
export function chownToPostgresUser(folder: string): void {
  if (!isRoot) return
  execFileSync('chmod', ['755', folder])
  execFileSync('chown', ['-R', 'postgres:postgres', folder])
}
