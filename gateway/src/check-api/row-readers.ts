import type { apiObjects } from '@console/contract/api-document/api-objects';
import { assessmentOf } from '../assessments/assessment.ts';
import { modelOf } from '../assessments/organisation-details.ts';
import type { GatewaySettings } from '../base/settings.ts';
import { optionOf, roleFromRow } from '../core/lookup-lists.ts';
import { moduleIn } from '../product-api/module-in.ts';
import { idOf, isRecord, organisationOf, recordOf, textOf, userOf } from '../product-api/shape.ts';
import { externalUserIn } from '../specified/external-user-row.ts';
import { mappingRowOf, organisationRefOf } from '../specified/mapping-row.ts';

/** Reads an object of a response; null if the console cannot use it. */
export type RowReader = (value: unknown) => unknown;

const mappingOf: RowReader = (value) => {
  const { customer, customer_id } = recordOf(value);
  return mappingRowOf(value, organisationRefOf(customer, customer_id)?.id ?? '', { mayAnswer: false, userId: null });
};

export function rowReaders(settings: GatewaySettings): Record<keyof typeof apiObjects, RowReader> {
  const anything: RowReader = (value) => (isRecord(value) ? value : null);
  return {
    User: userOf,
    CurrentUser: userOf,
    KnownUser: (value) => idOf(recordOf(value).id),
    Organisation: organisationOf,
    OrganisationWithConfiguration: organisationOf,
    OrganisationReference: (value) => organisationRefOf(value),
    Configuration: anything,
    SingleSignOn: anything,
    Mapping: mappingOf,
    UserMapping: anything,
    ExternalUser: externalUserIn,
    Assessment: assessmentOf,
    SubscribedModel: modelOf,
    SubscribedModule: (value) => moduleIn(value, settings),
    Role: roleFromRow,
    Responder: (value) => idOf(recordOf(value).ent_usr_id),
    Option: optionOf,
    File: (value) => textOf(recordOf(value).url),
  };
}
