// Words that the sandbox's policy review rejects, so that a test can trigger policy errors on purpose. Ads,
// callouts and lead forms get a policy finding, keywords a policy violation.
// https://developers.google.com/google-ads/api/docs/policy-exemption/overview

import type { PathElement } from './errors.ts'
import type { RuleContext } from './mutate/rule.ts'

interface PolicyTrigger {
  readonly pattern: RegExp
  readonly topic: string
  readonly name: string
  /** Whether the advertiser could request an exemption. */
  readonly exemptible: boolean
}

export const policyTriggers: readonly PolicyTrigger[] = [
  {
    pattern: /\bcounterfeit\b|\breplica watch(es)?\b/i,
    topic: 'COUNTERFEIT_GOODS',
    name: 'Counterfeit goods',
    exemptible: false,
  },
  { pattern: /\bcasino\b|\bonline gambling\b/i, topic: 'GAMBLING', name: 'Gambling', exemptible: false },
  {
    pattern: /\bmiracle cure\b/i,
    topic: 'HEALTH_IN_PERSONALIZED_ADS',
    name: 'Unapproved substances',
    exemptible: false,
  },
  { pattern: /\bfirearms?\b/i, topic: 'WEAPONS', name: 'Dangerous products', exemptible: false },
  { pattern: /\bacmecola\b/i, topic: 'TRADEMARKS_IN_AD_TEXT', name: 'Trademarks', exemptible: true },
  { pattern: /!{2,}|\?{2,}/, topic: 'PUNCTUATION', name: 'Punctuation and symbols', exemptible: true },
]

function findViolation(words: string): { trigger: PolicyTrigger; text: string } | undefined {
  for (const trigger of policyTriggers) {
    const match = trigger.pattern.exec(words)
    if (match !== null) return { trigger, text: match[0] }
  }
  return undefined
}

export function checkTextPolicy(context: RuleContext, words: string, path: readonly PathElement[]): void {
  const violation = findViolation(words)
  if (violation === undefined) return
  const { trigger, text } = violation
  const evidences = [{ textList: { texts: [text] } }]
  const policyTopicEntries = [{ topic: trigger.topic, type: 'PROHIBITED', evidences }]
  context.report('policyFindingError.POLICY_FINDING', path, {
    trigger: words,
    details: { policyFindingDetails: { policyTopicEntries } },
  })
}

export function checkKeywordPolicy(context: RuleContext, words: string, path: readonly PathElement[]): void {
  const violation = findViolation(words)
  if (violation === undefined) return
  context.report('policyViolationError.POLICY_ERROR', path, {
    trigger: words,
    details: {
      policyViolationDetails: {
        externalPolicyDescription: `The text breaks the policy on ${violation.trigger.name.toLowerCase()}.`,
        key: { policyName: violation.trigger.topic.toLowerCase(), violatingText: violation.text },
        externalPolicyName: violation.trigger.name,
        ...(violation.trigger.exemptible ? { isExemptible: true } : {}),
      },
    },
  })
}
