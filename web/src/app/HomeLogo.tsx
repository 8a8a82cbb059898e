import type { FragmentType } from '@apollo/client';
import { Anchor, Image } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useFragment } from '../apollo/useFragment.ts';
import { graphql } from '../gql/gql.ts';
import type { HomeLogo_ViewerFragment } from '../gql/graphql.ts';
import defaultLogo from '../ui/layout/default-logo.svg?no-inline';

const viewerFragment = graphql(`fragment HomeLogo_viewer on Viewer { user { id logoUrl } }`);

export function HomeLogo({ viewer }: { viewer: FragmentType<HomeLogo_ViewerFragment> }) {
  const { data } = useFragment(viewerFragment, viewer);
  const [failed, setFailed] = useState<string | null>(null);
  const wanted = data?.user?.logoUrl || defaultLogo;
  return (
    <Anchor component={Link} to="/" aria-label="Home" display="flex" p={4} miw={0}>
      <Image
        src={wanted === failed ? defaultLogo : wanted}
        alt="Organisation logo"
        h={32}
        w="auto"
        miw={0}
        maw={120}
        fit="contain"
        radius={0}
        onError={() => setFailed(wanted)}
      />
    </Anchor>
  );
}
