import { requiredPost, seniorPosts } from '@console/contract/rules';
import { graphql } from '../gql/gql.ts';
import type { OrganisationForm_LookupsFragment, WizardPosts_LookupsFragment } from '../gql/graphql.ts';
import { newPerson, type PersonValues } from '../users/personValues.ts';

graphql(`
  fragment wizardPosts_lookups on Lookups {
    seniorDesignations {
      id
      label
    }
  }
`);

/** A senior post, as a row of the wizard shows it. */
export interface WizardPost {
  id: string;
  label: string;
  /** Its short form, e.g. `CEO`. */
  short: string;
  required: boolean;
  /** The initial values of its form. */
  person: PersonValues;
}

type Lookups = OrganisationForm_LookupsFragment & WizardPosts_LookupsFragment;

export const roleIdOf = (lookups: OrganisationForm_LookupsFragment, key: string | undefined): string | null =>
  lookups.roles?.find((role) => role.key === key)?.id ?? null;

export const wizardPostsOf = (lookups: Lookups): WizardPost[] =>
  lookups.seniorDesignations.map(({ id, label }) => {
    const rule = seniorPosts.find((post) => post.id === id || label.endsWith(`[${post.id}]`));
    const department = rule?.department ?? newPerson.department;
    return {
      id,
      label,
      short: rule?.id ?? label,
      required: rule?.id === requiredPost,
      person: { ...newPerson, roleId: roleIdOf(lookups, rule?.role), department },
    };
  });

/** A designation may be known by its label or by its short form. */
export const isPostOf = (post: WizardPost, designation: string | null): boolean =>
  [post.id, post.short, post.label].some((name) => name.toLowerCase() === designation?.trim().toLowerCase());
