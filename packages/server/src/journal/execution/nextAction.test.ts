// Checks the decisions about a step against a simulated platform that carries requests out late, loses
// responses and refuses, while owners die and others take over.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ServiceError } from '../../runtime/errors.ts'
import { NotSent } from '../lease.ts'
import type { ReconcileResult } from '../plan.ts'
import { type Refusal, toRefusal } from '../refusal.ts'
import { nextAction, type StepAction, type StepEvidence, type StepFacts } from './nextAction.ts'

const outcome = { upstreamId: '1' }
const refusal = toRefusal(new ServiceError('CONCURRENT_CHANGE'))
const noEvidence: StepEvidence = { kind: 'none' }
const newStep: StepFacts = {
  isFirstStep: true,
  mayBeSent: false,
  mayBeLost: false,
  intentAt: undefined,
  isAbandoned: false,
}
const sentStep: StepFacts = { ...newStep, intentAt: 0, mayBeSent: true }
const reconciled = (result: ReconcileResult, startedAt = 0): StepEvidence => ({
  kind: 'reconciled',
  result,
  startedAt,
})

describe('the next action about a step', () => {
  test.each<[string, StepFacts, StepEvidence, StepAction['kind']]>([
    ['is sent when it is new', newStep, noEvidence, 'send'],
    [
      'is rejected when it is new and the write is abandoned',
      { ...newStep, isAbandoned: true },
      noEvidence,
      'record_rejection',
    ],
    ['is reconciled when an earlier owner may have sent it', sentStep, noEvidence, 'reconcile'],
    [
      'is intended when a lost write may have done it',
      { ...newStep, mayBeLost: true },
      noEvidence,
      'commit_intent',
    ],
    [
      'is reconciled after that intent',
      { ...newStep, mayBeLost: true, intentAt: 0 },
      noEvidence,
      'reconcile',
    ],
    ['is done when the platform confirms it', newStep, { kind: 'confirmed', outcome }, 'record_done'],
    [
      'is rejected when its first try is refused',
      newStep,
      { kind: 'refused', refusal, note: '' },
      'record_rejection',
    ],
    [
      'is unknown when a later try is refused',
      sentStep,
      { kind: 'refused', refusal, note: '' },
      'record_unknown',
    ],
    ['is unknown when the response is lost', newStep, { kind: 'unknown', note: '' }, 'record_unknown'],
    ['is sent again when the platform shows no effect', sentStep, reconciled({ state: 'not_done' }), 'send'],
    [
      'is rejected when someone else changed the value',
      sentStep,
      reconciled({ state: 'conflict' }),
      'record_rejection',
    ],
    [
      'is reconciled again while the outcome is unclear',
      sentStep,
      reconciled({ state: 'unclear' }),
      'reconcile',
    ],
    [
      'is reconciled until a refused try cannot arrive any more',
      { ...sentStep, refusal },
      reconciled({ state: 'not_done' }, 59_999),
      'reconcile',
    ],
    [
      'is rejected once a refused try cannot arrive any more',
      { ...sentStep, refusal },
      reconciled({ state: 'not_done' }, 60_000),
      'record_rejection',
    ],
  ])('%s', (_, facts, evidence, kind) => {
    expect(nextAction(facts, evidence).kind).toBe(kind)
  })

  test('discards the write only when its first step was not sent', () => {
    const error = new NotSent(new ServiceError('UPSTREAM_UNAVAILABLE'))
    const evidence: StepEvidence = { kind: 'not_sent', error, note: '' }
    expect(nextAction(newStep, evidence).kind).toBe('discard_write')
    expect(nextAction(sentStep, evidence).kind).toBe('record_unknown')
    expect(nextAction({ ...newStep, isFirstStep: false }, evidence).kind).toBe('record_unknown')
    expect(nextAction({ ...newStep, isFirstStep: false }, { ...evidence, refusal }).kind).toBe(
      'record_rejection',
    )
  })
})

/** What happens to one request, or to one read. */
interface Chance {
  readonly response: 'confirm' | 'lose' | 'refuse' | 'not_sent'
  /** The time from the intent to the effect. Undefined when the request never arrives. */
  readonly arrivesAfterMs: number | undefined
  readonly isReadUnclear: boolean
  readonly passesMs: number
  readonly ownerDies: boolean
  readonly becomesAbandoned: boolean
}

const chance: fc.Arbitrary<Chance> = fc.record({
  response: fc.constantFrom('confirm', 'lose', 'lose', 'refuse', 'not_sent'),
  arrivesAfterMs: fc.option(fc.integer({ min: 0, max: 59_000 }), { nil: undefined }),
  isReadUnclear: fc.boolean(),
  passesMs: fc.constantFrom(0, 1000, 10_000, 45_000, 90_000),
  ownerDies: fc.boolean(),
  becomesAbandoned: fc.integer({ min: 0, max: 9 }).map((number) => number === 0),
})

/**
 * A creation makes one object for each request that arrives, so its reconciliation waits until no request can
 * arrive any more. An edit may be carried out twice, and its reconciliation does not wait.
 */
class SimulatedStep {
  readonly #isCreation: boolean
  now = 0
  sendCount = 0
  /** The times at which requests take effect. */
  readonly arrivals: number[] = []
  mayBeSent = false
  intentAt: number | undefined
  refusal: Refusal | undefined
  isAbandoned = false

  constructor(isCreation: boolean) {
    this.#isCreation = isCreation
  }

  get facts(): StepFacts {
    const { mayBeSent, intentAt, refusal: lastRefusal, isAbandoned } = this
    return {
      isFirstStep: false,
      mayBeSent,
      mayBeLost: false,
      intentAt,
      refusal: lastRefusal,
      isAbandoned,
    }
  }

  get effectCount(): number {
    return this.arrivals.filter((at) => at <= this.now).length
  }

  send({ response, arrivesAfterMs }: Chance): StepEvidence {
    this.sendCount += 1
    this.intentAt = this.now
    if (response === 'not_sent')
      return { kind: 'not_sent', error: new NotSent(new ServiceError('UPSTREAM_UNAVAILABLE')), note: '' }
    if (response === 'refuse') return { kind: 'refused', refusal, note: '' }
    if (response === 'confirm') {
      this.arrivals.push(this.now)
      return { kind: 'confirmed', outcome }
    }
    if (arrivesAfterMs !== undefined) this.arrivals.push(this.now + arrivesAfterMs)
    return { kind: 'unknown', note: '' }
  }

  read({ isReadUnclear }: Chance): StepEvidence {
    const startedAt = this.now
    if (this.effectCount > 0) return reconciled({ state: 'done', outcome }, startedAt)
    const isTooEarly = this.#isCreation && this.now - (this.intentAt ?? 0) < 60_000
    return reconciled({ state: isReadUnclear || isTooEarly ? 'unclear' : 'not_done' }, startedAt)
  }
}

function live(
  isCreation: boolean,
  chances: readonly Chance[],
): { step: SimulatedStep; end: StepAction | undefined } {
  const step = new SimulatedStep(isCreation)
  let evidence = noEvidence
  for (const next of chances) {
    step.now += next.passesMs
    step.isAbandoned ||= next.becomesAbandoned
    const action = nextAction(step.facts, evidence)
    switch (action.kind) {
      case 'send':
        expect(step.isAbandoned, 'an abandoned write sends nothing').toBe(false)
        evidence = step.send(next)
        break
      case 'record_unknown':
        step.mayBeSent = true
        step.refusal = action.refusal
        evidence = noEvidence
        break
      case 'reconcile':
        evidence = step.read(next)
        break
      default:
        return { step, end: action }
    }
    // The next owner knows the rows, and neither the last response nor the last reconciliation.
    if (next.ownerDies) {
      step.mayBeSent = step.intentAt !== undefined
      evidence = noEvidence
    }
  }
  return { step, end: undefined }
}

test('a creation has at most one effect, and no step has one after its rejection, under random losses, delays and deaths of owners', () => {
  fc.assert(
    fc.property(fc.boolean(), fc.array(chance, { maxLength: 40 }), (isCreation, chances) => {
      const { step, end } = live(isCreation, chances)
      step.now += 3_600_000
      if (isCreation) expect(step.effectCount).toBeLessThanOrEqual(1)
      if (end?.kind === 'record_done') expect(step.effectCount).toBeGreaterThan(0)
      if (end?.kind === 'record_rejection') {
        expect(step.effectCount).toBe(0)
        expect(end.wasSent).toBe(step.mayBeSent)
      }
    }),
    { numRuns: 2000 },
  )
})
