import { Anchor, Text } from '@mantine/core';
import { Link } from 'react-router-dom';

interface UserLimitAdviceProps {
  organisationId: string;
  /** Whether the viewer may raise the limit, and so gets the link. */
  canRaise: boolean;
}

/** Path of the page that changes the limit of an organisation. */
export const configPathOf = (organisationId: string): string => `/O/${organisationId}?tab=config`;

/** Advice when the user limit is reached. */
export function UserLimitAdvice({ organisationId, canRaise }: UserLimitAdviceProps) {
  if (!canRaise) return <Text>Deactivate a user first, or ask an Administrator to raise the limit.</Text>;
  return (
    <Text>
      Deactivate a user first, or raise the limit in the organisation’s{' '}
      <Anchor component={Link} to={configPathOf(organisationId)} inherit>
        Configuration
      </Anchor>
      .
    </Text>
  );
}
