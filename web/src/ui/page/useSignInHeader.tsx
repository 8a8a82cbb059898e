import type { ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import { PageHeader } from '../layout/PageHeader.tsx';
import { TabBar } from '../layout/TabBar.tsx';
import { useOriginList } from '../navigation/useOriginList.ts';
import { useOrganisationHeader } from './useOrganisationHeader.tsx';

const pages = [
  { key: 'sso', label: 'Single sign-on', own: '/S' },
  { key: 'rules', label: 'Rules and IP addresses', own: '/S/rules' },
  { key: 'provisioning', label: 'Provisioning', own: '/S/provisioning' },
] as const;

type SignInPage = (typeof pages)[number]['key'];

/** Header of the sign-in pages of the viewer's own organisation, or of the one in the URL. `others`: the other pages that exist. */
export function useSignInHeader(current: SignInPage, others: Partial<Record<SignInPage, boolean>>): ReactNode {
  const { orgId } = useParams();
  const { from } = useOriginList();
  const header = useOrganisationHeader(current);
  const shown = pages.filter(({ key }) => key === current || others[key]);
  const tabs = shown.length > 1 && (
    <TabBar
      label="Sign-in"
      tabs={shown.map(({ key, label, own }) => ({
        label,
        to: orgId ? `/O/${orgId}?from=${from}&tab=${key}` : own,
        current: key === current,
      }))}
    />
  );
  if (!orgId) return <PageHeader title="Sign-in" tabs={tabs} />;
  return (
    header && (
      <>
        {header}
        {tabs}
      </>
    )
  );
}
