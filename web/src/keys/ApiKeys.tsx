import type { FragmentType } from '@apollo/client';
import { useFragment } from '../apollo/useFragment.ts';
import { graphql } from '../gql/gql.ts';
import type { ApiKeys_ViewerFragment } from '../gql/graphql.ts';
import { ApiKeysUnavailable } from './ApiKeysUnavailable.tsx';
import { KeySection } from './KeySection.tsx';

const viewerFragment = graphql(
  `fragment ApiKeys_viewer on Viewer { apiKeyScopes apiKeys { id name prefix status expiresAt ...KeyTable_key } }`,
);

/** Props of the viewer's keys. */
export interface ApiKeysProps {
  viewer: FragmentType<ApiKeys_ViewerFragment>;
  /** A null list means that the product API has none, not that it could not be read. */
  whole: boolean;
  loading: boolean;
  onRetry: () => void;
}

/** The viewer's own API keys. */
export function ApiKeys({ viewer, whole, ...rest }: ApiKeysProps) {
  const { data, complete } = useFragment(viewerFragment, viewer);
  const { apiKeys, apiKeyScopes: scopes } = complete ? data : {};
  if (scopes === null && whole) return <ApiKeysUnavailable />;
  const choices = scopes ? [{ role: null, scopes }] : undefined;
  return <KeySection kind="own" organisationId={null} keys={apiKeys} choices={choices} {...rest} />;
}
