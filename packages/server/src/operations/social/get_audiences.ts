import { handler } from '../../pipeline/handler.ts'

/** Delivery status code of an audience that ads can target. */
const readyStatusCode = 200

export const get_audiences = handler('social/get_audiences', async (_, { connector, page }) => {
  const audiencePage = await connector.audiences.list(page.position)
  return {
    audiences: audiencePage.rows.map((row) => ({
      id: row.id,
      name: row.name,
      description: row.description ?? '',
      type: row.subtype ?? '',
      sizeLowerBound: row.approximate_count_lower_bound ?? -1,
      sizeUpperBound: row.approximate_count_upper_bound ?? -1,
      ready: row.delivery_status?.code === readyStatusCode,
      readiness: row.delivery_status?.description ?? '',
    })),
    pagination: page.neighborCursors(audiencePage),
  }
})
