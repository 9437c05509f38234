// Defines a rule about the source, with the predicates that most rules share.

import type { Import, Source } from './readSource.ts'

/** Source texts by path. */
export type Example = Readonly<Record<string, string>>

export interface Rule {
  readonly description: string
  /** Lists the places where the files violate the rule, one line each. */
  violations(files: readonly Source[]): string[]
  /** Sources that violate the rule. They prove that the rule can fail. */
  readonly violating: readonly Example[]
  /** Similar sources that conform to the rule. */
  readonly conforming?: readonly Example[]
}

/** Returns whether a path holds production code. Tests and their helpers are exempt from most rules. */
export function isProduction(path: string): boolean {
  return /^packages\/[^/]+\/src\//.test(path) && !path.endsWith('.test.ts')
}

/** The source folders of the packages that the tables describe. */
export const server = 'packages/server/src'
export const sandbox = 'packages/sandbox/src'

/** Returns the package that contains a path, or an empty string outside of packages. */
export function getPackageName(path: string): string {
  return /^packages\/([^/]+)\//.exec(path)?.[1] ?? ''
}

export function isModule(from: string, modules: readonly string[]): boolean {
  return modules.some((module) => from === module || from.startsWith(`${module}/`))
}

/** Reports a violation for every import that `isForbidden` accepts. */
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
