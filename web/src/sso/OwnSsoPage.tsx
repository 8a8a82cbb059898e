import { usePageQuery } from '../apollo/usePageQuery.ts';
import { graphql } from '../gql/gql.ts';
import { OwnOrganisationFrame } from '../ui/page/OwnOrganisationFrame.tsx';
import { SsoContent } from './SsoContent.tsx';

const pageQuery = graphql(`
  query OwnSsoPage {
    viewer {
      ...Shell_viewer
      organisation {
        id
        brandName
        ...SsoContent_organisation @unmask # whether there are settings
      }
    }
  }
`);

const main = ['viewer.organisation.sso'];

/** Single sign-on of the viewer's own organisation. */
export function Component() {
  const page = usePageQuery(pageQuery, undefined, { main });
  const { failed, whole, retry } = page;
  return (
    <OwnOrganisationFrame title="SSO" page={page} of="form">
      {(organisation) => <SsoContent organisation={organisation} whole={whole} failed={failed} onRetry={retry} />}
    </OwnOrganisationFrame>
  );
}
