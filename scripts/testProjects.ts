import type { Database } from '../test/chaos/proofs.ts'

/** Arguments for vitest that choose all projects whose tests run on a database. */
export function projectArguments(database: Database): string[] {
  const projects = [database, `${database}-proofs`, ...(database === 'sqlite' ? ['pages'] : [])]
  return projects.flatMap((project) => ['--project', project])
}
