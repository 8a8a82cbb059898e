import { fullNameOf, haveSameEmail, isBlankPerson } from './organisationFormPerson.ts';
import type { OrganisationWizardPost } from './organisationWizardPosts.ts';
import type { OrganisationWizardValues } from './organisationWizardValues.ts';

interface DraftPerson {
  label: string;
  name: string;
  email: string;
}

export const brandNameOf = ({ organisation }: OrganisationWizardValues): string => organisation.brandName.trim();

/** Senior positions with a person in the draft. */
export const postsWithPerson = (
  draft: Partial<OrganisationWizardValues>,
  posts: readonly OrganisationWizardPost[],
): OrganisationWizardPost[] => posts.filter(({ id, person }) => !isBlankPerson({ ...person, ...draft.seniors?.[id] }));

/** The persons of a draft for an organisation with another name. */
export const peopleOfOtherOrganisation = (
  draft: OrganisationWizardValues,
  values: OrganisationWizardValues,
  posts: readonly OrganisationWizardPost[],
): DraftPerson[] => {
  if (draft.peopleOf.toLowerCase() === brandNameOf(values).toLowerCase()) return [];
  const entered = [
    { label: 'Organiser', now: values.organiser },
    ...posts.map(({ id, short, person }) => ({ label: short, now: values.seniors[id] ?? person })),
  ];
  const drafted = [draft.organiser, ...Object.values(draft.seniors)];
  return entered
    .filter(({ now }) => drafted.some((before) => haveSameEmail(before, now)))
    .map(({ label, now }) => ({ label, name: fullNameOf(now), email: now.email.trim() }));
};
