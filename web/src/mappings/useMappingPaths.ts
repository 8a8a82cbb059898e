import { useParams } from 'react-router-dom';
import { useOriginList } from '../ui/navigation/useOriginList.ts';
import { useTrail } from '../ui/navigation/useTrail.ts';

/** The paths of the mappings' pages: under /M for the viewer's own organisation, or under the one in the address, with its origin (`?from=`). */
export const useMappingPaths = () => {
  const { orgId } = useParams();
  const { from, crumb } = useOriginList();
  const { back } = useTrail();
  const own = orgId === undefined;
  const base = own ? '/M' : `/O/${orgId}/mapping`;
  const withOrigin = (path: string) => (own ? path : `${path}?from=${from}`);
  return {
    orgId,
    own,
    /** The list of mappings with its last query. */
    list: back(base) === base ? withOrigin(base) : back(base),
    invite: withOrigin(`${base}/invite`),
    /** The other organisation's page, from which Back leads to the list of mappings, or to the origin of this organisation. */
    counterpart: (id: string) => `/O/${id}?from=${own ? 'M' : from}`,
    /** Breadcrumbs of the list; those of another organisation once its name is known. */
    crumbs: (brandName: string | undefined) => {
      if (own) return [{ label: 'Organisation', to: back('/O') }];
      return brandName === undefined ? [] : [crumb, { label: brandName, to: `/O/${orgId}?from=${from}` }];
    },
  };
};
