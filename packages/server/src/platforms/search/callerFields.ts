// Translates the platform's field paths to the names of fields in the caller's body.

import type { CallerFieldPaths, PathElement } from './wire.ts'

type FieldNamer = (base: string, captured: string) => string

/**
 * The patterns match the path from the operation on, and the first match decides. `base` is the origin of the
 * mutate part.
 */
const mutateFieldRules: readonly (readonly [RegExp, FieldNamer])[] = [
  [/^campaign_operation\.create\.name/, () => 'campaignName'],
  [/^campaign_operation\.create\.start_date_time/, () => 'startDate'],
  [/^campaign_operation\.create\.end_date_time/, () => 'endDate'],
  [/^campaign_operation\.create\.final_url_suffix/, () => 'utmParams'],
  [/^campaign_operation\.create\.geo_target_type_setting/, () => 'geo_target_type'],
  [
    /^campaign_operation\.create\.(campaign_bidding_strategy|maximize_conversions|target_spend|bidding)/,
    () => 'objective',
  ],
  [/^campaign_operation\.update\.status/, () => 'status'],
  [/^campaign_criterion_operation\.create\.proximity\.radius$/, (base) => `${base}.radius`],
  [
    /^campaign_criterion_operation\.create\.proximity\.geo_point\.(\w+)$/,
    (base, captured) => `${base}.${captured}`,
  ],
  [/^\w+_criterion_operation\.create\.keyword\.(text|match_type)/, (base, captured) => `${base}.${captured}`],
  [/^ad_group_ad_operation\.create\.ad\.final_urls/, (base) => `${base}.url`],
  [
    /^ad_group_ad_operation\.create\.ad\.responsive_search_ad\.((?:headlines|descriptions)(?:\[\d+\])?)/,
    (base, line) => `${base}.${line}`,
  ],
  [/^asset_operation\.create\.call_asset\.country_code/, () => 'phoneNumberCountryCode'],
  [/^asset_operation\.create\.lead_form_asset\.fields(\[\d+\])?/, (_, captured) => `input_fields${captured}`],
  [/^asset_operation\.create\.lead_form_asset\.business_name/, () => 'name'],
  [
    /^asset_operation\.create\.lead_form_asset\.(headline|description|privacy_policy_url|call_to_action_type|call_to_action_description)/,
    (_, captured) => captured,
  ],
]

/** The patterns match the paths of calls other than mutates. */
const otherFieldRules: readonly (readonly [RegExp, FieldNamer])[] = [
  [/^geo_target_constants(\[\d+\])?/, (_, captured) => `locationIds${captured}`],
  [/^keyword_seed/, () => 'keyword'],
  [/^language$/, () => 'languageId'],
  [/^location_names/, () => 'query'],
  [/^country_code/, () => 'countryCode'],
  [/^locale/, () => 'locale'],
]

/** Returns empty text when no field of the caller's body corresponds to the path. */
export function findCallerField(path: readonly PathElement[], callerFields: CallerFieldPaths): string {
  const [first, ...remainingPath] = path
  if (first?.fieldName !== 'mutate_operations')
    return matchFieldRule(otherFieldRules, '', toDottedPath(path)) ?? ''
  // Without an index the refused part is unknown, and naming the first part could blame the wrong field.
  if (first.index === undefined) return ''
  const base = callerFields[first.index] ?? ''
  return matchFieldRule(mutateFieldRules, base, toDottedPath(remainingPath)) ?? base
}

function matchFieldRule(
  rules: readonly (readonly [RegExp, FieldNamer])[],
  base: string,
  pathText: string,
): string | undefined {
  for (const [pattern, name] of rules) {
    const match = pattern.exec(pathText)
    if (match) return name(base, match[1] ?? '')
  }
  return undefined
}

function toDottedPath(path: readonly PathElement[]): string {
  return path
    .map(({ fieldName, index }) => (index === undefined ? fieldName : `${fieldName}[${index}]`))
    .join('.')
}
