import { useParams } from 'react-router-dom';
import { useOriginList } from '../ui/navigation/useOriginList.ts';
import { useUserPaths } from './useUserPaths.ts';

/** The breadcrumbs of a user's page or form: the list, and the organisation if it is not the viewer's own; none before its name is known. */
export const useUserCrumbs = () => {
  const { orgId } = useParams();
  const { from, crumb } = useOriginList();
  const { list } = useUserPaths();
  const users = { label: 'User', to: list };
  return (brandName: string | undefined) => {
    if (orgId === undefined) return [users];
    return brandName === undefined ? [] : [crumb, { label: brandName, to: `/O/${orgId}?from=${from}` }, users];
  };
};
