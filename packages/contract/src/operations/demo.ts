// Who and what the examples name: it is all there in the sandbox's starting world.

/** Has linked an account on every platform. */
export const demoUser = 'usr_demo_all'
/** Has linked none. */
export const newcomer = 'usr_demo_none'
export const socialCampaign = '120210000000000011'
export const searchCampaign = '21894430548'
export const proCampaign = '640118001'
