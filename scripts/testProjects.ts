import type { Database } from '../test/chaos/proofs.ts'

/** Returns the vitest arguments that select all projects of a database. */
export function projectArguments(database: Database): string[] {
  const projects = [database, `${database}-proofs`, ...(database === 'sqlite' ? ['pages'] : [])]
  return projects.flatMap((project) => ['--project', project])
}
