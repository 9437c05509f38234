// Compares the received responses with the connector's expectation
// and with the recorded responses of the sandbox.

import type { Shape } from '../../platforms/connector-kit/rows.ts'
import { isExpected } from './expectation.ts'
import type { ObservedResponses } from './responseRecorder.ts'
import { formatTypes, parentPath, type ResponseShape, type ShapeCollector } from './shape.ts'

/**
 * `breaks` keeps the connector from reading. `differs` is readable, perhaps with less data. `new` is ignored.
 */
export type DifferenceWeight = 'breaks' | 'differs' | 'new'

export interface Difference {
  readonly weight: DifferenceWeight
  readonly path: string
  readonly says: string
}

export function findDifferences(
  { shapes, expected, violations: shapeViolations }: ObservedResponses,
  recorded: ResponseShape | undefined,
): Difference[] {
  const violations = [...shapeViolations.values()].map(({ path, kind, description }): Difference => {
    return { weight: kind === 'word' ? 'differs' : 'breaks', path, says: `${description}.` }
  })
  if (!recorded) return violations
  const observed = shapes.toShape()
  const isReported = (path: string) => violations.some((difference) => difference.path === path)
  const shapeChanges = [
    ...findMissing(shapes, expected, recorded),
    ...findChanged(observed, recorded),
    ...findAdded(observed, recorded),
  ]
  return [...violations, ...shapeChanges.filter(({ path }) => !isReported(path))]
}

/** An optional field counts as missing only if this many objects lack it. */
const minObservations = 3

function findMissing(shapes: ShapeCollector, expected: Shape, recorded: ResponseShape): Difference[] {
  const observed = shapes.toShape()
  return Object.entries(recorded).flatMap(([path, types]): Difference[] => {
    if (types.endsWith('?') || path === '' || path.endsWith('[]') || path in observed) return []
    const minObjects = isExpected(path, expected) ? minObservations : 1
    if (shapes.countObjects(parentPath(path)) < minObjects) return []
    return [
      {
        weight: 'differs',
        path,
        says: 'is never present in the responses, but always present in the sandbox responses.',
      },
    ]
  })
}

function findChanged(observed: ResponseShape, recorded: ResponseShape): Difference[] {
  return Object.entries(observed).flatMap(([path, types]): Difference[] => {
    const recordedTypes = recorded[path]
    if (recordedTypes === undefined) return []
    const newTypes = splitTypes(types).filter((type) => !splitTypes(recordedTypes).includes(type))
    if (newTypes.length === 0) return []
    const description = `is ${formatTypes(newTypes)}, but the sandbox sends ${formatTypes(splitTypes(recordedTypes))}.`
    return [{ weight: 'differs', path, says: description }]
  })
}

function findAdded(observed: ResponseShape, recorded: ResponseShape): Difference[] {
  return Object.keys(observed).flatMap((path): Difference[] => {
    // Only the topmost new path is reported, because all others are inside it.
    if (path in recorded || !(parentPath(path) in recorded)) return []
    // An empty list at the sandbox gives no information about entries.
    if (path.endsWith('[]')) return []
    return [{ weight: 'new', path, says: 'is new. The sandbox does not send this field.' }]
  })
}

function splitTypes(types: string): string[] {
  return types.replace('?', '').split('|')
}
