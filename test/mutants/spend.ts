// Mutants of the spend guard and of approvals.

import { type Mutant, suiteCatcher } from './mutant.ts'

const intentFile = 'packages/server/src/journal/execution/commitIntent.ts'
const spendGuardFile = 'packages/server/src/journal/spend/spendGuard.ts'
const judgeFile = 'packages/server/src/journal/spend/limitViolation.ts'
const settingsFile = 'packages/server/src/workspace/settings.ts'
const settingsTest = 'packages/server/src/workspace/settings.test.ts'
const decideFile = 'packages/server/src/journal/approval/decide.ts'
const spendTest = 'packages/server/src/journal/spend/spend.test.ts'
const approvalTest = 'packages/server/src/journal/approval/approval.test.ts'

const recheckTest = 'packages/server/src/journal/approval/recheck.test.ts'
const proStepsFile = 'packages/server/src/operations/pro/create_campaign/steps.ts'
const pausedGroupsTest = 'packages/server/src/operations/pro/create_campaign/pausedGroups.test.ts'

export const spendMutants: readonly Mutant[] = [
  {
    name: 'groupLeftActive',
    breaks:
      'A LinkedIn group that could only be created ACTIVE is not paused before its ad group is created.',
    file: 'packages/server/src/operations/pro/create_campaign/create_campaign.ts',
    find: "pauseGroupStep.toPlannedStep({}, 'Pause the campaign if LinkedIn did not create it paused.'),",
    replace: '',
    caughtBy: [suiteCatcher(pausedGroupsTest, 'is paused before the ad group is created', 'sqlite')],
  },
  {
    name: 'earlierPlansNotPaused',
    breaks: 'A plan of an earlier release activates an ad group in a LinkedIn group that is ACTIVE.',
    file: proStepsFile,
    find: '    await ensureGroupPaused(context)\n',
    replace: '',
    caughtBy: [
      suiteCatcher(
        'packages/server/src/operations/pro/create_campaign/pausedGroupKills.test.ts',
        'when its plan is of an earlier release',
        'sqlite',
      ),
    ],
  },
  {
    name: 'groupNotCheckedAtEnd',
    breaks: 'adrail reports a campaign as PAUSED although its LinkedIn group is ACTIVE.',
    file: 'packages/server/src/operations/pro/create_campaign/readBack.ts',
    find: `if (requestedStatus === 'ACTIVE') return 'PAUSED'`,
    replace: `if (requestedStatus) return 'PAUSED'`,
    caughtBy: [suiteCatcher(pausedGroupsTest, 'when someone else switches the group on meanwhile', 'sqlite')],
  },
  {
    name: 'approvedLimitsNotRechecked',
    breaks: 'An approved write starts although a limit that was set after the decision forbids the write.',
    file: intentFile,
    find: 'isFirst && write.approvedRaise',
    replace: `step.planned.name === '' && write.approvedRaise`,
    caughtBy: (['sqlite', 'postgres'] as const).map((database) =>
      suiteCatcher(recheckTest, 'sends nothing when a limit that allows only', database),
    ),
  },
  {
    name: 'approvedCreationCountedTwice',
    breaks: 'An approved creation counts itself when its limits are checked again.',
    file: 'packages/server/src/store/raises.ts',
    find: `    .where('operation_id', '<>', exceptOperationId)
`,
    replace: '',
    caughtBy: [
      suiteCatcher(recheckTest, 'counts only once towards the limit of creations per hour', 'sqlite'),
    ],
  },
  {
    name: 'noSpendLock',
    breaks: 'Creations on different ad accounts are counted at the same time and exceed a limit together.',
    file: 'packages/server/src/store/raises.ts',
    find: '.values({ workspace_id: workspaceId, number: 1 })',
    replace: '.values({ workspace_id: workspaceId + Math.random(), number: 1 })',
    caughtBy: [
      suiteCatcher(
        'packages/server/src/journal/spend/severalAccounts.test.ts',
        'creations on six ad accounts at once',
        'postgres',
      ),
    ],
  },
  {
    name: 'raisesInProgressNotCounted',
    breaks: 'Limits ignore raises that the platform does not show yet.',
    file: judgeFile,
    find: 'runs === 1 && (settled_at === null',
    replace: 'runs === 2 && (settled_at === null',
    caughtBy: [
      suiteCatcher(spendTest, 'allow no more raises at the same time than one after another', 'sqlite'),
      suiteCatcher(
        'packages/server/src/journal/spend/concurrentRaises.test.ts',
        'never exceed a spend limit together',
        'postgres',
      ),
    ],
  },
  {
    name: 'raisesInSmallSteps',
    breaks: 'Several raises together can exceed the limit for raises.',
    file: judgeFile,
    find: '.reduce(min, BigInt(before.budgetMicros))',
    replace: '.reduce((last) => last, BigInt(before.budgetMicros))',
    caughtBy: [
      suiteCatcher(spendTest, 'refuse by default a raise to 100 times the budget of the last day', 'sqlite'),
    ],
  },
  {
    name: 'raisesOfCampaignNotRead',
    breaks: 'The earlier raises of a campaign are not read when its budget grows.',
    file: judgeFile,
    find: '...(increasesBudget(change) ? { campaignId: change.campaignId } : {}),',
    replace: '...(increasesBudget(change) ? {} : {}),',
    caughtBy: [
      suiteCatcher(spendTest, 'refuse by default a raise to 100 times the budget of the last day', 'sqlite'),
    ],
  },
  {
    name: 'unsettledRaisesNotRead',
    breaks: 'Raises in progress are not read when the spend of the ad account is limited.',
    file: judgeFile,
    find: '...(running === undefined ? {} : { finalizedSince: running.readAt - platformLagMs }),',
    replace: '',
    caughtBy: [
      suiteCatcher(spendTest, 'allow no more raises at the same time than one after another', 'sqlite'),
    ],
  },
  {
    name: 'unsettledRaisesFiltered',
    breaks: 'Limits ignore raises that have no outcome yet.',
    file: 'packages/server/src/store/raises.ts',
    find: "or([eb('settled_at', 'is', null), eb('settled_at', '>=', finalizedSince)]),",
    replace: "eb('settled_at', '>=', finalizedSince),",
    caughtBy: [
      suiteCatcher(spendTest, 'allow no more raises at the same time than one after another', 'sqlite'),
    ],
  },
  {
    name: 'freezeIgnoredAtStart',
    breaks: 'A write that raises spend starts although spend increases are blocked.',
    file: spendGuardFile,
    find: 'if (freezeError) throw freezeError',
    replace: 'if (freezeError && false) throw freezeError',
    caughtBy: [suiteCatcher(spendTest, 'stops only writes that raise spend, immediately', 'sqlite')],
  },
  {
    name: 'operatorFreezeEnded',
    breaks: "A workspace's key ends the operator's freeze.",
    file: settingsFile,
    find: "actor === commandLineActor ? 'operator' : 'own'",
    replace: "'operator'",
    caughtBy: [
      suiteCatcher(
        settingsTest,
        'cannot be ended by an admin key, and the refused request changes nothing',
        'sqlite',
      ),
    ],
  },
  {
    name: 'operatorLimitsIgnored',
    breaks: "The operator's limits do not apply in addition to the workspace's limits.",
    file: spendGuardFile,
    find: 'operator === undefined ? []',
    replace: 'own !== undefined ? []',
    caughtBy: [
      suiteCatcher(
        settingsTest,
        'apply together with looser, stricter and no limits of the workspace',
        'sqlite',
      ),
    ],
  },
  {
    name: 'freezeIgnoredBetweenSteps',
    breaks: 'A campaign is activated although spend increases were blocked after its creation.',
    file: intentFile,
    find: 'declaration.raisesSpend(planned.data) ? await checkFreeze(write, db) : undefined',
    replace: 'undefined',
    caughtBy: [
      suiteCatcher(
        spendTest,
        'rolls back a new campaign when it begins before the campaign is switched on',
        'sqlite',
      ),
    ],
  },
  {
    name: 'raiseReleasedByLoser',
    breaks: 'A process that lost a write releases the raise that the new owner executes.',
    file: 'packages/server/src/journal/journal.ts',
    find: 'if (isDeleted) await releaseRaise(transaction, entry.id)',
    replace: 'await releaseRaise(transaction, entry.id)',
    caughtBy: [
      suiteCatcher(
        'packages/server/src/journal/spend/stalledProcess.test.ts',
        'a process that stalls and loses a write to the runner',
        'sqlite',
      ),
    ],
  },
  {
    name: 'limitOfKeyIgnored',
    breaks: 'Limits for one user or one key are not read.',
    file: 'packages/server/src/store/spendLimits.ts',
    find: `    .where('subject', 'in', subjects)
    .execute()
}

export async function setLimits`,
    replace: `    .where('subject', '=', subjects[0] ?? '')
    .execute()
}

export async function setLimits`,
    caughtBy: [suiteCatcher(spendTest, 'apply to a user as well as to the workspace', 'sqlite')],
  },
  {
    name: 'requesterApproves',
    breaks: 'The key that requested a write approves it.',
    file: decideFile,
    find: 'if (await isSameKeyLine(db, approval.key_id, keyId))',
    replace: 'if ((await isSameKeyLine(db, approval.key_id, keyId)) && false)',
    caughtBy: [
      suiteCatcher(approvalTest, 'refuses the requesting key, keys without the approve scope', 'sqlite'),
    ],
  },
  {
    name: 'rotationResetsCounts',
    breaks: 'A successor of a limited key, or a key that it created, has separate counts.',
    file: 'packages/server/src/store/raises.ts',
    find: `(select \${countedLine} from api_keys`,
    replace: `(select api_keys.id from api_keys`,
    caughtBy: [suiteCatcher(spendTest, 'count a key together with its successors', 'sqlite')],
  },
  {
    name: 'createdKeyApproves',
    breaks: 'A key that the requesting key created approves the write.',
    file: decideFile,
    find: "if (decision.decision === 'APPROVED' && (await wasCreatedBy(db, keyId, approval.key_id)))",
    replace: "if (decision.decision !== 'APPROVED' && (await wasCreatedBy(db, keyId, approval.key_id)))",
    caughtBy: [
      suiteCatcher(
        approvalTest,
        'refuses approval by keys that the requesting key created or rotated',
        'sqlite',
      ),
    ],
  },
  {
    name: 'otherPlanApproved',
    breaks: 'An approval counts although the plan has changed since the approver saw it.',
    file: decideFile,
    find: 'if (plan_hash === approval.plan_hash) return plannedWrite',
    replace: 'return plannedWrite',
    caughtBy: [
      suiteCatcher(approvalTest, 'returns PLAN_CHANGED when the budget changed after the request', 'sqlite'),
    ],
  },
  {
    name: 'approvedAgainstLimit',
    breaks: 'An approved write starts although a limit now forbids the write.',
    file: decideFile,
    find: 'if (raise) await deps.spendGuard.reserve',
    replace: 'if (raise && false) await deps.spendGuard.reserve',
    caughtBy: [
      suiteCatcher(
        approvalTest,
        'returns APPROVAL_BLOCKED while a new limit or freeze forbids the write',
        'sqlite',
      ),
    ],
  },
  {
    name: 'approvalNeverExpires',
    breaks: 'adrail accepts a decision about a write whose approval was withdrawn or has expired.',
    file: decideFile,
    find: '|| approval.expires_at <= deps.runtime.now()',
    replace: '',
    caughtBy: [suiteCatcher(approvalTest, 'when its user is', 'sqlite')],
  },
  {
    name: 'approvedWithRevokedKey',
    breaks: 'An approved write is sent although the key that requested it was revoked before its first step.',
    file: intentFile,
    find: 'if (stopError || !isFirst) return stopError',
    replace: 'if (stopError || !isFirst || step) return stopError',
    caughtBy: [
      suiteCatcher(
        'packages/server/src/journal/approval/recheck.test.ts',
        'sends nothing when the key that requested it',
        'sqlite',
      ),
    ],
  },
]
