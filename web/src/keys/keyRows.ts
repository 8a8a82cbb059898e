import type { ApiKeyStatus, KeyTable_KeyFragment, KeyTable_OrganisationKeyFragment } from '../gql/graphql.ts';

/** A row of the table of keys: a key of a user or of an organisation. */
export type KeyRow = KeyTable_KeyFragment | KeyTable_OrganisationKeyFragment;

/** The viewer's own keys, those of the users of an organisation, those of the organisation itself, or of these the ones for provisioning alone. */
export type KeyKind = 'own' | 'users' | 'organisation' | 'provisioning';

/** The count of a section of keys: those that were revoked or have expired are listed only. */
export const keyCount = (keys: readonly { status: ApiKeyStatus }[] | null | undefined, empty: string) =>
  keys && {
    count: keys.filter(({ status }) => status !== 'REVOKED' && status !== 'EXPIRED').length,
    ...(keys.length === 0 && { empty }),
  };
