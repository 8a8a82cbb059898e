import { useLocation } from 'react-router-dom';
import { useTrail } from './useTrail.ts';

/** Where an organisation's pages were opened from (`?from=`): the list of organisations or the mappings. */
export const useOriginList = () => {
  const { search } = useLocation();
  const { back } = useTrail();
  return new URLSearchParams(search).get('from') === 'M'
    ? { from: 'M', crumb: { label: 'External Mapping', to: back('/M') } }
    : { from: 'T', crumb: { label: 'Setting', to: back('/T') } };
};
