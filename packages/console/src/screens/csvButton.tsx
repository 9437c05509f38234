import type { Body } from '@adrail/client'
import { client } from '../calls/client.ts'
import { useTask } from '../parts/task.tsx'

/** Saves the shown report as a table for spreadsheets. */
export function CsvButton({ body }: { readonly body: Body<'report/get_report'> }) {
  const task = useTask()
  const save = () =>
    task.run(async () => {
      const text = await client.csv('report/get_report', body)
      const href = URL.createObjectURL(new Blob([text], { type: 'text/csv' }))
      const link = document.createElement('a')
      link.href = href
      link.download = `report-${body.startDate}-${body.endDate}.csv`
      link.click()
      URL.revokeObjectURL(href)
    })
  return (
    <>
      <button type="button" class="plain" aria-disabled={task.busy} onClick={() => void save()}>
        Download as CSV
      </button>
      {task.remainingError}
    </>
  )
}
