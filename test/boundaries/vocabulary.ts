// These rules restrict names and comments to the words of docs/glossary.md. They catch unmistakable words only.
// A review catches the rest.

import { operationNames } from '@adrail/contract'
import { getPackageName, type Rule, server } from './rule.ts'

/**
 * Words that have too many meanings to name anything. The glossary lists the term of art for each meaning.
 * `says` is missing because it is a field of the API.
 */
const vagueWords = new Set(
  `amiss asked asks beside forgets forgotten garbled heal healed heals hear heard hears hundredths hurry lane lanes
  looked looks mend mended mends nobody occasion rehearse rehearsed rehearses room rooms said seal sealed
  seals settle settled settles somebody speak speaks surroundings takeback tell tells told whatever whoever`
    .split(/\s+/)
    .filter(Boolean),
)

/** Say `max` and `min`. Elsewhere in a name, as in `atMost`, these words are clear. */
const vagueFirstWords = new Set(['most', 'least'])

const vaguePhrases = new RegExp(
  String.raw`\b(${[
    'is told|are told|was told|were told|tells|told',
    'says|said to|says so',
    'whoever|whatever|somebody|nobody',
    'settles?|settled|mends?|mended|heals?|healed|amiss|garbled',
    'by itself|by themselves|of its own accord',
    'takes? (it )?back|taken back|gives? back|given back',
    'looks? (at|for|like)|looked (at|for|like)|hurr(y|ies)',
    'under way|goes on|as above|lets go',
    'the house|the door|beside',
  ].join('|')})\b`,
  'i',
)

/** Names that callers, saved states or databases rely on. They never change. */
const publicNames: ReadonlySet<string> = new Set([
  ...operationNames.map((name) => name.split('/')[1] ?? ''),
  // Parameters of the sandbox's simulations, and a column of its seed data.
  'mostElements',
  'mostValues',
  'mostCallToAction',
])

/** The comments of these files are descriptions from the contract, which are strings there. */
const generatedPaths = ['packages/client/src/groups.ts', 'packages/client/src/operations.ts']

const tablesPath = `${server}/store/tables.ts`

export const vocabularyRules: readonly Rule[] = [
  {
    description: 'no package exports the same name from two files',
    violations(files) {
      const exports = files
        .filter(({ path }) => getPackageName(path) !== '')
        .flatMap(({ path, exportedNames }) => exportedNames.map((name) => ({ path, name })))
        .filter(({ name }) => !publicNames.has(name))
      return [...Map.groupBy(exports, ({ path, name }) => `${getPackageName(path)} exports ${name}`)]
        .filter(([, duplicates]) => duplicates.length > 1)
        .map(([name, duplicates]) => `${name} from ${duplicates.map(({ path }) => path).join(' and ')}`)
    },
    violating: [
      {
        'packages/server/src/store/users.ts': 'export interface Page {}',
        'packages/server/src/leads/read.ts': 'export type Page = string',
      },
      {
        'packages/cli/src/a.ts': 'export const first = 1, second = 2',
        'packages/cli/src/b.ts': 'export function second() {}',
      },
    ],
    conforming: [
      {
        'packages/server/src/store/users.ts': 'export interface Page {}',
        'packages/sandbox/src/core/paging.ts': 'export interface Page {}',
      },
      {
        'packages/server/src/store/users.ts': 'export interface Page {}',
        'packages/server/src/store/index.ts': "export type { Page } from './users.ts'",
      },
      {
        'packages/contract/src/money.ts': 'export const Money = schema()\nexport type Money = typeof Money',
      },
    ],
  },
  {
    description: 'no declared name contains a vague word',
    violations(files) {
      const columns = new Set(
        files
          .filter(({ path }) => path === tablesPath)
          .flatMap(({ declarations }) => declarations.map(({ name }) => name)),
      )
      return files
        .filter(({ path }) => !isMigration(path))
        .flatMap(({ path, declarations }) =>
          declarations
            .filter(({ name }) => isVague(name) && !publicNames.has(name) && !columns.has(name))
            .map(({ line, name }) => `${path}:${line} declares ${name}`),
        )
    },
    violating: [
      { 'test/a.ts': 'const toldWebhooks = 1' },
      { 'test/a.ts': 'function settle() {}' },
      { 'test/a.ts': 'const f = ({ a: [looks] }, ...mostRows) => 1' },
      { 'test/a.ts': 'interface Limits { leastAmount: number; readonly row_room: string; told(): void }' },
      { 'test/a.ts': 'class Queue { hurry() {} }' },
    ],
    conforming: [
      { 'test/a.ts': "const settings = { told: 'a property of a literal has a declared type' }" },
      { [tablesPath]: 'interface Webhooks { told: number }', 'test/a.ts': 'function f(told) {}' },
      { [`${server}/store/migrations/0001_first.ts`]: 'const toldAddresses = 1' },
      { 'test/a.ts': 'const atMost = 1, chatroom = 2, resettled = 3' },
    ],
  },
  {
    description: 'no comment contains a vague phrase',
    violations: (files) =>
      files
        .filter(({ path }) => !generatedPaths.includes(path) && !isMigration(path))
        .flatMap(({ path, comments }) =>
          comments.flatMap(({ line, text }) => {
            const phrase = findVaguePhrase(text)
            return phrase === undefined ? [] : [`${path}:${line} says '${phrase}'`]
          }),
        ),
    violating: [
      { 'test/a.ts': '// Whoever asks is told.' },
      { 'test/a.ts': '/** The lease is taken\n * back. */\nconst a = 1' },
      { 'test/a.ts': '// The lease is taken\n// back.' },
    ],
    conforming: [
      { 'test/a.ts': "const text = 'the page says so'" },
      { 'test/a.ts': '// The platform returns "nobody said so" here.' },
    ],
  },
]

/** A released migration never changes, including its names. */
function isMigration(path: string): boolean {
  return path.startsWith(`${server}/store/migrations/`)
}

/** Returns the first vague phrase of a text. Quotations of code and of platforms do not count. */
export function findVaguePhrase(text: string): string | undefined {
  return vaguePhrases.exec(text.replace(/`[^`]*`|"[^"]*"/g, ''))?.[0]
}

function isVague(name: string): boolean {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
  return vagueFirstWords.has(words[0] ?? '') || words.some((word) => vagueWords.has(word))
}
