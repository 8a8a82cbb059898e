import type { ComponentType } from 'react';
import { Navigate, useLocation, useParams } from 'react-router-dom';
import { OrganisationPage } from '../organisations/OrganisationPage.tsx';
import { withChanges } from '../ui/listAddress.ts';
import { OrganisationAssessmentsPage } from './OrganisationAssessmentsPage.tsx';
import { OrganisationConfigPage } from './OrganisationConfigPage.tsx';
import { OrganisationModelsPage } from './OrganisationModelsPage.tsx';
import { OrganisationSsoPage } from './OrganisationSsoPage.tsx';

const pages = new Map<string | null, ComponentType<{ id: string }>>([
  ['model', OrganisationModelsPage],
  ['asmt', OrganisationAssessmentsPage],
  ['sso', OrganisationSsoPage],
  ['config', OrganisationConfigPage],
]);

/** An organisation by its tab; a tab that has a path of its own leads there, one that is unknown is Information. */
export function Component() {
  const { orgId = '' } = useParams();
  const { search, state } = useLocation();
  const address = new URLSearchParams(search);
  const tab = address.get('tab');
  if (tab === 'user') {
    const kept = withChanges(address, { tab: null });
    return <Navigate to={{ pathname: `/O/${orgId}/user`, search: String(kept) }} state={state} replace />;
  }
  const Page = pages.get(tab) ?? OrganisationPage;
  return <Page key={orgId} id={orgId} />;
}
