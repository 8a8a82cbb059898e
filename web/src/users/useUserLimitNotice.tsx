import type { FragmentType } from '@apollo/client';
import { noUserLimit, texts } from '@console/contract/rules';
import { Stack, Text } from '@mantine/core';
import { type MouseEvent, useState } from 'react';
import { useFragment } from '../apollo/useFragment.ts';
import { graphql } from '../gql/gql.ts';
import type { UseUserLimitNotice_OrganisationFragment } from '../gql/graphql.ts';
import { NoticeDialog } from '../ui/dialog/NoticeDialog.tsx';
import { UserLimitAdvice } from './UserLimitAdvice.tsx';

const organisationFragment = graphql(`
  fragment useUserLimitNotice_organisation on Organisation { id userLimit activeUserCount viewerCanEditConfig }
`);

interface LimitOptions {
  onClose?: () => void;
}

/** Whether an organisation has reached its user limit, as far as the counts are known, and the dialog that says so. */
export const useUserLimitNotice = (
  organisation: FragmentType<UseUserLimitNotice_OrganisationFragment>,
  { onClose }: LimitOptions = {},
) => {
  const { data, complete } = useFragment(organisationFragment, organisation);
  const [noticeOpened, setNoticeOpened] = useState(false);
  const { userLimit = null, activeUserCount = null } = complete ? data : {};
  const limited = userLimit !== null && userLimit !== noUserLimit;
  const close = () => {
    setNoticeOpened(false);
    onClose?.();
  };
  const full = limited && activeUserCount !== null && activeUserCount >= userLimit;
  const showNotice = () => setNoticeOpened(true);
  return {
    full,
    showNotice,
    /** Click handler of links to new users: if the user limit is reached, it shows the notice instead. */
    guard: (event: MouseEvent) => {
      if (!full) return;
      event.preventDefault();
      showNotice();
    },
    dialog: (
      <NoticeDialog opened={noticeOpened} title={texts.users.limitReached} onClose={close}>
        <Stack gap="xs">
          <Text>The organisation has as many active users as its limit allows.</Text>
          {complete && <UserLimitAdvice organisationId={data.id} canRaise={data.viewerCanEditConfig} />}
        </Stack>
      </NoticeDialog>
    ),
  };
};
