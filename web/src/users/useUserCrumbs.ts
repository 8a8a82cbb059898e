import { useParams } from 'react-router-dom';
import { useOrigin } from '../ui/layout/useOrigin.ts';
import { useUserPaths } from './useUserPaths.ts';

/** The breadcrumbs of a user's page or form: the list, and the organisation if it is not the viewer's own. */
export const useUserCrumbs = () => {
  const { orgId } = useParams();
  const { from, crumb } = useOrigin();
  const { list } = useUserPaths();
  const users = { label: 'User', to: list };
  return (brandName: string) =>
    orgId === undefined ? [users] : [crumb, { label: brandName, to: `/O/${orgId}?from=${from}` }, users];
};
