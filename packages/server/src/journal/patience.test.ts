// A write waits several times for the outcome of a lost attempt, and someone else may change the value
// meanwhile.

import { expect, test } from 'vitest'
import { editOperation, JournalSimulation, SimulatedProcess } from '../../testing/journalSimulation.ts'
import { useService } from '../../testing/service.ts'

const service = useService()
const callerWaits = 5

test.each(Array.from({ length: callerWaits }, (_, index) => index + 1))(
  'an edit returns CONCURRENT_CHANGE and keeps a value that someone else set during wait %d of the edit',
  async (wait) => {
    const { id: keyId } = await service.newKey()
    const world = new JournalSimulation(service.app.store, 0)
    const process = new SimulatedProcess(world)
    world.faults.push(...Array.from({ length: wait }, () => 'lose_before' as const))
    let waits = 0
    world.onWait = () => {
      if (++waits === wait) world.values.set('1/0', 'by hand')
    }

    const { results } = await process.journal.perform({
      operation: editOperation,
      caller: { workspaceId: service.workspaceId, keyId },
      body: { campaignId: '1', amount: wait },
      surface: 'http',
      requestId: `req_waits_${wait}`,
    })
    expect(waits).toBeGreaterThanOrEqual(wait)
    expect(results).toMatchObject({ success: false, code: 'CONCURRENT_CHANGE' })
    expect(world.values.get('1/0')).toBe('by hand')
    expect(world.violations).toEqual([])
  },
)
