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
      'When processes are killed at any time, adrail creates every campaign exactly once, and every retry with the same key gets one final response.',
    file: 'test/chaos/kills.test.ts',
    databases: both,
    suiteDatabases: both,
    longForm:
      '2,000 creations on all three platforms by eight callers while processes are killed at random (two processes and 200 kills on PostgreSQL, one process and 40 kills on SQLite). Then 20 times six chosen points of each creation, with a clock that jumps by an hour. The longest time from a restart to an outcome includes the 50 seconds in which a platform may still execute a creation that adrail did not find: only then does adrail resend the creation. If the process that resumes a write is killed as well, the 45 seconds of its lease pass before another process takes over.',
  },
  {
    id: 'T2',
    name: 'lostAnswers',
    promise:
      'If the platform executes a call and its response is lost, adrail neither executes the call twice nor reports a failure.',
    file: 'test/chaos/lostAnswers',
    databases: both,
    longForm:
      '1,000 creations, a third on each platform. On Google Ads, three in ten changing calls lose their response after the effect. On Meta and LinkedIn, three in ten creations meet a fault, before or after the effect.',
  },
  {
    id: 'T3',
    name: 'sameKey',
    promise:
      'Requests with the same idempotency key have one effect, regardless of their number and of the process that receives them. adrail refuses the key with another body. Equal concurrent requests without a key have one effect.',
    file: 'test/chaos/oneWriter.test.ts',
    databases: ['postgres'],
    longForm:
      '200 keys with 50 concurrent requests each, over two processes. Then each key with another body, and 100 pairs of equal requests without a key.',
  },
  {
    id: 'T4',
    name: 'standstill',
    promise: 'A process that stalls and loses its lease writes nothing when it resumes.',
    file: 'test/chaos/oneWriter.test.ts',
    databases: ['postgres'],
    longForm:
      '50 times, a process is stopped in the middle of a write, another process finishes the write, and the first process is resumed.',
  },
  {
    id: 'T5',
    name: 'edits',
    promise:
      'adrail applies edits of a campaign in the order in which it accepted them, and does not overwrite a change by someone else while the outcome of an edit is unknown.',
    file: 'test/chaos/edits.test.ts',
    databases: bothPostgresFirst,
    longForm:
      '1,000 edits of 20 campaigns, two at a time for each campaign. Three in ten edits lose their response after the effect. 38 kills, and 50 changes by someone else.',
  },
  {
    id: 'T6',
    name: 'tokens',
    promise:
      'adrail refreshes an expired token once for all callers of all processes, also if the platform replaces refresh tokens. A process that dies during a refresh delays the refresh, and breaks no connection.',
    file: 'test/chaos/tokens.test.ts',
    databases: ['postgres'],
    longForm:
      '50 rounds of 400 callers over two processes, each with an expired token. The same with refresh tokens that the platform replaces. Ten kills in the middle of a refresh.',
  },
  {
    id: 'T7',
    name: 'faultyReads',
    promise:
      'If a platform fails three calls in ten, 99 of 100 reads still succeed, with at most half as many additional calls.',
    file: 'test/chaos/upstreamTrouble.test.ts',
    databases: ['sqlite'],
    longForm:
      '5,000 reads by eight readers. Of 100 calls, 10 return an error, 10 are cut off, and 10 hang for a second.',
  },
  {
    id: 'T8',
    name: 'outage',
    promise:
      'adrail sends hardly any calls to a platform that is down, callers get an error at once, and adrail uses the platform again within seconds of its recovery.',
    file: 'test/chaos/upstreamTrouble.test.ts',
    databases: ['sqlite'],
    longForm: '200 requests a second for 60 seconds to a platform that cuts every connection.',
  },
  {
    id: 'T9',
    name: 'databaseRestarts',
    promise:
      'If PostgreSQL restarts or crashes, no acknowledged change is lost, responses state when to retry, and processes resume automatically.',
    file: 'test/chaos/databaseRestarts.test.ts',
    databases: ['postgres'],
    longForm:
      'Ten restarts, every second one without a shutdown, under eight callers that write through two processes.',
  },
  {
    id: 'T10',
    name: 'durability',
    promise:
      'An acknowledged change survives the end of its process, regardless of how the process ends. One process serves a data folder, and a dead process never blocks the folder.',
    file: 'test/chaos/durability.test.ts',
    databases: both,
    longForm:
      '40 kills and 40 stops under eight callers that write. 50 attempts to start a second process on the same folder.',
  },
  {
    id: 'T11',
    name: 'diskFull',
    promise:
      'On a full disk, adrail sends nothing that it has not recorded, and callers get an error. adrail finishes the writes in progress when the disk has space.',
    file: 'test/chaos/diskFull.test.ts',
    databases: ['sqlite'],
    longForm:
      'Ten times, the disk fills up between the effect of a write and its record, with 50 writes each.',
  },
  {
    id: 'T20',
    name: 'rollingStops',
    promise:
      'If processes stop one after another behind a load balancer that checks their readiness, no request fails.',
    file: 'test/chaos/rollingStops.test.ts',
    databases: ['postgres'],
    longForm: '100 stops under eight callers that read, create users and write at a platform.',
  },
  {
    id: 'T21',
    name: 'clocks',
    promise:
      'Processes whose clocks are wrong by ten minutes and jump by an hour still execute each key once, refresh a token once, and delete no key early.',
    file: 'test/chaos/clocks.test.ts',
    databases: ['postgres'],
    longForm:
      '40 jumps, each with ten equal requests over two processes and a hundred callers with an expired token.',
  },
  {
    id: 'T38',
    name: 'skewedClocks',
    promise:
      'Processes whose clocks are wrong by ten minutes or a day, next to a process with a correct clock, create every object once, report no false failure and leave no write open. This holds for every lost response and every killed process. Processes with wrong clocks are not ready.',
    file: 'test/chaos/skewedClocks.test.ts',
    databases: ['postgres'],
    longForm:
      '10 rounds with four processes whose clocks are 10 minutes and a day ahead and behind (libfaketime). Each round has every kind of creation with a lost response, and kills in the middle of every kind. Then the process with the correct clock is killed, and the others take over. Afterwards, processes stall or are killed in the middle of every kind, and others take over when the leases have expired.',
  },
  {
    id: 'T39',
    name: 'wrongDate',
    promise:
      'A process whose date is 27 hours or 32 days ahead deletes nothing that other processes need: limits remain effective, and every idempotency key remains stored.',
    file: 'test/chaos/wrongDate.test.ts',
    databases: ['postgres'],
    longForm:
      '60 creations under a limit of 60 an hour. Then five times a process 27 hours ahead and a process 32 days ahead (libfaketime) that delete old rows next to a correct process. All rows of all tables are compared. The first comparison waits until each process has also pruned leads, links and lookups.',
  },
  {
    id: 'T28',
    name: 'model',
    promise:
      'Regardless of failures of processes, platform and database, a write has one effect or none, returns one response, and is recorded.',
    file: 'packages/server/src/journal/model.test.ts',
    databases: ['sqlite'],
    longForm:
      '10,000 random histories of three processes that die, stall or lose their database at any point, against a model of the responses that a caller may get.',
  },
  {
    id: 'T29',
    name: 'webhooks',
    promise:
      'Every event reaches every endpoint at least once, with one id and a correct signature, regardless of endpoints that refuse and of processes that die.',
    file: 'test/chaos/webhooks.test.ts',
    databases: both,
    longForm:
      '10,000 events to two endpoints that refuse or cut off half of the messages, and 20 kills. The reference library of the standard verifies the signatures.',
  },
  {
    id: 'T31',
    name: 'takeover',
    promise:
      'Another process takes over all tasks of a killed process, of every kind, and executes no task twice.',
    file: 'test/chaos/takeover.test.ts',
    databases: ['postgres'],
    longForm:
      'A process is killed with a write, a message, a token, leads and an account in progress. The leases expire, and the proof reports the time that each kind took.',
  },
  {
    id: 'T32',
    name: 'limits',
    promise: 'The rate limit of a key applies to all processes together, within 2%.',
    file: 'test/chaos/limits.test.ts',
    databases: ['postgres'],
    longForm:
      'Two and then four processes, each with two callers that send requests without pause for 20 seconds.',
  },
  {
    id: 'T33',
    name: 'leads',
    promise:
      'adrail returns each lead once and in order, regardless of kills, lost responses, repeated announcements and new links.',
    file: 'test/chaos/leads.test.ts',
    databases: both,
    longForm:
      '5,000 leads on three platforms, a third of them without an announcement and a third with three, with 6 kills and new links.',
  },
  {
    id: 'T34',
    name: 'events',
    promise: 'A reader that keeps its cursor gets every event once and in order, regardless of kills.',
    file: 'test/chaos/events.test.ts',
    databases: bothPostgresFirst,
    longForm: '20 kills under six callers that cause events and one that reads them.',
  },
  {
    id: 'T35',
    name: 'leaving',
    promise:
      'adrail finishes a write of a dead process on the account for which it was planned, and on no other, even if its user has linked another account, was unlinked or was deleted.',
    file: 'packages/server/src/journal/leaving.test.ts',
    databases: ['postgres'],
    longForm:
      '60 kills with three open writes each, whose users leave in one of three ways before the writes end.',
  },
  {
    id: 'T45',
    name: 'settings',
    promise:
      'Of two changes of a workspace that adrail acknowledges at the same time, neither is lost: limits, approval rules, freezes, brand, redirect URIs, keys, users and webhook endpoints.',
    file: 'test/chaos/settings.test.ts',
    databases: bothPostgresFirst,
    longForm:
      '60 rounds of each of 14 pairs of changes, on two processes (PostgreSQL) or on one process next to the admin command line (SQLite).',
  },
  {
    id: 'T46',
    name: 'identifiers',
    promise:
      'An id has one spelling. With additional zeros, signs, spaces, other letters or other digits, adrail refuses the id, and no guard, queue or platform treats it as another object.',
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
      `No proof is called ${unknownNames.map((word) => `"${word}"`).join(' or ')}. \`npm run prove -- --list\` lists the proofs.`,
    )
  return requestedNames.length === 0 ? proofs : [...new Set(requestedNames.flatMap(findByName))]
}
