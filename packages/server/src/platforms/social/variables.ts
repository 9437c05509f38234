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
    'The configuration of *Facebook Login for Business* that users sign in with, of the type *User access token*. Apps of the type *Business* need one; it lists the permissions in place of what this service would ask for.',
  ),
  extraScopes: declareVariable(
    'SOCIAL_EXTRA_SCOPES',
    permissionNames,
    'Permissions to ask for besides the usual ones, such as `pages_read_user_content`, which Meta wants from some apps before they see the posts of a page. Your app must have them. Without effect beside `SOCIAL_CONFIG_ID`.',
  ),
  webhookToken: declareVariable(
    'SOCIAL_WEBHOOK_TOKEN',
    optionalText(),
    'The *Verify token* that you enter beside the callback address `/hooks/social` in the *Webhooks* product of your app, object *Page*, field `leadgen`. Without it leads are only read every ten minutes.',
  ),
}

export type SocialSettings = VariableValues<typeof socialVariables>
