// These rules restrict file names beyond the style that the linter enforces.

import { posix } from 'node:path'
import { operationNames } from '@adrail/contract'
import { isProduction, type Rule, server } from './rule.ts'

const meaninglessNames = /^(utils?|helpers?|common|shared|lib|misc|types|constants|services)$/

/** Names that several folders of the server share on purpose. */
const allowedDuplicates = ['index']

/** Every platform has the same files, and equal names show which files correspond. */
const platformFilePattern = new RegExp(`^${server}/platforms/(?!connector-kit/)[^/]+/`)

const operationPartPattern = new RegExp(`^${server}/operations/[^/]+/[^/]+/`)

export const nameRules: readonly Rule[] = [
  {
    description: 'the root of the server holds at most six files',
    violations(files) {
      const rootFiles = files
        .map(({ path }) => path)
        .filter((path) => new RegExp(`^${server}/[^/]+$`).test(path))
      return rootFiles.length > 6 ? rootFiles : []
    },
    violating: [
      Object.fromEntries(['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => [`${server}/${name}.ts`, ''])),
    ],
  },
  {
    description: 'no two files of the server have the same name',
    violations: (files) =>
      findDuplicateNames(
        files
          .map(({ path }) => path)
          // File names of one operation's parts need to be unique only within that operation.
          .filter(
            (path) =>
              path.startsWith(server) &&
              isProduction(path) &&
              !operationPartPattern.test(path) &&
              !platformFilePattern.test(path),
          ),
        new Set([...allowedDuplicates, ...operationNames.map((name) => name.split('/')[1] ?? '')]),
      ),
    violating: [{ [`${server}/concurrency/cache.ts`]: '', [`${server}/admission/cache.ts`]: '' }],
    conforming: [
      { [`${server}/platforms/pro/connector.ts`]: '', [`${server}/platforms/social/connector.ts`]: '' },
      {
        [`${server}/operations/search/edit_campaign.ts`]: '',
        [`${server}/operations/social/edit_campaign.ts`]: '',
      },
    ],
  },
  {
    description: 'no file or folder has a name that says nothing',
    violations: (files) =>
      files
        .map(({ path }) => path)
        .filter((path) => path.split('/').some((part) => meaninglessNames.test(part.split('.', 1)[0] ?? ''))),
    violating: [{ [`${server}/utils.ts`]: '' }, { 'test/shared/postgres.ts': '' }, { 'test/types.d.ts': '' }],
  },
]

/** Lists names that files in several folders share. A test has the name of the file that it tests. */
function findDuplicateNames(paths: readonly string[], allowedNames: ReadonlySet<string>): string[] {
  const byName = Map.groupBy(paths, (path) => posix.basename(path, '.ts'))
  return [...byName]
    .filter(([name, duplicates]) => duplicates.length > 1 && !allowedNames.has(name))
    .map(([name, duplicates]) => `${name}: ${duplicates.join(', ')}`)
}
