import { useParams } from 'react-router-dom';
import { TabBar } from '../ui/layout/TabBar.tsx';
import { useOriginList } from '../ui/layout/useOriginList.ts';

/** How the users of an organisation sign in, and where they come from: of the viewer's own one, or of the one in the address. */
export function SsoTabs({ current }: { current: 'sso' | 'provisioning' }) {
  const { orgId } = useParams();
  const { from } = useOriginList();
  const to = (tab: 'sso' | 'provisioning', own: string) => (orgId ? `/O/${orgId}?from=${from}&tab=${tab}` : own);
  return (
    <TabBar
      label="Identity provider"
      tabs={[
        { label: 'Single sign-on', to: to('sso', '/S'), current: current === 'sso' },
        { label: 'Provisioning', to: to('provisioning', '/S/provisioning'), current: current === 'provisioning' },
      ]}
    />
  );
}
