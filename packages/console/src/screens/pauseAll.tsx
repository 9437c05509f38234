// Pauses all campaigns: shows the plan and executes it after a confirmation. The page of the write shows
// progress and result.

import { go, to } from '../address/address.ts'
import { Change } from '../parts/change.tsx'
import { ModalButton } from '../parts/modal.tsx'

export function PauseAllButton() {
  return (
    <ModalButton name="Pause all campaigns" title="Pause all campaigns?" look="danger">
      <p>
        Pauses every active campaign of all users on all platforms. You can undo it: that resumes exactly the
        campaigns that were paused.
      </p>
      <Change
        operation="campaign/pause_campaigns"
        body={{}}
        verb="Pause these campaigns"
        look="danger"
        done={({ operationId }) => go(to(`operations/${operationId}`))}
      />
    </ModalButton>
  )
}
