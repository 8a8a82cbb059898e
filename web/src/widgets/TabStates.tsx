import { useLocation } from 'react-router-dom';
import { TabBar } from '../ui/layout/TabBar.tsx';
import { WidgetSection } from './WidgetSection.tsx';

const labels = ['Overview', 'Users', 'Mapped organisations', 'Assessments', 'Configuration', 'Single sign-on'];

export function TabStates() {
  const { search } = useLocation();
  const current = new URLSearchParams(search).get('tab') ?? '0';
  const tabs = labels.map((label, index) => ({ label, to: `?tab=${index}`, current: current === String(index) }));
  return (
    <WidgetSection title="Tab bar" columns={1}>
      <TabBar label="Parts of an organisation" tabs={tabs} />
    </WidgetSection>
  );
}
