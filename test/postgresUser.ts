// PostgreSQL and PgBouncer refuse to run as root. Then they run as the user that PostgreSQL's package created.

import { execFileSync } from 'node:child_process'

const isRoot = process.getuid?.() === 0

/** A program and its arguments as `spawn` takes them. */
export function asPostgresUser(program: string, ...args: readonly string[]): [string, string[]] {
  if (!isRoot) return [program, [...args]]
  return ['setpriv', ['--reuid=postgres', '--regid=postgres', '--clear-groups', program, ...args]]
}

/** The folder and what is in it; others may enter it. */
export function chownToPostgresUser(folder: string): void {
  if (!isRoot) return
  execFileSync('chmod', ['755', folder])
  execFileSync('chown', ['-R', 'postgres:postgres', folder])
}
