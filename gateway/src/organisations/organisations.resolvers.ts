import {
  type FacilityField,
  facilityFields,
  generalTextFields,
  type OrganisationField,
  organisationFields,
} from '@console/contract/fields/organisation-fields';
import { userLimitText } from '@console/contract/rules';
import { authorizedRead, readAllowedOrganisation } from '../core/caller.ts';
import type { Context } from '../core/context.ts';
import { selectsField } from '../core/selects-field.ts';
import type { QueryOrganisationsArgs, Resolvers } from '../generated/resolvers-types.ts';
import { connectionOf, type OrganisationConnectionParent, windowOf } from '../product-api/paging.ts';
import { readOrganisation } from '../product-api/reads.ts';
import {
  boolOf,
  hasNonNull,
  idOf,
  integerOf,
  isoTimeOf,
  isRecord,
  type OrganisationBody,
  recordOf,
  textOf,
  userLimitOf,
} from '../product-api/shape.ts';
import { allowAttentionFilter } from '../specified/attention.ts';
import { configOf, timeZoneOf } from '../specified/config.ts';
import { organisationList } from './organisation-list.ts';
import { organiserOf, readOrganiserCandidates } from './organisers.ts';
import { readSeniorManagement } from './senior-management.ts';

type NameOf<F extends OrganisationField> = (typeof organisationFields)[F]['name'];

const textResolvers = Object.fromEntries(
  generalTextFields.map((field) => [
    organisationFields[field].name,
    (organisation: OrganisationBody) => textOf(organisation[field]),
  ]),
) as Record<NameOf<(typeof generalTextFields)[number]>, (organisation: OrganisationBody) => string | null>;

const facilityOf = (facility: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    facilityFields.map((field) => [organisationFields[field].name, textOf(facility[field])]),
  ) as Record<NameOf<FacilityField>, string | null>;

export const organisationsResolvers: Resolvers = {
  Query: {
    organisation: (_root, { id }, { api }) => readAllowedOrganisation(api, String(id)),
    // For several organisations, requires a role with access to all of them.
    organisations: (_root, args, context, info) =>
      authorizedRead(context.api, 'organisations:list', '', readPage(args, context, selectsField(info, 'totals'))),
  },

  OrganisationConnection: { totals: ({ totals }) => totals && countsOf(totals) },

  Organisation: {
    id: ({ id }) => idOf(id) ?? '',
    guid: ({ guid }) => textOf(guid),
    ...textResolvers,
    brandName: ({ brandname }) => textOf(brandname) ?? '',
    emailDomains: ({ email_domain }) =>
      (textOf(email_domain) ?? '').split(',').flatMap((domain) => domain.trim() || []),
    logo: ({ logo }, _args, context) => storedFile(context, logo),
    icon: ({ icon }, _args, context) => storedFile(context, icon),
    facility: ({ facility }) => (isRecord(facility) ? facilityOf(facility) : null),
    userLimit: ({ user_limit }) => userLimitOf(user_limit),
    userLimitText: ({ user_limit }) => userLimitText(userLimitOf(user_limit)),
    state: ({ is_disabled }) => (boolOf(is_disabled) ? 'DISABLED' : 'ACTIVE'),
    createdAt: ({ created_at }) => isoTimeOf(created_at),
    updatedAt: ({ updated_at }) => isoTimeOf(updated_at),
    timeZone: async ({ id }, _args, context) => {
      const organisationId = idOf(id) ?? '';
      return timeZoneOf(context, configOf(await readOrganisation(context.api, organisationId), organisationId));
    },
    organiser: (organisation, _args, { api }) => organiserOf(api, organisation),
    organiserCandidates: ({ id }, _args, { api }) => readOrganiserCandidates(api, idOf(id) ?? ''),
    seniorManagement: ({ id }, _args, context) => readSeniorManagement(context, idOf(id) ?? ''),
    counts: countsOf,
  },
};

function countsOf(body: OrganisationBody) {
  const counts = {
    pendingAssessments: integerOf(body.pending_asmts_count),
    completedAssessments: integerOf(body.complete_asmts_count),
    assessments: integerOf(body.total_asmts_count),
    models: integerOf(body.models_count),
    assessors: integerOf(body.auditors_count),
    auditees: integerOf(body.auditees_count),
  };
  return hasNonNull(counts) ? counts : null;
}

/** Async, so that an error in the arguments comes after the permission check. */
async function readPage(
  args: Partial<QueryOrganisationsArgs>,
  context: Context,
  withTotals: boolean,
): Promise<OrganisationConnectionParent> {
  await allowAttentionFilter(context, args.filter);
  const list = organisationList(args, context, { withTotals });
  const window = windowOf(args, list.cursors);
  const page = await list.read(window);
  return Object.assign(connectionOf(page, window, list.cursors), { totals: page.totals });
}

/** A logo or icon: an object with name and URL, or the URL alone. Most URLs are known synchronously. */
function storedFile(context: Context, file: unknown) {
  const { file_name, url: address = file } = recordOf(file);
  const url = context.fileAddress(address);
  const named = (known: string) => ({ name: textOf(file_name) ?? '', url: known });
  if (url instanceof Promise) return url.then(named);
  return url === null ? null : named(url);
}
