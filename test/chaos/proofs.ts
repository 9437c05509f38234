// Every promise of reliability with the proof that holds it. `npm run prove` runs them, docs/reliability.md lists them.

export type Database = 'sqlite' | 'postgres'

export interface Proof {
  readonly id: `T${number}`
  readonly name: string
  /** What a user may rely on. */
  readonly promise: string
  /** A test or a folder of tests, from the root of the repository. */
  readonly file: string
  readonly databases: readonly Database[]
  /** What the long form does. */
  readonly long: string
}

const both: readonly Database[] = ['sqlite', 'postgres']

export const proofs: readonly Proof[] = [
  {
    id: 'T1',
    name: 'kills',
    promise:
      'Whenever processes are killed, every campaign is made once, and every caller who repeats a request under its key gets one answer for good.',
    file: 'test/chaos/kills.test.ts',
    databases: both,
    long: '2,000 creations on all three platforms by eight callers while processes are killed at random (two processes and 200 kills on PostgreSQL, one process and 40 kills on SQLite); then 20 times six chosen points of each creation, with a clock that jumps by an hour.',
  },
  {
    id: 'T2',
    name: 'lostAnswers',
    promise:
      'An answer that the platform loses after it acted neither makes anything twice nor lets it be called a failure.',
    file: 'test/chaos/lostAnswers',
    databases: both,
    long: '1,000 creations, a third on each platform; on the search platform three in ten changing calls lose their answer after the effect, on the others something goes wrong with three in ten creations, at the effect or after it.',
  },
  {
    id: 'T3',
    name: 'sameKey',
    promise:
      'Requests with the same idempotency key have one effect, however many come at once and wherever; a key with another body is refused, and equal requests without a key that meet are one.',
    file: 'test/chaos/oneWriter.test.ts',
    databases: ['postgres'],
    long: '200 keys, 50 requests each at once over two processes, then each key with another body; 100 equal pairs without a key.',
  },
  {
    id: 'T4',
    name: 'standstill',
    promise: 'A process that stood still and lost its turn writes nothing when it wakes up.',
    file: 'test/chaos/oneWriter.test.ts',
    databases: ['postgres'],
    long: '50 times a process is stopped in the middle of a write, another one finishes it, and the first one is woken.',
  },
  {
    id: 'T9',
    name: 'databaseRestarts',
    promise:
      'When PostgreSQL restarts or falls down, nothing that was acknowledged is lost, callers are told to come back, and processes go on by themselves.',
    file: 'test/chaos/databaseRestarts.test.ts',
    databases: ['postgres'],
    long: 'ten restarts, every other one without a word, under eight callers that write through two processes.',
  },
  {
    id: 'T28',
    name: 'model',
    promise:
      'Whatever processes, platform and database do, a write happens once or not at all, is answered one way, and is recorded.',
    file: 'packages/server/src/journal/model.test.ts',
    databases: ['sqlite'],
    long: '10,000 random lives of three processes that die, stand still or lose their database at any point, against a model of what a caller may be told.',
  },
  {
    id: 'T32',
    name: 'limits',
    promise: 'The limit of a key holds over all processes together, to 2 in a hundred.',
    file: 'test/chaos/limits.test.ts',
    databases: ['postgres'],
    long: 'two and then four processes, each asked by two callers without pause for 20 seconds.',
  },
]

/** Those that are asked for, by id or name in any case; who asks for none means all. */
export function proofsNamed(words: readonly string[]): readonly Proof[] {
  const named = (word: string) =>
    proofs.filter(({ id, name }) => [id, name].some((known) => known.toLowerCase() === word.toLowerCase()))
  const unknown = words.filter((word) => named(word).length === 0)
  if (unknown.length > 0)
    throw new Error(
      `There is no proof called ${unknown.map((word) => `"${word}"`).join(' or ')}. \`npm run prove -- --list\` names them.`,
    )
  return words.length === 0 ? proofs : [...new Set(words.flatMap(named))]
}
