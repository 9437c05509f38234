// Lists every promise about reliability with its proof. `npm run prove` runs the proofs, and
// docs/reliability.md lists them.

import { callerProofs } from './callerProofs.ts'
import { databaseProofs } from './databaseProofs.ts'
import type { Database, Proof } from './proof.ts'

export type { Database, Proof } from './proof.ts'

// By default, the suite runs a proof on the first of its databases. `npm run prove` runs the proof on all of
// them.
const both: readonly Database[] = ['sqlite', 'postgres']
const bothPostgresFirst: readonly Database[] = ['postgres', 'sqlite']

export const proofs: readonly Proof[] = [
  {
    id: 'T1',
    name: 'kills',
    promise:
      'Whenever processes are killed, every campaign is made once, and every caller who repeats a request under its key gets one answer for good.',
    file: 'test/chaos/kills.test.ts',
    databases: both,
    suiteDatabases: both,
    longForm:
      '2,000 creations on all three platforms by eight callers while processes are killed at random (two processes and 200 kills on PostgreSQL, one process and 40 kills on SQLite); then 20 times six chosen points of each creation, with a clock that jumps by an hour. How long the longest took to be settled after a restart holds the 50 seconds in which a platform may still carry out a creation that adrail did not find: only then does adrail resend it. A process that goes on with a write may be killed as well. Each such kill adds the 45 seconds of the lease, after which another process takes the write over.',
  },
  {
    id: 'T2',
    name: 'lostAnswers',
    promise:
      'An answer that the platform loses after it acted neither makes anything twice nor lets it be called a failure.',
    file: 'test/chaos/lostAnswers',
    databases: both,
    longForm:
      '1,000 creations, a third on each platform; on the search platform three in ten changing calls lose their answer after the effect, on the others something goes wrong with three in ten creations, at the effect or after it.',
  },
  {
    id: 'T3',
    name: 'sameKey',
    promise:
      'Requests with the same idempotency key have one effect, however many come at once and wherever; a key with another body is refused, and equal requests without a key that meet are one.',
    file: 'test/chaos/oneWriter.test.ts',
    databases: ['postgres'],
    longForm:
      '200 keys, 50 requests each at once over two processes, then each key with another body; 100 equal pairs without a key.',
  },
  {
    id: 'T4',
    name: 'standstill',
    promise: 'A process that stood still and lost its turn writes nothing when it wakes up.',
    file: 'test/chaos/oneWriter.test.ts',
    databases: ['postgres'],
    longForm:
      '50 times a process is stopped in the middle of a write, another one finishes it, and the first one is woken.',
  },
  {
    id: 'T5',
    name: 'edits',
    promise:
      'Edits of a campaign are applied in the order in which they were accepted, and do not overwrite what somebody else changed while their own outcome was unknown.',
    file: 'test/chaos/edits.test.ts',
    databases: bothPostgresFirst,
    longForm:
      '1,000 edits of 20 campaigns, two at a time each, three in ten with their answer lost after the effect, 38 kills, and 50 changes by somebody else.',
  },
  {
    id: 'T6',
    name: 'tokens',
    promise:
      'A token that has expired is refreshed once for all callers of all processes, also where the platform replaces refresh tokens; a process that dies meanwhile delays that, and breaks no link.',
    file: 'test/chaos/tokens.test.ts',
    databases: ['postgres'],
    longForm:
      '50 rounds of 400 callers over two processes, each with an expired token; the same with refresh tokens that are replaced; ten kills in the middle of a refresh.',
  },
  {
    id: 'T7',
    name: 'faultyReads',
    promise:
      'Where a platform fails three calls in ten, 99 in 100 reads succeed all the same, for half as many calls again at most.',
    file: 'test/chaos/upstreamTrouble.test.ts',
    databases: ['sqlite'],
    longForm:
      '5,000 reads by eight readers; of the calls 10 in 100 are answered with an error, 10 are cut off and 10 hang for a second.',
  },
  {
    id: 'T8',
    name: 'outage',
    promise:
      'A platform that is away is hardly asked, callers are told at once, and it is used again within seconds of its return.',
    file: 'test/chaos/upstreamTrouble.test.ts',
    databases: ['sqlite'],
    longForm: '200 requests a second for 60 seconds to a platform that cuts every connection.',
  },
  {
    id: 'T9',
    name: 'databaseRestarts',
    promise:
      'When PostgreSQL restarts or falls down, nothing that was acknowledged is lost, callers are told to come back, and processes go on by themselves.',
    file: 'test/chaos/databaseRestarts.test.ts',
    databases: ['postgres'],
    longForm:
      'ten restarts, every other one without a word, under eight callers that write through two processes.',
  },
  {
    id: 'T10',
    name: 'durability',
    promise:
      'What was acknowledged outlives the process, however it ends; a data folder is served by one process, and is never blocked by one that died.',
    file: 'test/chaos/durability.test.ts',
    databases: both,
    longForm:
      '40 kills and 40 stops under eight callers that write; 50 second processes on a folder that is served.',
  },
  {
    id: 'T11',
    name: 'diskFull',
    promise:
      'On a full disk nothing leaves that is not written down, callers are told, and what was under way is finished once there is room.',
    file: 'test/chaos/diskFull.test.ts',
    databases: ['sqlite'],
    longForm:
      'ten times the disk fills up between the effect of a write and its record, with 50 writes each.',
  },
  {
    id: 'T20',
    name: 'rollingStops',
    promise:
      'Processes that are told to stop one after the other, behind a balancer that asks whether they are ready, fail no request.',
    file: 'test/chaos/rollingStops.test.ts',
    databases: ['postgres'],
    longForm: '100 stops under eight callers who read, make users and write at a platform.',
  },
  {
    id: 'T21',
    name: 'clocks',
    promise:
      'Processes whose clocks are wrong by ten minutes, and jump by an hour, still do each key once, refresh a token once and forget no key early.',
    file: 'test/chaos/clocks.test.ts',
    databases: ['postgres'],
    longForm:
      '40 jumps, each with ten equal requests over two processes and a hundred callers with an expired token.',
  },
  {
    id: 'T38',
    name: 'skewedClocks',
    promise:
      'Processes whose clocks are wrong by ten minutes or a day, beside one whose clock is right, create everything once, report no false failure and leave nothing open, whichever response is lost and whichever process is killed; they are not ready.',
    file: 'test/chaos/skewedClocks.test.ts',
    databases: ['postgres'],
    longForm:
      '10 rounds with four processes whose clocks are 10 minutes and a day ahead and behind (libfaketime): every kind of creation with a lost response in each, then killed in the middle of every kind, then the right process is killed and those with wrong clocks take over. Afterwards processes stand still or are killed in the middle of every kind, and others take over when the leases have expired.',
  },
  {
    id: 'T39',
    name: 'wrongDate',
    promise:
      'A process whose date is 27 hours or 32 days ahead deletes nothing that others need: limits hold, and every idempotency key is remembered.',
    file: 'test/chaos/wrongDate.test.ts',
    databases: ['postgres'],
    longForm:
      '60 creations under a limit of 60 an hour, then five times a process 27 hours ahead and one 32 days ahead (libfaketime) that delete old rows beside a right one. All rows of all tables are compared; the first time, the comparison waits until each process has also pruned leads, links and lookups.',
  },
  {
    id: 'T28',
    name: 'model',
    promise:
      'Whatever processes, platform and database do, a write happens once or not at all, is answered one way, and is recorded.',
    file: 'packages/server/src/journal/model.test.ts',
    databases: ['sqlite'],
    longForm:
      '10,000 random lives of three processes that die, stand still or lose their database at any point, against a model of what a caller may be told.',
  },
  {
    id: 'T29',
    name: 'webhooks',
    promise:
      'Every event reaches every endpoint at least once, under one id and correctly signed, whoever refuses it and whichever process dies.',
    file: 'test/chaos/webhooks.test.ts',
    databases: both,
    longForm:
      '10,000 events to two endpoints that refuse or cut off half of what comes, and 20 kills; verified with the reference library of the standard.',
  },
  {
    id: 'T31',
    name: 'takeover',
    promise:
      'What a killed process had in hand, of whichever kind, is taken over by another one, and nothing of it is done twice.',
    file: 'test/chaos/takeover.test.ts',
    databases: ['postgres'],
    longForm:
      'a process is killed with a write, a message, a token, leads and an account in hand; leases end by themselves, and how long each kind took is told.',
  },
  {
    id: 'T32',
    name: 'limits',
    promise: 'The limit of a key holds over all processes together, to 2 in a hundred.',
    file: 'test/chaos/limits.test.ts',
    databases: ['postgres'],
    longForm: 'two and then four processes, each asked by two callers without pause for 20 seconds.',
  },
  {
    id: 'T33',
    name: 'leads',
    promise: 'Each lead is given once and in order, whatever is killed, lost, repeated and linked anew.',
    file: 'test/chaos/leads.test.ts',
    databases: both,
    longForm:
      '5,000 leads on three platforms, a third of them announced by nobody, a third three times, with 6 kills and new links.',
  },
  {
    id: 'T34',
    name: 'events',
    promise:
      'A reader who keeps its cursor gets every event once and in order, whatever is killed meanwhile.',
    file: 'test/chaos/events.test.ts',
    databases: bothPostgresFirst,
    longForm: '20 kills under six callers who make events and one who reads them.',
  },
  {
    id: 'T35',
    name: 'leaving',
    promise:
      'A write that a dead process left open is settled on the account that it was planned for, and touches no other, although its user has linked another one, unlinked or left.',
    file: 'packages/server/src/journal/leaving.test.ts',
    databases: ['postgres'],
    longForm:
      '60 kills with three writes open each, whose users leave in one of three ways before they are settled.',
  },
  {
    id: 'T45',
    name: 'settings',
    promise:
      'Of two changes of a workspace that are acknowledged at the same time neither is lost: limits, approval rules, freezes, brand, redirect addresses, keys, users and webhook endpoints.',
    file: 'test/chaos/settings.test.ts',
    databases: bothPostgresFirst,
    longForm:
      '60 rounds of each of 14 pairs of changes, on two processes (PostgreSQL) or on one process beside the admin command line (SQLite).',
  },
  {
    id: 'T46',
    name: 'identifiers',
    promise:
      'An id has one spelling. With zeros, signs, blanks, other letters or other digits it is refused, and reaches no guard, queue or platform as another object.',
    file: 'test/chaos/identifiers.test.ts',
    databases: both,
    longForm: '500 spellings of each id of each operation.',
  },
  ...databaseProofs,
  ...callerProofs,
]

/** Returns the proofs with these ids or names, ignoring case. Without names, returns all proofs. */
export function findProofs(requestedNames: readonly string[]): readonly Proof[] {
  const findByName = (query: string) =>
    proofs.filter(({ id, name }) => [id, name].some((value) => value.toLowerCase() === query.toLowerCase()))
  const unknownNames = requestedNames.filter((word) => findByName(word).length === 0)
  if (unknownNames.length > 0)
    throw new Error(
      `There is no proof called ${unknownNames.map((word) => `"${word}"`).join(' or ')}. \`npm run prove -- --list\` names them.`,
    )
  return requestedNames.length === 0 ? proofs : [...new Set(requestedNames.flatMap(findByName))]
}
