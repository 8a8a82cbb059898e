import { Badge, Group, Skeleton, Stack, Text } from '@mantine/core';
import { usePageQuery } from '../apollo/usePageQuery.ts';
import { graphql } from '../gql/gql.ts';
import { dutiesOf, unknownOf } from './dutyRows.ts';

const dutiesQuery = graphql(`
  query UserDuties($id: ID!) {
    user(id: $id) {
      id
      duties {
        responder {
          continuer
          investigator
          arc
        }
        seniorDesignation
        isOrganiser
        supervisedUserCount
        supervisedUsers {
          id
          fullName
        }
        apiKeyCount
        sessionCount
      }
    }
  }
`);

/** Props of the list of duties. */
export interface UserDutiesProps {
  id: string;
  name: string;
}

/** What a user holds, before they are deactivated: loaded when it is shown. A failure is said here and hinders nothing. */
export function UserDuties({ id, name }: UserDutiesProps) {
  const { data, loading } = usePageQuery(dutiesQuery, { id }, { quiet: true });
  const duties = data?.user?.duties;
  if (!duties && loading) return <Skeleton h={72} aria-label={`What ${name} holds is loading`} role="status" />;
  if (!duties) return <Text c="dimmed">What {name} holds could not be loaded.</Text>;
  const rows = dutiesOf(duties);
  const unknown = unknownOf(duties);
  return (
    <Stack gap="xs">
      {rows.length === 0 && <Text>Nothing that is known here depends on {name}.</Text>}
      {rows.length > 0 && (
        <Stack component="ul" aria-label={`What ${name} holds`} gap="xs" m={0} p={0}>
          {rows.map(({ module, what, todo }) => (
            <Group component="li" key={what} gap="xs" align="baseline" wrap="nowrap">
              <Badge color="gray" flex="none">
                {module}
              </Badge>
              <div>
                <Text fw={500}>{what}</Text>
                <Text c="dimmed" size="sm">
                  {todo}
                </Text>
              </div>
            </Group>
          ))}
        </Stack>
      )}
      {unknown.length > 0 && (
        <Text c="dimmed" size="sm">
          Not known here: {unknown.join(', ')}.
        </Text>
      )}
    </Stack>
  );
}
