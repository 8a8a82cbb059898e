import { useLocation, useParams } from 'react-router-dom';
import { withParameters } from '../ui/table/listAddress.ts';

/** Pages of the user's organisation to hand over responsibilities. */
export const useDutyPaths = () => {
  const { orgId } = useParams();
  const { search } = useLocation();
  if (orgId === undefined)
    return {
      organisation: '/O',
      nomination: (designationId: string) => `/O?${new URLSearchParams({ nominate: designationId })}`,
      keys: '/O/keys',
    };
  const from = new URLSearchParams(search).get('from');
  const at = (tab: string, more: Record<string, string> = {}) =>
    `/O/${orgId}?${withParameters(new URLSearchParams(), { from, tab, ...more })}`;
  return {
    organisation: at('info'),
    nomination: (nominate: string) => at('info', { nominate }),
    keys: at('keys'),
  };
};
