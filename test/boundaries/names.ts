// What files may be called, beyond the style that the linter holds.

import { posix } from 'node:path'
import { operationNames } from '@adrail/contract'
import { isProduction, type Rule, server } from './rule.ts'

const emptyNames = /^(utils?|helpers?|common|shared|lib|misc|types|constants|services)$/

/** Names that several folders of the server have on purpose: the files that every platform has, and indexes. */
const repeatedNames = [
  'index',
  'connector',
  'platform',
  'protocol',
  'quota',
  'report',
  'rows',
  'wire',
  'catalogues',
  'oauth',
  'oauthTokens',
  'discovery',
  'errors',
  'version',
]

const isPart = new RegExp(`^${server}/operations/[^/]+/[^/]+/`)

export const nameRules: readonly Rule[] = [
  {
    says: 'the root of the server holds at most six files',
    broken(files) {
      const atRoot = files
        .map(({ path }) => path)
        .filter((path) => new RegExp(`^${server}/[^/]+$`).test(path))
      return atRoot.length > 6 ? atRoot : []
    },
    breaking: [
      Object.fromEntries(['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => [`${server}/${name}.ts`, ''])),
    ],
  },
  {
    says: 'no two files of the server have the same name',
    broken: (files) =>
      twins(
        files
          .map(({ path }) => path)
          // The parts of one operation are named within it.
          .filter((path) => path.startsWith(server) && isProduction(path) && !isPart.test(path)),
        new Set([...repeatedNames, ...operationNames.map((name) => name.split('/')[1] ?? '')]),
      ),
    breaking: [{ [`${server}/base/memory.ts`]: '', [`${server}/guard/memory.ts`]: '' }],
    keeping: [
      { [`${server}/platforms/pro/connector.ts`]: '', [`${server}/platforms/social/connector.ts`]: '' },
      {
        [`${server}/operations/search/edit_campaign.ts`]: '',
        [`${server}/operations/social/edit_campaign.ts`]: '',
      },
    ],
  },
  {
    says: 'no file or folder has a name that says nothing',
    broken: (files) =>
      files
        .map(({ path }) => path)
        .filter((path) => path.split('/').some((part) => emptyNames.test(part.split('.', 1)[0] ?? ''))),
    breaking: [{ [`${server}/utils.ts`]: '' }, { 'test/shared/postgres.ts': '' }, { 'test/types.d.ts': '' }],
  },
]

/** Files of one name in several folders; tests are named after what they test. */
function twins(paths: readonly string[], mayRepeat: ReadonlySet<string>): string[] {
  const byName = Map.groupBy(paths, (path) => posix.basename(path, '.ts'))
  return [...byName]
    .filter(([name, found]) => found.length > 1 && !mayRepeat.has(name))
    .map(([name, found]) => `${name}: ${found.join(', ')}`)
}
