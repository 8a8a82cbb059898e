import { useParams } from 'react-router-dom';
import { TabBar } from '../layout/TabBar.tsx';
import { useOriginList } from '../navigation/useOriginList.ts';

type ActivityTab = 'activity' | 'reviews';

/** Tabs of an organisation's activity log and access reviews: of the viewer's own organisation, or of the one in the URL. */
export function ActivityTabs({ current }: { current: ActivityTab }) {
  const { orgId } = useParams();
  const { from } = useOriginList();
  const to = (tab: ActivityTab) => (orgId ? `/O/${orgId}?from=${from}&tab=${tab}` : `/O/${tab}`);
  return (
    <TabBar
      label="Activity and reviews"
      tabs={[
        { label: 'Activity', to: to('activity'), current: current === 'activity' },
        { label: 'Reviews', to: to('reviews'), current: current === 'reviews' },
      ]}
    />
  );
}
