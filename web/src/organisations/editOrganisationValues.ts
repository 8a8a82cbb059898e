import type { EditOrganisationForm_OrganisationFragment, UpdateOrganisationInput } from '../gql/graphql.ts';
import { newPerson, type PersonValues, personValuesOf } from '../users/personValues.ts';
import {
  isBlank,
  type PersonField,
  personErrors,
  personFields,
  personInputOf,
  personLabels,
} from './organisationFormPerson.ts';
import {
  type OrganisationField,
  type OrganisationValues,
  organisationErrors,
  organisationFields,
  organisationInputOf,
  organisationLabels,
  organisationValuesOf,
} from './organisationFormValues.ts';

type Organisation = EditOrganisationForm_OrganisationFragment;

/** The values of the form of an existing organisation. Without an organiser the person's fields may stay empty. */
export type EditValues = { organisation: OrganisationValues; organiser: PersonValues };

export const editValuesOf = (organisation: Organisation): EditValues => ({
  organisation: organisationValuesOf(organisation),
  organiser: organisation.organiser ? personValuesOf(organisation.organiser) : newPerson,
});

const isSame = (one: PersonValues, other: PersonValues): boolean =>
  JSON.stringify(personInputOf(one)) === JSON.stringify(personInputOf(other));

/** An unchanged organiser is not sent (CHECKLIST OPEN-58), so they cannot be refused. */
export const editErrors = (values: EditValues, saved: Organisation): Record<string, string> => {
  const untouched = isSame(values.organiser, editValuesOf(saved).organiser);
  const none = saved.organiser === null && isBlank(values.organiser);
  return {
    ...organisationErrors(values.organisation, saved),
    ...(untouched || none ? {} : personErrors(values.organiser, 'organiser')),
  };
};

/** `base`: the organisation that the form was filled from. */
export const editInputOf = (values: EditValues, base: Organisation): UpdateOrganisationInput => {
  const untouched = isSame(values.organiser, editValuesOf(base).organiser);
  const none = base.organiser === null && isBlank(values.organiser);
  return {
    id: base.id,
    organisation: organisationInputOf(values.organisation),
    ...(!untouched && !none && { organiser: personInputOf(values.organiser) }),
    expectedUpdatedAt: base.updatedAt,
  };
};

type Entry =
  | { part: 'organisation'; field: OrganisationField; label: string }
  | { part: 'organiser'; field: PersonField; label: string };

/** Every field of the form except the images, which are files here and addresses there. */
export const editEntries: readonly Entry[] = [
  ...organisationFields
    .filter((field) => field !== 'logo' && field !== 'icon')
    .map((field) => ({ part: 'organisation', field, label: organisationLabels[field] }) as const),
  ...personFields.map((field) => ({ part: 'organiser', field, label: `Organiser, ${personLabels[field]}` }) as const),
];
export type EditEntry = Entry;

export const editValueAt = (values: EditValues, entry: Entry): string | null =>
  entry.part === 'organisation' ? (values.organisation[entry.field] as string | null) : values.organiser[entry.field];
