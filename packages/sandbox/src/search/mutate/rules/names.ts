import { text, type Wire } from '../../wire.ts'
import { type Draft, isRemoved } from '../draft.ts'
import type { RuleContext } from '../rule.ts'

const liveName = (resource: Wire) => (isRemoved(resource) ? undefined : text(resource['name']))

/** Of the resources of a kind that are not removed, no two have one name. */
export function checkNameFree(
  context: RuleContext,
  kind: Parameters<Draft['keyed']>[0],
  resource: Wire,
  code: string,
): void {
  const name = text(resource['name'])
  const same = context.draft.keyed(kind, 'name', liveName, name)
  if (same.some((other) => other['resourceName'] !== resource['resourceName']))
    context.report(code, ['name'], { trigger: name })
}
