// Compares docs/glossary.md with the names that the code declares.

import type { Source } from './readSource.ts'

/** Lists the names in the first column of the glossary's tables that no file declares. */
export function findUnknownNames(glossary: string, files: readonly Source[]): string[] {
  const declared = new Set(files.flatMap(({ declarations }) => declarations.map(({ name }) => name)))
  return glossary
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, name = '']) => name))
    .filter((name) => !name.includes('…') && !declared.has(name))
}
