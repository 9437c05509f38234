// Mutants of the journal: leases, fences, intents, outcomes and idempotency.

import { type Mutant, proofCatcher, suiteCatcher } from './mutant.ts'

const ownershipFile = 'packages/server/src/store/entryOwnership.ts'
const executionFolder = 'packages/server/src/journal/execution'
const decisionFile = `${executionFolder}/nextAction.ts`
const intentFile = `${executionFolder}/commitIntent.ts`
const runningWriteFile = `${executionFolder}/runningWrite.ts`
const leaseFile = 'packages/server/src/journal/lease.ts'
const claimFile = 'packages/server/src/journal/claim.ts'
const journalFile = 'packages/server/src/journal/journal.ts'
const journalTest = 'packages/server/src/journal/journal.test.ts'
const quietTimeTest = 'packages/server/src/journal/visibilityDelay.test.ts'
const lateCheckTest = 'packages/server/src/journal/lateCheck.test.ts'

const chosenKills = proofCatcher('T1', 'a process killed at a chosen point')
const sameKey = proofCatcher('T3', 'execute each idempotency key once')
const standstill = proofCatcher('T4', 'prevent all writes of a suspended owner')
const model = proofCatcher('T28', 'a write has at most one effect, one final response')

export const journalMutants: readonly Mutant[] = [
  {
    name: 'updateWithoutFence',
    breaks: 'A process that lost a write still changes its row.',
    file: ownershipFile,
    find: `.where('id', '=', id).where(isFence(fence))`,
    replace: `.where('id', '=', id)`,
    caughtBy: [standstill],
  },
  {
    name: 'renewalWithoutFence',
    breaks: 'A process that lost a write renews the lease of its new owner.',
    file: ownershipFile,
    find: `      .where(isFence(lease.fence))
      .where(isLeaseValid(clock))`,
    replace: `      .where(isLeaseValid(clock))`,
    caughtBy: [standstill],
  },
  {
    name: 'sameFenceForNewOwner',
    breaks: 'A takeover does not increase the fence, so the old and the new owner have the same fence.',
    file: 'packages/server/src/store/leases.ts',
    find: 'fence: sql<number>`fence + 1`',
    replace: 'fence: sql<number>`fence + 0`',
    caughtBy: [standstill],
  },
  {
    name: 'requestAfterLease',
    breaks: 'adrail sends a request although the lease can expire before the call ends.',
    file: leaseFile,
    find: 'this.#renewedAt > sendWindowMs',
    replace: 'this.#renewedAt > 100 * sendWindowMs',
    caughtBy: [standstill, model],
  },
  {
    name: 'takeoverOfHeldWrite',
    breaks: 'A second request takes over a write that its owner still executes.',
    file: ownershipFile,
    find: `    .where(hasLeaseEnded(clock))
    .returningAll()`,
    replace: '    .returningAll()',
    caughtBy: [sameKey],
  },
  {
    name: 'otherBodyUnderKey',
    breaks: 'A key that was used with another body gets the response of that body.',
    file: claimFile,
    find: 'existingEntry.fingerprint !== fingerprint',
    replace: `existingEntry.fingerprint === ''`,
    caughtBy: [
      sameKey,
      suiteCatcher(
        journalTest,
        'fails with 422 when its idempotency key was used with another body',
        'sqlite',
      ),
    ],
  },
  {
    name: 'resendWithoutLooking',
    breaks: 'A process that takes over a write resends the write without checking whether it was executed.',
    file: decisionFile,
    find: 'if (mayBeSent || (mayBeLost && hasIntent))',
    replace: 'if (mayBeLost && hasIntent)',
    caughtBy: [chosenKills, model],
  },
  {
    name: 'intentNotWritten',
    breaks: 'adrail sends a request although no intent of its step is stored.',
    file: intentFile,
    find: `    await saveStep(transaction, row)
    if (isResend`,
    replace: '    if (isResend',
    caughtBy: [proofCatcher('T11', 'on a full disk, adrail sends no write')],
  },
  {
    name: 'lostCountsAsUnsent',
    breaks: 'A write whose response was lost counts as never sent.',
    file: leaseFile,
    find: 'throw failure && !hasSent ?',
    replace: 'throw failure ?',
    caughtBy: [
      proofCatcher('T2', 'campaigns whose responses get lost', {
        file: 'test/chaos/lostAnswers/search.test.ts',
      }),
    ],
  },
  {
    name: 'lostCountsAsRefused',
    breaks: 'A refusal counts at once, although the outcome of the earlier request is unknown.',
    file: decisionFile,
    find: 'const visibilityMs = 60_000',
    replace: 'const visibilityMs = 0',
    caughtBy: [suiteCatcher(journalTest, 'counts as refused only after a quiet time', 'sqlite')],
  },
  {
    name: 'noQueuePerCampaign',
    breaks: 'Edits of one campaign run at the same time.',
    file: claimFile,
    find: 'target: write.target(body),',
    replace: `target: undefined,`,
    caughtBy: [proofCatcher('T5', 'edits of a campaign are applied')],
  },
  {
    name: 'foreignChangeOverwritten',
    breaks: 'An edit overwrites a change that someone else made while its outcome was unknown.',
    file: 'packages/server/src/journal/plan.ts',
    find: `'not_done' : 'conflict' }`,
    replace: `'not_done' : 'not_done' }`,
    caughtBy: [proofCatcher('T5', 'edits of a campaign are applied')],
  },
  {
    name: 'noTakeover',
    breaks: 'The runner never resumes writes whose owner died.',
    file: 'packages/server/src/journal/runner.ts',
    find: 'if (this.#inFlight.size < maxConcurrent)',
    replace: 'if (this.#inFlight.size > maxConcurrent)',
    caughtBy: [proofCatcher('T31', 'takes over the work of a killed process')],
  },
  {
    name: 'resumedOnAnotherAccount',
    breaks: 'An open write of a dead process resumes on an account that its user linked later.',
    file: journalFile,
    find: 'accounts.reconnect(entry.workspaceId, entry.userId, parsePinnedConnection(entry)',
    replace: 'accounts.connect(entry.workspaceId, entry.userId, write.platform',
    caughtBy: [proofCatcher('T35', 'are found on the account they were planned for')],
  },
  {
    name: 'keyForgottenEarly',
    breaks: 'The journal deletes responses after a minute, so a retry executes the write a second time.',
    file: 'packages/server/src/journal/pruneJournal.ts',
    find: 'const entryRetentionMs = 30 * 24 * 60 * 60 * 1000',
    replace: 'const entryRetentionMs = 60 * 1000',
    caughtBy: [proofCatcher('T21', 'processes whose clocks are wrong')],
  },
  {
    name: 'nothingPruned',
    breaks: 'The journal never deletes writes.',
    file: 'packages/server/src/journal/pruneJournal.ts',
    find: '(limit) => pruneEntries(db, begunBefore, limit)',
    replace: 'async () => 0',
    caughtBy: [
      proofCatcher('T19', 'a process that serves for a long time'),
      suiteCatcher(
        'packages/server/src/journal/pruneJournal.test.ts',
        'deletes all 250 writes 30 days after they began',
        'sqlite',
      ),
    ],
  },
  {
    name: 'notRolledBack',
    breaks: 'After a refused write, the objects of its earlier steps remain.',
    file: `${executionFolder}/compensate.ts`,
    find: 'if (write.input.entry.isOvertaken) return refusedOutcome',
    replace: 'if (!write.input.entry.isOvertaken) return refusedOutcome',
    caughtBy: [
      suiteCatcher(
        journalTest,
        'rolls back its first step when the platform refuses the second step',
        'sqlite',
      ),
      proofCatcher('T2', 'leaves one complete campaign or none at Meta', {
        file: 'test/chaos/lostAnswers/social.test.ts',
      }),
    ],
  },
  {
    name: 'noDeadline',
    breaks: 'adrail starts a write again after its deadline.',
    file: journalFile,
    find: 'isPastDeadline(entry, this.#deps.runtime.now())',
    replace: 'entry.deadlineAt === 0',
    caughtBy: [
      suiteCatcher(journalTest, 'is rolled back when it cannot be completed before its deadline', 'sqlite'),
    ],
  },
  {
    name: 'planChangedUnseen',
    breaks: 'adrail executes a write although its plan does not match the sent planHash.',
    file: 'packages/server/src/journal/planEntry.ts',
    find: 'if (planHash !== undefined && planHash !== computedHash)',
    replace: 'if (planHash !== undefined && computedHash === undefined)',
    caughtBy: [
      suiteCatcher(journalTest, 'fails with PLAN_CHANGED for the planHash of another body', 'sqlite'),
    ],
  },
  {
    name: 'auditChainUnlinked',
    breaks: 'The hash of an audit entry does not depend on the previous entry.',
    file: 'packages/server/src/audit/chain.ts',
    find: 'hash === hashEntry(previous.hash, entry)',
    replace: 'hash !== previous.hash',
    caughtBy: [suiteCatcher(journalTest, 'verifyChain locates an audit entry that was changed', 'sqlite')],
  },
  {
    name: 'resentCreationUnchecked',
    breaks:
      'A creation that the platform executes late remains next to the resent creation, without a report.',
    file: intentFile,
    find: 'if (isResend) await write.scheduleLateCheck(',
    replace: 'if (isResend && false) await write.scheduleLateCheck(',
    caughtBy: [suiteCatcher(lateCheckTest, 'is removed while it is paused, and reported once', 'sqlite')],
  },
  {
    name: 'failedCreationUnchecked',
    breaks:
      'A creation that the platform executes after adrail reported its failure remains, without a report.',
    file: runningWriteFile,
    find: 'if (mayStillArrive) await this.scheduleLateCheck(',
    replace: 'if (mayStillArrive && false) await this.scheduleLateCheck(',
    caughtBy: [
      suiteCatcher(
        'packages/server/src/journal/lateAfterFailure.test.ts',
        'is removed while it is paused, and reported once',
        'sqlite',
      ),
    ],
  },
  {
    name: 'enabledCopyRemoved',
    breaks: 'adrail removes a late duplicate although someone has activated it.',
    file: 'packages/server/src/journal/lateCheck.ts',
    find: 'duplicates.filter(({ mayBeRemoved }) => mayBeRemoved)',
    replace: 'duplicates',
    caughtBy: [suiteCatcher(lateCheckTest, 'is reported and stays when someone switched it on', 'sqlite')],
  },
  {
    name: 'earlyRead',
    breaks:
      'A read counts as proof that a lost call had no effect, although the call could still take effect after the read.',
    file: runningWriteFile,
    find: 'startedAt: this.deps.runtime.now(),',
    replace: 'startedAt: this.deps.runtime.now() + 6000,',
    caughtBy: [suiteCatcher(quietTimeTest, 'is not resent because of a read that began before', 'sqlite')],
  },
]
