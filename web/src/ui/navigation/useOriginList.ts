import { useLocation } from 'react-router-dom';
import { useTrail } from './useTrail.ts';

/** The list from which an organisation's pages were opened (`?from=`): organisations or mappings. */
export const useOriginList = () => {
  const { search } = useLocation();
  const { back } = useTrail();
  return new URLSearchParams(search).get('from') === 'M'
    ? { from: 'M', crumb: { label: 'External Mapping', to: back('/M') } }
    : { from: 'T', crumb: { label: 'Setting', to: back('/T') } };
};
