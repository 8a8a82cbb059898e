import { useLocation, useParams } from 'react-router-dom';
import { useTrail } from '../ui/navigation/useTrail.ts';

/** The paths of the users' pages: under /U, or under the organisation in the address, with its origin (`?from=`). */
export const useUserPaths = () => {
  const { orgId } = useParams();
  const { search } = useLocation();
  const { back } = useTrail();
  const from = new URLSearchParams(search).get('from');
  const base = orgId === undefined ? '/U' : `/O/${orgId}/user`;
  const withOrigin = (path: string) => (from && orgId !== undefined ? `${path}?from=${from}` : path);
  return {
    /** The list with its last query. */
    list: back(base) === base ? withOrigin(base) : back(base),
    create: withOrigin(`${base}/new`),
    upload: withOrigin(`${base}/upload`),
    invite: withOrigin(`${base}/invite`),
    review: withOrigin(`/O${orgId === undefined ? '' : `/${orgId}`}/reviews/new`),
    /** An emailed link has the id only, for the viewer's own organisation. */
    mapExternal: (id: string) =>
      `/map-external-user?id=${encodeURIComponent(id)}${orgId === undefined ? '' : `&organisation=${orgId}${from ? `&from=${from}` : ''}`}`,
    view: (id: string) => withOrigin(orgId === undefined ? `${base}/${id}/view` : `${base}/${id}`),
    edit: (id: string) => withOrigin(`${base}/${id}/edit`),
  };
};
