// Compares the received responses with the connector's expectation
// and with the recorded responses of the sandbox.

import type { Shape } from '../../platforms/kit/rows.ts'
import { isExpected } from './expectation.ts'
import type { Seen } from './lookout.ts'
import { inWords, parentOf, type SeenShape, type Shapes } from './shape.ts'

/**
 * `breaks` keeps the connector from reading. `differs` is readable, perhaps with less data. `new` is ignored.
 */
export type Weight = 'breaks' | 'differs' | 'new'

export interface Difference {
  readonly weight: Weight
  readonly path: string
  readonly says: string
}

export function differences(
  { shapes, expected, disappointed }: Seen,
  recorded: SeenShape | undefined,
): Difference[] {
  const told = [...disappointed.values()].map(({ path, kind, says }): Difference => {
    return { weight: kind === 'word' ? 'differs' : 'breaks', path, says: `${says}.` }
  })
  if (!recorded) return told
  const seen = shapes.shape()
  const isTold = (path: string) => told.some((difference) => difference.path === path)
  const others = [
    ...missing(shapes, expected, recorded),
    ...changed(seen, recorded),
    ...added(seen, recorded),
  ]
  return [...told, ...others.filter(({ path }) => !isTold(path))]
}

/** An optional field counts as missing only if this many objects lack it. */
const enough = 3

function missing(shapes: Shapes, expected: Shape, recorded: SeenShape): Difference[] {
  const seen = shapes.shape()
  return Object.entries(recorded).flatMap(([path, types]): Difference[] => {
    if (types.endsWith('?') || path === '' || path.endsWith('[]') || path in seen) return []
    const least = isExpected(path, expected) ? enough : 1
    if (shapes.objectsAt(parentOf(path)) < least) return []
    return [{ weight: 'differs', path, says: 'never comes: the sandbox always sends it.' }]
  })
}

function changed(seen: SeenShape, recorded: SeenShape): Difference[] {
  return Object.entries(seen).flatMap(([path, types]): Difference[] => {
    const known = recorded[path]
    if (known === undefined) return []
    const others = typesOf(types).filter((type) => !typesOf(known).includes(type))
    if (others.length === 0) return []
    const says = `is ${inWords(others)}, where the sandbox sends ${inWords(typesOf(known))}.`
    return [{ weight: 'differs', path, says }]
  })
}

function added(seen: SeenShape, recorded: SeenShape): Difference[] {
  return Object.keys(seen).flatMap((path): Difference[] => {
    // Only the topmost new path is reported, because all others are inside it.
    if (path in recorded || !(parentOf(path) in recorded)) return []
    // An empty list at the sandbox gives no information about entries.
    if (path.endsWith('[]')) return []
    return [{ weight: 'new', path, says: 'is new: the sandbox does not send it.' }]
  })
}

function typesOf(types: string): string[] {
  return types.replace('?', '').split('|')
}
