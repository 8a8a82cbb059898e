import { useLocation, useParams } from 'react-router-dom';
import { withParameters } from '../ui/table/listAddress.ts';

/** The pages of the user's organisation on which duties are handed over. */
export const useDutyPaths = () => {
  const { orgId } = useParams();
  const { search } = useLocation();
  if (orgId === undefined) return { organisation: '/O', keys: '/O/keys' };
  const from = new URLSearchParams(search).get('from');
  const at = (tab: string) => `/O/${orgId}?${withParameters(new URLSearchParams(), { from, tab })}`;
  return { organisation: at('info'), keys: at('keys') };
};
