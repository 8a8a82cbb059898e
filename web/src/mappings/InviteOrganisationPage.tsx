import { invitationTokenDays, texts } from '@console/contract/rules';
import { Stack, Text } from '@mantine/core';
import { EmailPromise } from '../apollo/EmailPromise.tsx';
import { useOrganisationQuery } from '../apollo/useOrganisationQuery.ts';
import { CopyableId } from '../feedback/CopyableId.tsx';
import { graphql } from '../gql/gql.ts';
import { HelpPanel } from '../ui/layout/HelpPanel.tsx';
import { PageHeader } from '../ui/layout/PageHeader.tsx';
import { OrganisationFrame } from '../ui/page/OrganisationFrame.tsx';
import { isolated } from '../ui/values/isolated.ts';
import { InviteOrganisationForm } from './InviteOrganisationForm.tsx';
import { useMappingPaths } from './useMappingPaths.ts';

const pageQuery = graphql(`
  query InviteOrganisationPage($id: ID!, $own: Boolean!) {
    viewer { ...Shell_viewer user { id email } organisation @include(if: $own) { id brandName viewerCanInviteOrganisations } }
    organisation(id: $id) @skip(if: $own) { id brandName viewerCanInviteOrganisations }
    lookups { subscribedModules { id label } }
  }
`);

/** Requests a mapping for the viewer's own organisation, or for the one in the address. */
export function Component() {
  const { list, crumbs } = useMappingPaths();
  const page = useOrganisationQuery(pageQuery);
  const title = texts.mappings.inviteOrganisation;
  return (
    <OrganisationFrame
      title={title}
      header={
        <PageHeader
          crumbs={[...crumbs(page.organisation?.brandName), { label: 'External Mapping', to: list }]}
          title={title}
        />
      }
      side={
        page.organisation && (
          <InvitationHelp
            brandName={page.organisation.brandName}
            email={page.own ? (page.data?.viewer?.user.email ?? null) : null}
          />
        )
      }
      sideLabel="Help"
      of="form"
      page={page}
      needs="viewerCanInviteOrganisations"
    >
      {({ id, brandName }, { lookups }) => (
        <InviteOrganisationForm
          key={id}
          organisationId={id}
          brandName={brandName}
          modules={lookups.subscribedModules}
        />
      )}
    </OrganisationFrame>
  );
}

function InvitationHelp({ brandName, email }: { brandName: string; email: string | null }) {
  return (
    <HelpPanel
      topics={[
        [
          'Customers and vendors',
          `A mapping links a customer and a vendor. The organisation that accepts becomes a vendor of ${isolated(brandName)}. Until then, the request is pending.`,
        ],
        ...(email === null
          ? []
          : [
              [
                'To gain a customer',
                <Stack key="customer" gap={4}>
                  <Text>The other organisation invites you. Send its Organiser this text:</Text>
                  <CopyableId
                    label="Copy the text"
                    id={`Please invite ${brandName} as your vendor: open External Mapping in the console, choose Invite External Organisation, and enter ${email}.`}
                  />
                </Stack>,
              ] as const,
            ]),
        [
          'If the organisation is in the console',
          <Text key="known">
            <EmailPromise otherwise="Its Organiser accepts or rejects the request under External Mapping.">
              Its Organiser gets an email with the request, and accepts or rejects it under External Mapping.
            </EmailPromise>
          </Text>,
        ],
        [
          'If it is not',
          <Text key="unknown">
            <EmailPromise otherwise="Email is not set up. Share the invitation link with the person yourself.">
              The person gets an email with a link to add their organisation.
            </EmailPromise>{' '}
            The link works for {invitationTokenDays} days.
          </Text>,
        ],
      ]}
    />
  );
}
