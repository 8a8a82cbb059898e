import {
  type OrganisationField,
  organisationField,
  organisationFields,
} from '@console/contract/fields/organisation-fields';
import { isAllowed, readCaller } from '../core/caller.ts';
import type { Context } from '../core/context.ts';
import type { FirstSteps } from '../generated/resolvers-types.ts';
import { firstRowsWindow } from '../product-api/paging.ts';
import { nullOnFailure } from '../product-api/reads.ts';
import { isRecord, type OrganisationBody, recordOf, textOf } from '../product-api/shape.ts';
import { OrganisationLists } from '../specified/organisation-lists.ts';
import { readCallersOrganisation } from '../specified/organisations.ts';
import { readActiveUserCount } from '../specified/user-limit.ts';
import { readMappings } from './mapping-lists.ts';

/** Null for callers who cannot invite organisations, and after a failure: they are only a hint. */
export async function readFirstSteps(context: Context): Promise<FirstSteps | null> {
  const { organisationId } = await readCaller(context.api);
  if (organisationId === null || !(await isAllowed(context.api, 'mappings:invite', organisationId))) return null;
  return nullOnFailure(readSteps(context, organisationId));
}

async function readSteps(context: Context, organisationId: string): Promise<FirstSteps | null> {
  const [organisation, hasCustomersOrVendors] = await Promise.all([
    readCallersOrganisation(context),
    readsOthers(context, organisationId),
  ]);
  if (organisation === null) return null;
  return {
    hasOrganisationDetails: hasRequiredFields(organisation),
    hasCustomersOrVendors,
    hasPeople: (await readActiveUserCount(context, organisation)) > 1,
  };
}

/** REST-37 for callers who can create organisations, which are not mapped to their own; else REST-33. */
async function readsOthers(context: Context, organisationId: string): Promise<boolean> {
  if (!(await isAllowed(context.api, 'organisations:create', organisationId)))
    return (await readMappings(context.api, organisationId, ['ACCEPTED'])).length > 0;
  const { total } = await OrganisationLists.of(context).page({
    state: 'ACTIVE',
    updatedSince: undefined,
    window: firstRowsWindow(1),
    search: undefined,
    order: { field: 'CREATED_AT', direction: 'DESC' },
  });
  return total > 1;
}

const requiredFields = (Object.keys(organisationFields) as OrganisationField[]).filter(
  (field) => organisationField(field).required,
);

const hasRequiredFields = (organisation: OrganisationBody): boolean =>
  requiredFields.every((field) => {
    const value = recordOf(organisationField(field).facility ? organisation.facility : organisation)[field];
    return isRecord(value) || Boolean(textOf(value)?.trim());
  });
