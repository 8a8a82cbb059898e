import { requiredSeniorPost, seniorPosts } from '@console/contract/rules';
import type { CreateOrganisationForm_LookupsFragment } from '../gql/graphql.ts';
import { newPersonValues, type PersonValues } from '../users/personValues.ts';

/** A senior position in a row of the wizard. */
export interface OrganisationWizardPost {
  id: string;
  label: string;
  /** The position's short form, such as `CEO`. */
  short: string;
  required: boolean;
  /** The initial values of its form. */
  person: PersonValues;
}

export const proposedOrganiserRoleId = ({ roles }: CreateOrganisationForm_LookupsFragment): string | null =>
  roles?.find(({ proposedForOrganiser }) => proposedForOrganiser)?.id ?? null;

export const organisationWizardPostsOf = (lookups: CreateOrganisationForm_LookupsFragment): OrganisationWizardPost[] =>
  lookups.seniorDesignations.map(({ id, label }) => {
    const rule = seniorPosts.find((post) => post.id === id || label.endsWith(`[${post.id}]`));
    const department = rule?.department ?? newPersonValues.department;
    const role = lookups.roles?.find(({ proposedForDesignations }) => proposedForDesignations.includes(id));
    return {
      id,
      label,
      short: rule?.id ?? label,
      required: rule?.id === requiredSeniorPost,
      person: { ...newPersonValues, roleId: role?.id ?? null, department },
    };
  });

/** A designation may be known by its label or by its short form. */
export const postMatchesDesignation = (post: OrganisationWizardPost, designation: string | null): boolean =>
  [post.id, post.short, post.label].some((name) => name.toLowerCase() === designation?.trim().toLowerCase());
