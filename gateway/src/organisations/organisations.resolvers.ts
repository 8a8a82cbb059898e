import {
  type FacilityField,
  facilityFields,
  generalTextFields,
  type OrganisationField,
  organisationFields,
} from '@console/contract/organisation-fields';
import { userLimitText } from '@console/contract/rules';
import { authorizedRead, readAllowedOrganisation } from '../core/caller.ts';
import type { Context } from '../core/context.ts';
import type {
  OrganisationOrder,
  OrganisationState,
  QueryOrganisationsArgs,
  Resolvers,
} from '../generated/resolvers-types.ts';
import {
  connectionOf,
  filterOrArgument,
  momentFilter,
  type OrganisationConnectionParent,
  searchOf,
  windowOf,
} from '../product-api/paging.ts';
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
import { OrganisationLists } from '../specified/organisation-lists.ts';
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
    // No single organisation: requires a role with access to all of them.
    organisations: (_root, args, context) =>
      authorizedRead(context.api, 'organisations:list', '', readPage(args, context)),
  },

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
    organiser: (organisation, _args, { api }) => organiserOf(api, organisation),
    organiserCandidates: ({ id }, _args, { api }) => readOrganiserCandidates(api, idOf(id) ?? ''),
    seniorManagement: ({ id }, _args, context) => readSeniorManagement(context, idOf(id) ?? ''),
    counts(body) {
      const counts = {
        pendingAssessments: integerOf(body.pending_asmts_count),
        completedAssessments: integerOf(body.complete_asmts_count),
        assessments: integerOf(body.total_asmts_count),
        models: integerOf(body.models_count),
        assessors: integerOf(body.auditors_count),
        auditees: integerOf(body.auditees_count),
      };
      return hasNonNull(counts) ? counts : null;
    },
  },
};

/** Async, so that an error in the arguments comes after the permission check. */
async function readPage(
  args: Partial<QueryOrganisationsArgs>,
  context: Context,
): Promise<OrganisationConnectionParent> {
  const { filter, orderBy } = args;
  const state = stateOf(args);
  const search = searchOf(args);
  const updatedSince = momentFilter('filter.updatedSince', filter?.updatedSince);
  const order = orderBy ?? defaultOrder(state);
  const cursors = context.services.cursors.of({ list: 'organisations', state, updatedSince, search, order });
  const window = windowOf(args, cursors);
  const page = await OrganisationLists.of(context).page({ state, updatedSince, window, search, order });
  return connectionOf(page, window, cursors);
}

/** The wanted state; undefined for both. */
function stateOf({ filter, state }: Partial<QueryOrganisationsArgs>): OrganisationState | undefined {
  const states = filterOrArgument('filter.states', filter?.states, state && [state]);
  if (states === undefined) return filter ? undefined : 'ACTIVE';
  return states.every((one) => one === states[0]) ? states[0] : undefined;
}

const defaultOrder = (state: OrganisationState | undefined): OrganisationOrder =>
  state === undefined
    ? { field: 'UPDATED_AT', direction: 'ASC' }
    : { field: state === 'ACTIVE' ? 'CREATED_AT' : 'UPDATED_AT', direction: 'DESC' };

/** A logo or icon: an object with name and address, or the address alone. Most addresses are known synchronously, which avoids a promise. */
function storedFile(context: Context, file: unknown) {
  const { file_name, url: address = file } = recordOf(file);
  const url = context.fileAddress(address);
  const named = (known: string) => ({ name: textOf(file_name) ?? '', url: known });
  if (url instanceof Promise) return url.then(named);
  return url === null ? null : named(url);
}
