import { noUserLimit, parseUserLimit, texts } from '@console/contract/rules';
import type { CreateOrganisationInput } from '../gql/graphql.ts';
import { localZone } from '../ui/values/localZone.ts';
import { newPersonValues, type PersonValues } from '../users/personValues.ts';
import { haveSameEmail, isBlankPerson, organisationPersonInputOf, personErrors } from './organisationFormPerson.ts';
import {
  newOrganisationValues,
  type OrganisationValues,
  organisationErrors,
  organisationInputOf,
} from './organisationFormValues.ts';
import { type OrganisationWizardPost, postMatchesDesignation } from './organisationWizardPosts.ts';

/** A person that the server could not create. */
interface OrganisationWizardFailure {
  /** Null for the organiser. */
  designationId: string | null;
  message: string;
}

/** The values of the wizard. */
export type OrganisationWizardValues = {
  /** Index of the shown step. */
  step: number;
  /** The id of the attempt. Sent again, the attempt continues where it stopped. */
  attempt: string;
  organisation: OrganisationValues;
  userLimit: string;
  organiser: PersonValues;
  /** Keyed by the id of the position. */
  seniors: Record<string, PersonValues>;
  /** In a stored draft: the brand name of the organisation for which its persons were entered. */
  peopleOf: string;
  /** The persons who could not be created; null until the organisation is created. */
  failed: OrganisationWizardFailure[] | null;
};

export const newOrganisationWizardValues = (
  posts: readonly OrganisationWizardPost[],
  organiserRoleId: string | null,
): OrganisationWizardValues => ({
  step: 0,
  attempt: crypto.randomUUID(),
  organisation: newOrganisationValues,
  userLimit: '',
  organiser: { ...newPersonValues, roleId: organiserRoleId },
  seniors: Object.fromEntries(posts.map(({ id, person }) => [id, person])),
  peopleOf: '',
  failed: null,
});

/** Person of a position: the entered one, otherwise the organiser if the designation matches. */
export const organisationWizardPersonOf = (values: OrganisationWizardValues, post: OrganisationWizardPost) => {
  const entered = values.seniors[post.id] ?? post.person;
  const { organiser } = values;
  if (!isBlankPerson(entered)) return { person: entered, isOrganiser: haveSameEmail(entered, organiser) };
  if (!postMatchesDesignation(post, organiser.designation)) return null;
  return { person: organiser, isOrganiser: true };
};

const seniorFaults = (
  values: OrganisationWizardValues,
  posts: readonly OrganisationWizardPost[],
): Record<string, string> => {
  const faults: Record<string, string> = {};
  const entered: { person: PersonValues; post: OrganisationWizardPost }[] = [];
  for (const post of posts) {
    const path = `seniors.${post.id}`;
    const holder = organisationWizardPersonOf(values, post);
    if (!holder && post.required) faults[path] = texts.organisations.ceoRequired;
    if (!holder || holder.isOrganiser) continue;
    const { person } = holder;
    if (postMatchesDesignation(post, values.organiser.designation))
      faults[path] = texts.organisations.duplicateUser(post.short);
    Object.assign(faults, personErrors(person, path, { designation: false }));
    const twin = entered.find((other) => haveSameEmail(other.person, person));
    if (twin) faults[`${path}.email`] = `has already been entered for the ${twin.post.short}`;
    entered.push({ person, post });
  }
  return faults;
};

/** The errors of each step. */
export const organisationWizardErrors = (
  values: OrganisationWizardValues,
  posts: readonly OrganisationWizardPost[],
): Record<string, string>[] => [
  organisationErrors(values.organisation),
  personErrors(values.organiser, 'organiser'),
  seniorFaults(values, posts),
];

export const createOrganisationInputOf = (
  values: OrganisationWizardValues,
  posts: readonly OrganisationWizardPost[],
  proposedCode: string,
): CreateOrganisationInput => {
  const limit = parseUserLimit(values.userLimit);
  return {
    attempt: values.attempt,
    organisation: organisationInputOf(values.organisation),
    userLimit: limit === noUserLimit ? null : limit,
    timeZone: localZone(),
    organiser: organisationPersonInputOf(values.organiser, proposedCode),
    seniorManagement: posts.flatMap((post) => {
      const holder = organisationWizardPersonOf(values, post);
      if (!holder) return [];
      // The position determines the designation.
      const { designation: _designation, ...person } = organisationPersonInputOf(
        holder.isOrganiser ? values.organiser : holder.person,
        proposedCode,
      );
      return [{ designationId: post.id, person }];
    }),
  };
};
