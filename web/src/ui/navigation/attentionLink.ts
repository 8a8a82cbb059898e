import { type AttentionKind, attentionKinds } from '@console/contract/attention';

export interface Place {
  /** Whether it is the viewer's own organisation: its lists have separate paths. */
  own: boolean;
  from: string;
}

/** Path of each list of an organisation. */
export const listPaths = (id: string, { own, from }: Place) => ({
  organisation: own ? '/O' : `/O/${id}?from=${from}`,
  users: own ? '/U' : `/O/${id}/user?from=${from}`,
  mappings: own ? '/M' : `/O/${id}/mapping?from=${from}`,
  assessments: `/O/${id}?from=${from}&tab=asmt`,
  sso: own ? '/S' : `/O/${id}?from=${from}&tab=sso`,
  provisioning: own ? '/S/provisioning' : `/O/${id}?from=${from}&tab=provisioning`,
  reviews: own ? '/O/reviews' : `/O/${id}?from=${from}&tab=reviews`,
  keys: own ? '/O/keys' : `/O/${id}?from=${from}&tab=keys`,
});

export const withQuery = (path: string, query: string): string => `${path}${path.includes('?') ? '&' : '?'}${query}`;

/** The URL of an organisation's list, filtered by the kind of a pending item. */
export function attentionLink(kind: AttentionKind, id: string, place: Place): string | undefined {
  const { link } = attentionKinds[kind];
  if (link === null) return undefined;
  const path = listPaths(id, place)[link.list];
  if (!('to' in link)) return path;
  return link.to.startsWith('#') ? `${path}${link.to}` : withQuery(path, link.to.slice(1));
}
