// Pauses all campaigns: shows the plan and executes it after a confirmation. The page of the write shows
// progress and result.

import { navigate, toHref } from '../address/address.ts'
import { ModalButton } from '../parts/modal.tsx'
import { PlannedWrite } from '../parts/plannedWrite.tsx'

export function PauseAllButton() {
  return (
    <ModalButton name="Pause all campaigns" title="Pause all campaigns?" variant="danger">
      <p>
        This pauses every active campaign of all users on all platforms. You can undo the operation later,
        which resumes exactly these campaigns.
      </p>
      <PlannedWrite
        operation="campaign/pause_campaigns"
        body={{}}
        buttonLabel="Pause these campaigns"
        variant="danger"
        onDone={({ operationId }) => navigate(toHref(`operations/${operationId}`))}
      />
    </ModalButton>
  )
}
