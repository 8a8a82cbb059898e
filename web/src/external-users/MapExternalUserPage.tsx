import { texts } from '@console/contract/rules';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { usePageQuery } from '../apollo/usePageQuery.ts';
import { graphql } from '../gql/gql.ts';
import { MappingStateBadge } from '../mappings/MappingStateBadge.tsx';
import { PageFrame } from '../ui/layout/PageFrame.tsx';
import { PageHeader } from '../ui/layout/PageHeader.tsx';
import { RedirectToPageNotFound } from '../ui/layout/RedirectToPageNotFound.tsx';
import { usePageTitle } from '../ui/layout/usePageTitle.ts';
import { useTrail } from '../ui/layout/useTrail.ts';
import { PagePlaceholder } from '../ui/page/PagePlaceholder.tsx';
import { AcceptExternalUserForm } from './AcceptExternalUserForm.tsx';
import { RejectExternalUserButton } from './RejectExternalUserButton.tsx';

const pageQuery = graphql(`
  query MapExternalUserPage($userId: ID!, $organisationId: ID) {
    viewer { ...Shell_viewer user { id organisationId } }
    externalUser(userId: $userId, organisationId: $organisationId) {
      ...ExternalUserTable_user @unmask # the form is chosen from it once
      user {
        id
        ...UserForm_user @unmask # the form's initial values
      }
    }
    lookups { ...UserForm_lookups ...useRoleChoices_lookups }
  }
`);

const addressKeys = { user: 'id', organisation: 'organisation', origin: 'from' } as const;

/** The external user of a mailed link, to be accepted into the viewer's own organisation, or into the one in the address. */
export function Component() {
  const [address] = useSearchParams();
  const userId = address.get(addressKeys.user)?.trim() ?? '';
  return userId ? (
    <ExternalUserPage key={String(address)} userId={userId} address={address} />
  ) : (
    <RedirectToPageNotFound />
  );
}

function ExternalUserPage({ userId, address }: { userId: string; address: URLSearchParams }) {
  const orgId = address.get(addressKeys.organisation) || null;
  const origin = address.get(addressKeys.origin);
  const { back, settledTrail } = useTrail();
  const navigate = useNavigate();
  const { data, failed, missing, whole, retry } = usePageQuery(
    pageQuery,
    { userId, ...(orgId !== null && { organisationId: orgId }) },
    { main: ['externalUser'] },
  );
  const title = texts.mappings.addDetails;
  usePageTitle(title);
  const externalUser = data?.externalUser;
  const organisationId = orgId ?? data?.viewer?.user.organisationId;
  if (missing || (whole && !externalUser)) return <RedirectToPageNotFound />;
  const base = orgId === null ? '/U' : `/O/${encodeURIComponent(orgId)}/user`;
  const listPath =
    back(base) === base && origin && orgId !== null ? `${base}?from=${encodeURIComponent(origin)}` : back(base);
  const crumbs = [{ label: 'User', to: listPath }];
  if (!externalUser || !organisationId)
    return <PagePlaceholder of="form" header={<PageHeader {...{ crumbs, title }} />} failed={failed} onRetry={retry} />;
  const { state, user, viewerCanReject, takesReason } = externalUser;
  if (!viewerCanReject && state === 'PENDING') return <RedirectToPageNotFound />;
  return (
    <PageFrame
      header={
        <PageHeader
          {...{ crumbs, title }}
          badge={<MappingStateBadge state={state} />}
          actions={
            viewerCanReject && (
              <RejectExternalUserButton
                {...{ user, organisationId, takesReason }}
                compact={false}
                onChanged={(stale) =>
                  stale ? retry() : void navigate(listPath, { replace: true, state: settledTrail })
                }
              />
            )
          }
        />
      }
    >
      <AcceptExternalUserForm
        externalUser={externalUser}
        lookups={data.lookups}
        organisationId={organisationId}
        own={organisationId === data.viewer?.user.organisationId}
        listPath={listPath}
        onStale={retry}
      />
    </PageFrame>
  );
}
