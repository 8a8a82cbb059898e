import { useParams } from 'react-router-dom';
import { useOrigin } from '../ui/layout/useOrigin.ts';
import { useUserPaths } from './useUserPaths.ts';

/** The way back from a page of one user, or from a form: to the list, and to the organisation where it is not one's own. */
export const useUserCrumbs = () => {
  const { orgId } = useParams();
  const { from, crumb } = useOrigin();
  const { list } = useUserPaths();
  const users = { label: 'User', to: list };
  return (brandName: string) =>
    orgId === undefined ? [users] : [crumb, { label: brandName, to: `/O/${orgId}?from=${from}` }, users];
};
