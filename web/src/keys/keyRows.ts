import type { ApiKeyStatus, KeyTable_KeyFragment, KeyTable_OrganisationKeyFragment } from '../gql/graphql.ts';

/** A row of the table of keys: a key of a user or of an organisation. */
export type KeyRow = KeyTable_KeyFragment | KeyTable_OrganisationKeyFragment;

/** Kinds of key lists: the viewer's own keys, those of an organisation's users, of the organisation itself, or only its keys for provisioning. */
export type KeyKind = 'own' | 'users' | 'organisation' | 'provisioning';

/** The count of a section of keys, without revoked and expired ones, which are listed only. */
export const keyCount = (keys: readonly { status: ApiKeyStatus }[] | null | undefined, empty: string) =>
  keys && {
    count: keys.filter(({ status }) => status !== 'REVOKED' && status !== 'EXPIRED').length,
    ...(keys.length === 0 && { empty }),
  };
