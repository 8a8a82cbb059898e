import { Container, Stack } from '@mantine/core';
import { useSearchParams } from 'react-router-dom';
import { usePageQuery } from '../apollo/usePageQuery.ts';
import { graphql } from '../gql/gql.ts';
import { PageHeader } from '../ui/layout/PageHeader.tsx';
import { PagePlaceholder } from '../ui/layout/PagePlaceholder.tsx';
import { TabBar } from '../ui/layout/TabBar.tsx';
import { usePageTitle } from '../ui/layout/usePageTitle.ts';
import { ChangePasswordForm } from './ChangePasswordForm.tsx';
import { PersonalInformation } from './PersonalInformation.tsx';

const pageQuery = graphql(`
  query ProfilePage {
    viewer {
      ...Shell_viewer
      can {
        viewUsers
      }
      organisation {
        id
        brandName
      }
      user {
        id
        email
        ...PersonalInformation_user
      }
    }
  }
`);

/** The viewer's own account. An unknown tab shows Personal Information. */
export function Component() {
  const [query] = useSearchParams();
  const { data, failed, retry } = usePageQuery(pageQuery);
  const viewer = data?.viewer;
  const changesPassword = query.get('tab') === 'password';
  const what = changesPassword ? 'Change Password' : 'Profile';
  usePageTitle(what, viewer?.organisation?.brandName);
  if (!viewer?.user) return <PagePlaceholder size={960} what="Your profile" failed={failed} onRetry={retry} />;
  return (
    <Container size={960} py="lg">
      <Stack gap="lg">
        <PageHeader
          crumbs={[{ label: 'Profile' }]}
          title="Profile"
          tabs={
            <TabBar
              label="Parts of the profile"
              tabs={[
                { label: 'Personal Information', to: '/profile?tab=info', current: !changesPassword },
                { label: 'Change Password', to: '/profile?tab=password', current: changesPassword },
              ]}
            />
          }
        />
        {changesPassword ? (
          <ChangePasswordForm email={viewer.user.email} />
        ) : (
          <PersonalInformation
            user={viewer.user}
            organisationId={viewer.can.viewUsers ? (viewer.organisation?.id ?? null) : null}
          />
        )}
      </Stack>
    </Container>
  );
}
