import type { EditOrganisationForm_OrganisationFragment, UpdateOrganisationInput } from '../gql/graphql.ts';
import {
  newPersonValues,
  type PersonValues,
  personFormFields,
  personLabels,
  personValuesOf,
} from '../users/personValues.ts';
import { isBlankPerson, organisationPersonInputOf, personErrors } from './organisationFormPerson.ts';
import {
  type OrganisationValues,
  organisationErrors,
  organisationFormFields,
  organisationInputOf,
  organisationValuesOf,
} from './organisationFormValues.ts';

type Organisation = EditOrganisationForm_OrganisationFragment;

/** The values of the form of an existing organisation. Without an organiser the person's fields may stay empty. */
export type EditOrganisationValues = { organisation: OrganisationValues; organiser: PersonValues };

export const editOrganisationValuesOf = (organisation: Organisation): EditOrganisationValues => ({
  organisation: organisationValuesOf(organisation),
  organiser: organisation.organiser ? personValuesOf(organisation.organiser) : newPersonValues,
});

const isSame = (...people: [PersonValues, PersonValues]): boolean => {
  const [one, other] = people.map((person) => JSON.stringify(organisationPersonInputOf(person, '')));
  return one === other;
};

/** An unchanged organiser is not sent (CHECKLIST OPEN-58), so they cannot be refused. */
export const editOrganisationErrors = (values: EditOrganisationValues, saved: Organisation): Record<string, string> => {
  const untouched = isSame(values.organiser, editOrganisationValuesOf(saved).organiser);
  const none = saved.organiser === null && isBlankPerson(values.organiser);
  return {
    ...organisationErrors(values.organisation, saved),
    ...(untouched || none ? {} : personErrors(values.organiser, 'organiser')),
  };
};

/** `base`: the organisation that the form was filled from. */
export const updateOrganisationInputOf = (
  values: EditOrganisationValues,
  base: Organisation,
  proposedCode: string,
): UpdateOrganisationInput => {
  const untouched = isSame(values.organiser, editOrganisationValuesOf(base).organiser);
  const none = base.organiser === null && isBlankPerson(values.organiser);
  return {
    id: base.id,
    organisation: organisationInputOf(values.organisation),
    ...(!untouched && !none && { organiser: organisationPersonInputOf(values.organiser, proposedCode) }),
    expectedUpdatedAt: base.updatedAt,
  };
};

/** The labels by the paths of the fields. The images have none: they are files here and addresses there. */
export const editOrganisationLabels: Record<string, string> = Object.fromEntries([
  ...Object.values(organisationFormFields)
    .filter(({ type }) => type !== 'file')
    .map(({ name, label }) => [`organisation.${name}`, label]),
  ...personFormFields.map((field) => [`organiser.${field}`, `Organiser, ${personLabels[field]}`]),
]);
export const editOrganisationFieldPaths = [
  ...Object.keys(editOrganisationLabels),
  'organisation.logo',
  'organisation.icon',
];
