import type { FragmentType } from '@apollo/client';
import { Anchor } from '@mantine/core';
import { Link } from 'react-router-dom';
import { useFragment } from '../apollo/useFragment.ts';
import { graphql } from '../gql/gql.ts';
import type { HomeLogo_ViewerFragment } from '../gql/graphql.ts';
import { Logo } from '../ui/layout/Logo.tsx';

const viewerFragment = graphql(`fragment HomeLogo_viewer on Viewer { user { id logoUrl } }`);

export function HomeLogo({ viewer }: { viewer: FragmentType<HomeLogo_ViewerFragment> }) {
  const { data } = useFragment(viewerFragment, viewer);
  return (
    <Anchor component={Link} to="/" aria-label="Home" display="flex" p={4} miw={0}>
      <Logo src={data?.user?.logoUrl} alt="Organisation logo" h={32} miw={0} maw={120} />
    </Anchor>
  );
}
