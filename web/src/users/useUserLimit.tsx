import type { FragmentType } from '@apollo/client';
import { useFragment } from '@apollo/client/react';
import { noUserLimit, texts } from '@console/contract/rules';
import { Text } from '@mantine/core';
import { useState } from 'react';
import { graphql } from '../gql/gql.ts';
import type { UseUserLimit_OrganisationFragment } from '../gql/graphql.ts';
import { NoticeDialog } from '../ui/NoticeDialog.tsx';

const organisationFragment = graphql(`
  fragment useUserLimit_organisation on Organisation {
    id
    userLimit
    activeUserCount
  }
`);

interface LimitOptions {
  /** The person has read it. */
  onClose?: () => void;
}

/** Whether an organisation has as many active users as it may, as far as is known, and the dialog that says so. */
export const useUserLimit = (
  organisation: FragmentType<UseUserLimit_OrganisationFragment>,
  { onClose }: LimitOptions = {},
) => {
  const { data, complete } = useFragment({
    fragment: organisationFragment,
    fragmentName: 'useUserLimit_organisation',
    from: organisation,
  });
  const [told, setTold] = useState(false);
  const { userLimit = null, activeUserCount = null } = complete ? data : {};
  const limited = userLimit !== null && userLimit !== noUserLimit;
  const close = () => {
    setTold(false);
    onClose?.();
  };
  return {
    full: limited && activeUserCount !== null && activeUserCount >= userLimit,
    tell: () => setTold(true),
    dialog: (
      <NoticeDialog opened={told} title={texts.users.limitReached} onClose={close}>
        <Text>
          The organisation has as many active users as its limit allows. Deactivate somebody first, or ask an
          Administrator to raise the limit.
        </Text>
      </NoticeDialog>
    ),
  };
};
