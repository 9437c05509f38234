import { asString, type WireObject } from '../../wire.ts'
import { type Draft, isRemoved } from '../draft.ts'
import type { RuleContext } from '../rule.ts'

const liveNameKey = (resource: WireObject) => (isRemoved(resource) ? undefined : asString(resource['name']))

/** Names are unique among the resources of a kind that are not removed. */
export function checkUniqueName(
  context: RuleContext,
  kind: Parameters<Draft['findByKey']>[0],
  resource: WireObject,
  code: string,
): void {
  const name = asString(resource['name'])
  const duplicates = context.draft.findByKey(kind, 'name', liveNameKey, name)
  if (duplicates.some((other) => other['resourceName'] !== resource['resourceName']))
    context.report(code, ['name'], { trigger: name })
}
