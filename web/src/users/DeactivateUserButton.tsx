import { texts } from '@console/contract/rules';
import { Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { lazyPart } from '../feedback/lazyPart.tsx';
import { graphql } from '../gql/gql.ts';
import type { HandOverInput, UserStatusButton_UserFragment } from '../gql/graphql.ts';
import { ConfirmedMutationButton } from '../ui/dialog/ConfirmedMutationButton.tsx';
import { NoticeDialog } from '../ui/dialog/NoticeDialog.tsx';
import type { PageAction } from '../ui/layout/pageAction.ts';
import { isolated } from '../ui/values/isolated.ts';
import type { DeactivationImpactProps } from './DeactivationImpact.tsx';
import { failedResponderListMessages, isResponder } from './responders.ts';
import { showHandedOver } from './showHandedOver.tsx';
import { placeUser } from './userListCache.ts';

const DeactivationImpact = lazyPart<DeactivationImpactProps>(
  async () => (await import('./DeactivationImpact.tsx')).DeactivationImpact,
  { loadOn: 'paint' },
);

export const deactivateDocument = graphql(`
  mutation DeactivateUserButton_Deactivate($id: ID!, $currentPassword: String, $handOver: HandOverInput) {
    deactivateUser(id: $id, currentPassword: $currentPassword, handOver: $handOver) {
      user { ...userListCache_user @unmask } # for the cached lists
      organisation { id activeUserCount }
      handedOver { movedUserCount unmovedUsers { id name reason } unmovedUserCount }
    }
  }
`);

interface DeactivateUserButtonProps {
  user: Pick<UserStatusButton_UserFragment, 'id' | 'fullName' | 'responder'>;
  compact: boolean;
  readsAgain: boolean;
  onChanged: () => void;
  /** Shown instead of the button. */
  trigger?: ((action: PageAction) => ReactNode) | undefined;
}

/** Deactivates a user after a confirmation with the viewer's own password. The dialog shows what depends on the user, as does the refusal for a responder. */
export function DeactivateUserButton({ user, compact, readsAgain, onChanged, trigger }: DeactivateUserButtonProps) {
  const { id, fullName, responder } = user;
  const [refused, setRefused] = useState(false);
  const [handOver, setHandOver] = useState<HandOverInput | null>(null);
  const showRefusal = () => setRefused(true);
  const known = isResponder(responder);
  const failures = known ? [] : failedResponderListMessages(responder);
  const disabledReason = failures.join('. ') || undefined;
  return (
    <>
      <ConfirmedMutationButton
        label="Deactivate"
        ariaLabel={`Deactivate ${isolated(fullName)}`}
        compact={compact}
        disabledReason={disabledReason}
        trigger={trigger && ((open) => trigger({ label: 'Deactivate', onClick: open, danger: true, disabledReason }))}
        onPress={known ? showRefusal : undefined}
        danger
        password="always"
        readsAgain={readsAgain}
        mutation={deactivateDocument}
        variables={(currentPassword) => ({ id, currentPassword, ...(handOver && { handOver }) })}
        success={texts.users.deactivated}
        refusal={{ code: 'RESPONDER_ACTIVE', show: showRefusal }}
        update={(cache, { deactivateUser: { user: changed } }) => {
          if (changed) placeUser(cache, changed, 'ACTIVE');
        }}
        onChanged={({ deactivateUser: { handedOver } }) => {
          if (handedOver) showHandedOver(handedOver);
          onChanged();
        }}
        details={<DeactivationImpact userId={id} name={fullName} handOver={handOver} onHandOver={setHandOver} />}
      >
        <bdi translate="no">{fullName}</bdi> is signed out everywhere and can no longer sign in. You can activate them
        again.
      </ConfirmedMutationButton>
      <NoticeDialog opened={refused} title={texts.users.notPermitted} onClose={() => setRefused(false)}>
        <Stack gap="md">
          <Text>{fullName} is a responder in another module. Assign another responder in that module first.</Text>
          <DeactivationImpact userId={id} name={fullName} />
        </Stack>
      </NoticeDialog>
    </>
  );
}
