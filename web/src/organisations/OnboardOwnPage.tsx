import { useNavigate } from 'react-router-dom';
import { usePageQuery } from '../apollo/usePageQuery.ts';
import { graphql } from '../gql/gql.ts';
import { PageFrame } from '../ui/layout/PageFrame.tsx';
import { PageHeader } from '../ui/layout/PageHeader.tsx';
import { usePageTitle } from '../ui/layout/usePageTitle.ts';
import { PagePlaceholder } from '../ui/page/PagePlaceholder.tsx';
import { personValuesOf } from '../users/personValues.ts';
import { OnboardForm, onboardTitle } from './OnboardForm.tsx';

const pageQuery = graphql(`
  query OnboardOwnPage {
    viewer {
      ...Shell_viewer
      user {
        id
        ...PersonFields_user @unmask # the form's initial values
      }
    }
    lookups { ...OrganisationFormFields_lookups ...OrganisationFormPerson_lookups ...useCountryCode_lookups }
  }
`);

/** Onboards the organisation of a signed-in user without one. */
export function Component() {
  const { data, failed, retry } = usePageQuery(pageQuery);
  const navigate = useNavigate();
  const user = data?.viewer?.user;
  usePageTitle(onboardTitle);
  const header = <PageHeader title={onboardTitle} />;
  if (!data || !user) return <PagePlaceholder of="form" header={header} failed={failed} onRetry={retry} />;
  return (
    <PageFrame header={header}>
      <OnboardForm
        organiser={personValuesOf(user)}
        lookups={data.lookups}
        onDone={() => void navigate('/O', { replace: true })}
      />
    </PageFrame>
  );
}
