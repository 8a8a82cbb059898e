import type { AuditTargetKind } from '../gql/graphql.ts';

interface Target {
  kind: AuditTargetKind;
  id: string | null;
  organisationId: string | null;
}

/** Path of an organisation's pages: under /O, or the viewer's own. */
type Paths = (organisationId: string) => { user: (id: string) => string; tab: (tab: string) => string };

const anyOrganisation: Paths = (organisationId) => ({
  user: (id) => `/O/${organisationId}/user/${id}`,
  tab: (tab) => `/O/${organisationId}${tab && `?tab=${tab}`}`,
});

const ownOrganisation: Paths = () => ({
  user: (id) => `/U/${id}/view`,
  tab: (tab) => ({ user: '/U', sso: '/S', keys: '/O/keys', mapping: '/M' })[tab] ?? '/O',
});

/** The page of a target; null if it has none or no longer exists. `ownOrganisationOnly`: the viewer can only see their own organisation. */
export function auditTargetPath({ kind, id, organisationId }: Target, ownOrganisationOnly: boolean): string | null {
  if (id === null || organisationId === null) return null;
  const { user, tab } = (ownOrganisationOnly ? ownOrganisation : anyOrganisation)(organisationId);
  switch (kind) {
    case 'USER':
      return user(id);
    case 'ORGANISATION':
      return tab('');
    case 'API_KEY':
      return tab('keys');
    case 'EXTERNAL_USER':
      return tab('user');
    case 'ASSESSMENT':
      return ownOrganisationOnly ? null : tab('asmt');
    case 'MAPPING':
      return ownOrganisationOnly ? tab('mapping') : `/O/${organisationId}/mapping`;
    default:
      return null;
  }
}

/** The page of a user; null for a user without organisation. */
export const auditUserPath = (
  user: { id: string; organisationId: string | null },
  ownOrganisationOnly: boolean,
): string | null => auditTargetPath({ kind: 'USER', ...user }, ownOrganisationOnly);

/** Splits a text so that the first mention of each name is a separate part with the name's index. Names must be in the order of the text. */
export function splitAtFirstMentions(
  text: string,
  names: readonly string[],
): { text: string; nameIndex: number | null }[] {
  let rest = text;
  const parts: { text: string; nameIndex: number | null }[] = [];
  names.forEach((name, index) => {
    const at = name === '' ? -1 : rest.indexOf(name);
    if (at < 0) return;
    parts.push({ text: rest.slice(0, at), nameIndex: null }, { text: name, nameIndex: index });
    rest = rest.slice(at + name.length);
  });
  return [...parts, { text: rest, nameIndex: null }].filter((part) => part.text !== '');
}
