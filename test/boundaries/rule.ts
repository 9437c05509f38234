// What a rule about the source is, and what most rules ask.

import type { Import, Source } from './readSource.ts'

/** Sources by their paths. */
export type Example = Readonly<Record<string, string>>

export interface Rule {
  readonly description: string
  /** Where the files break it, a line each. */
  violations(files: readonly Source[]): string[]
  /** Sources that break it: the proof that it can fail. */
  readonly violating: readonly Example[]
  /** Sources that look similar and keep it. */
  readonly conforming?: readonly Example[]
}

/** What runs in production: tests and what supports them may do more. */
export function isProduction(path: string): boolean {
  return /^packages\/[^/]+\/src\//.test(path) && !path.endsWith('.test.ts')
}

/** The folders of the packages whose insides the tables describe. */
export const server = 'packages/server/src'
export const sandbox = 'packages/sandbox/src'

/** The package that a path lies in; empty outside of packages. */
export function packageOf(path: string): string {
  return /^packages\/([^/]+)\//.exec(path)?.[1] ?? ''
}

export function isModule(from: string, modules: readonly string[]): boolean {
  return modules.some((module) => from === module || from.startsWith(`${module}/`))
}

/** Breaks for every import that the test is true of. */
export function forbidImports(
  isForbidden: (file: Source, imported: Import) => boolean,
): (files: readonly Source[]) => string[] {
  return (files) =>
    files.flatMap((file) =>
      file.imports
        .filter((imported) => isForbidden(file, imported))
        .map(({ line, from }) => `${file.path}:${line} imports ${from}`),
    )
}
