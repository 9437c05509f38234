// Mutants of the database, its clock, the network to the database, settings and identifiers.

import { type Mutant, proofCatcher, suiteCatcher } from './mutant.ts'

export const databaseMutants: readonly Mutant[] = [
  {
    name: 'clockOfTheMachine',
    breaks: 'A process uses its own clock instead of the clock of the database.',
    file: 'packages/server/src/app.ts',
    find: 'const runtime: Runtime = databaseClock ? { ...machine, now: databaseClock.now } : machine',
    replace: 'const runtime: Runtime = machine',
    caughtBy: [
      proofCatcher('T38', 'processes whose clocks are wrong by minutes or days'),
      proofCatcher('T39', 'processes whose date is 27 hours or 32 days ahead'),
    ],
  },
  {
    name: 'markerAtRandom',
    breaks:
      'A retry has another marker, so adrail does not recognize the object of a write that the database lost.',
    file: 'packages/server/src/journal/markers.ts',
    find: ': derive(write, toPeriod(write.at)),',
    replace: `: runtime.randomBytes(markerBytes).toString('hex'),`,
    caughtBy: [proofCatcher('T40', 'with asynchronous replication reports the lost writes')],
  },
  {
    name: 'readyWithWrongClock',
    breaks: 'A process whose clock is wrong is ready.',
    file: 'packages/server/src/http/health.ts',
    find: '.then(() => status.findClockProblem())',
    replace: '.then((): string | undefined => undefined)',
    caughtBy: [proofCatcher('T38', 'processes whose clocks are wrong by minutes or days')],
  },
  {
    name: 'creationRefusedAfterFailover',
    breaks:
      'After a failover, adrail refuses a creation whose object it does not find, and does not send it.',
    file: 'packages/server/src/journal/execution/stepRun.ts',
    find: "if (result.state === 'not_done') this.#write.lostAt = undefined",
    replace:
      "if (result.state === 'not_done' && lostAt) return { kind: 'reconciled', result: { state: 'conflict' }, startedAt }",
    caughtBy: [proofCatcher('T40', 'with synchronous replication loses no acknowledged creation')],
  },
  {
    name: 'networkErrorIsInternal',
    breaks:
      'A connection to the database that fails because of the network is reported as an internal error.',
    file: 'packages/server/src/store/failures.ts',
    find: 'unreachableCodes.has(text) ||',
    replace: '',
    caughtBy: [proofCatcher('T41', 'a process that is cut off from its database returns 503')],
  },
  {
    name: 'transactionsWithoutLimits',
    breaks: 'Through PgBouncer, a transaction of several statements has no time limits.',
    file: 'packages/server/src/store/pooler.ts',
    find: '.test(text)) return begin(text)',
    replace: '.test(text)) return (isInTransaction = true), client.query<unknown>(text, [])',
    caughtBy: [proofCatcher('T42', 'applies both time limits in every transaction')],
  },
  {
    name: 'readinessWithoutTimeout',
    breaks: '`/readyz` does not respond while the database hangs.',
    file: 'packages/server/src/http/health.ts',
    find: 'const checkTimeoutMs = 4000',
    replace: 'const checkTimeoutMs = 400_000',
    caughtBy: [proofCatcher('T43', 'while PostgreSQL hangs, /readyz fails first')],
  },
  {
    name: 'readinessTooLate',
    breaks: 'While the database hangs, `/readyz` responds after six seconds.',
    file: 'packages/server/src/http/health.ts',
    find: 'const checkTimeoutMs = 4000',
    replace: 'const checkTimeoutMs = 6000',
    caughtBy: [
      suiteCatcher(
        'packages/server/src/store/readiness.test.ts',
        '/readyz returns 503 after 5 seconds',
        'postgres',
      ),
    ],
  },
  {
    name: 'quadraticHeader',
    breaks: 'The time to read a request header grows with the square of its length.',
    file: 'packages/server/src/http/cachedDocument.ts',
    find: 'const codings = header',
    replace: String.raw`const codings = header.replace(/\s+$/, '')`,
    caughtBy: [proofCatcher('T44', 'keeps the event loop busy for more than 50 ms')],
  },
  {
    name: 'settingsWithoutLock',
    breaks: 'Two changes of settings at the same time overwrite each other.',
    file: 'packages/server/src/workspace/settings.ts',
    find: 'await lockSpendHead(transaction, store.clock, workspaceId)',
    replace: '',
    caughtBy: [proofCatcher('T45', 'two concurrent changes of a workspace')],
  },
  {
    name: 'createdKeyWithoutLock',
    breaks:
      'A key that is created while its creator is limited or revoked has no limits, or outlives the creator.',
    file: 'packages/server/src/workspace/keyLifecycle.ts',
    find: 'await lockSpendHead(transaction, store.clock, request.workspaceId)',
    replace: '',
    caughtBy: [proofCatcher('T45', 'two concurrent changes of a workspace', { database: 'postgres' })],
  },
  {
    name: 'creatorNotChecked',
    breaks: 'A key that was revoked while its request ran creates another key.',
    file: 'packages/server/src/workspace/keyLifecycle.ts',
    find: 'if (key?.workspace_id !== workspaceId || !isValidKey(key, runtime.now()))',
    replace: 'if (key === undefined)',
    caughtBy: [proofCatcher('T45', 'two concurrent changes of a workspace', { database: 'postgres' })],
  },
  {
    name: 'leadingZerosAccepted',
    breaks: 'An id with leading zeros is accepted as another id.',
    file: 'packages/contract/src/values.ts',
    find: `upstreamIdPattern = '[1-9][0-9]{0,19}'`,
    replace: `upstreamIdPattern = '[0-9]{1,20}'`,
    caughtBy: [proofCatcher('T46', 'refuses every other spelling of')],
  },
]
