import { TabBar } from '../ui/layout/TabBar.tsx';

/** The tabs of the viewer's own organisation: how its users sign in, and where they come from. */
export const SsoTabs = ({ current }: { current: 'sso' | 'provisioning' }) => (
  <TabBar
    label="Identity provider"
    tabs={[
      { label: 'Single sign-on', to: '/S', current: current === 'sso' },
      { label: 'Provisioning', to: '/S/provisioning', current: current === 'provisioning' },
    ]}
  />
);
