import { createSectionDeclarer, type VariableValues } from '../../variables/variable.ts'
import { digits, optionalText, permissionNames } from '../../variables/variableKinds.ts'
import { declareAppVariables } from '../connector-kit/appVariables.ts'
import { socialVersions } from './versions.ts'

const declareVariable = createSectionDeclarer('Social platform (Meta)')

export const socialVariables = {
  ...declareAppVariables(declareVariable, 'SOCIAL', socialVersions, {
    api: 'https://graph.facebook.com',
    authorize: 'https://www.facebook.com',
    token: 'https://graph.facebook.com',
  }),
  configId: declareVariable(
    'SOCIAL_CONFIG_ID',
    digits,
    'The *Facebook Login for Business* configuration, of the type *User access token*, that users sign in with. Apps of the type *Business* need a configuration. The configuration replaces the permissions that adrail would request.',
  ),
  extraScopes: declareVariable(
    'SOCIAL_EXTRA_SCOPES',
    permissionNames,
    'Permissions to request in addition, such as `pages_read_user_content`, which Meta requires from some apps for the posts of a page. Your app must have these permissions. This setting has no effect with `SOCIAL_CONFIG_ID`.',
  ),
  webhookToken: declareVariable(
    'SOCIAL_WEBHOOK_TOKEN',
    optionalText(),
    'The *Verify token* that you enter with the callback URL `/hooks/social` in the *Webhooks* product of your app, object *Page*, field `leadgen`. Without it, adrail reads leads only every ten minutes.',
  ),
}

export type SocialSettings = VariableValues<typeof socialVariables>
