import type { SeniorManagement_OrganisationFragment } from '../gql/graphql.ts';

export type SeniorPost = NonNullable<SeniorManagement_OrganisationFragment['seniorManagement']>[number];

interface Person {
  id: string;
  designation: string | null;
}

/** Senior position that a person would leave for another one. */
export const vacatedPostOf = (
  posts: readonly SeniorPost[],
  person: Person,
  newPost: SeniorPost,
): SeniorPost | undefined =>
  posts.find(
    ({ designation, holder }) =>
      designation.id !== newPost.designation.id &&
      (holder?.id === person.id || person.designation?.trim().toLowerCase() === designation.label.toLowerCase()),
  );
