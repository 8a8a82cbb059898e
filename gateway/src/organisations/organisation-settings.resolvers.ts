import { organisationSettingCalls as calls } from '@console/contract/calls/organisation-settings';
import {
  mutationTypeName,
  type NumberSetting,
  numberSettings,
  settingPermissionField,
} from '@console/contract/organisation-settings';
import { authorize, isAllowed } from '../core/caller.ts';
import type { Context } from '../core/context.ts';
import { payloadOrganisation } from '../core/payloads.ts';
import type { Resolvers } from '../generated/resolvers-types.ts';
import { readOrganisation } from '../product-api/reads.ts';
import { idOf, integerOf, type OrganisationBody, recordOf } from '../product-api/shape.ts';
import { mayCall, supportsCall } from '../specified/extension-calls.ts';
import { passOn } from '../specified/pass-on.ts';

/** Only the details of an organisation have the value. */
const read =
  ({ mutation, column, view, nullFor }: NumberSetting) =>
  async (organisation: OrganisationBody, _args: object, context: Context): Promise<number | null> => {
    const id = idOf(organisation.id) ?? '';
    const isOffered = await supportsCall(context, calls[mutation]);
    if (isOffered || !nullFor) await authorize(context.api, nullFor ?? view, id);
    if (!isOffered || !(await isAllowed(context.api, view, id))) return null;
    const known = recordOf(organisation)[column];
    return integerOf(known === undefined ? recordOf(await readOrganisation(context.api, id))[column] : known);
  };

const mayChange =
  ({ mutation, change }: NumberSetting) =>
  async ({ id }: OrganisationBody, _args: object, context: Context): Promise<boolean> =>
    (await isAllowed(context.api, change, idOf(id) ?? '')) && mayCall(context, calls[mutation]);

const each = <T>(of: (setting: NumberSetting) => Record<string, T>): Record<string, T> =>
  Object.assign({}, ...numberSettings.map(of));

export const organisationSettingsResolvers: Resolvers = {
  Mutation: each(({ mutation, input }) => ({
    [mutation]: passOn(calls[mutation], {
      input: (given: Record<string, unknown>) => ({ ...given, [input]: given[input] ?? null }),
    }),
  })),
  Organisation: {
    ...each((setting) => ({ [setting.name]: read(setting) })),
    ...each((setting) => ({ [settingPermissionField(setting.mutation)]: mayChange(setting) })),
  },
  ...each(({ mutation }) => ({ [mutationTypeName(mutation, 'Payload')]: { organisation: payloadOrganisation } })),
};
