import type { FragmentType } from '@apollo/client';
import { Badge, Group } from '@mantine/core';
import { useFragment } from '../apollo/useFragment.ts';
import { graphql } from '../gql/gql.ts';
import type { ResponderBadges_UserFragment } from '../gql/graphql.ts';

const userFragment = graphql(`fragment ResponderBadges_user on User { id responder { continuer investigator arc } }`);

/** The responder lists that contain the user; a list that could not be loaded is unknown. */
export function ResponderBadges({ user }: { user: FragmentType<ResponderBadges_UserFragment> }) {
  const { data, complete } = useFragment(userFragment, user);
  if (!complete) return null;
  const { continuer, investigator, arc } = data.responder ?? { continuer: null, investigator: null, arc: null };
  const lists = [
    ['Continuer', continuer],
    ['Investigator', investigator],
    ['Arc', arc],
  ] as const;
  const unknown = lists.filter(([, is]) => is === null).map(([label]) => label);
  const known = lists.filter(([, is]) => is);
  if (known.length === 0 && unknown.length === 0) return 'None';
  return (
    <Group gap="xs" component="span">
      {known.map(([label]) => (
        <Badge key={label} color="blue">
          {label}
        </Badge>
      ))}
      {unknown.length > 0 && `Could not load: ${unknown.join(', ')}`}
    </Group>
  );
}
