import { handler } from '../../pipeline/handler.ts'

const classByType = { os: 'user_os', device: 'user_device' } as const

export const get_targeting_systems_lookup = handler(
  'social/get_targeting_systems_lookup',
  async ({ type }, { connector }) => {
    const systems = await connector.catalogs.systems(classByType[type])
    return {
      targetingSystems: systems.map((row) => ({
        type: row.type || classByType[type],
        name: row.name || row.platform || '',
        platform: row.platform ?? '',
        description: row.description ?? '',
      })),
    }
  },
)
