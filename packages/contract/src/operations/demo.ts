// Users and objects of the examples. All of them exist in the sandbox's seed data.

/** A user who linked an account on every platform. */
export const demoUser = 'usr_demo_all'
/** A user who linked no account. */
export const unlinkedUser = 'usr_demo_none'
export const socialCampaignId = '120210000000000011'
export const searchCampaignId = '21894430548'
export const proCampaignId = '640118001'
