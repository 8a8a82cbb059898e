import { useMutationAction } from '../apollo/useMutationAction.ts';
import { graphql } from '../gql/gql.ts';
import { ConfirmedMutationButton } from '../ui/dialog/ConfirmedMutationButton.tsx';
import { isShownInDialog } from '../ui/dialog/useConfirmedMutation.ts';

const forgetDocument = graphql(`
  mutation ForgetDeviceButton_Forget($input: ForgetDeviceInput!) {
    forgetDevice(input: $input) {
      device {
        id
      }
    }
  }
`);

/** Forgets a remembered device after a confirmation. */
export function ForgetDeviceButton({ id, name }: { id: string; name: string }) {
  const { mutate, busy } = useMutationAction(forgetDocument, {
    success: 'Device forgotten',
    handles: isShownInDialog,
    update: (cache, { forgetDevice: { device } }) => void cache.evict({ id: cache.identify(device) }),
  });
  return (
    <ConfirmedMutationButton
      label="Forget"
      ariaLabel={`Forget ${name}`}
      compact
      question={`Forget ${name}?`}
      danger
      busy={busy}
      send={() => mutate({ input: { id } })}
    >
      The next sign-in with this browser needs a passcode. Its sessions stay signed in.
    </ConfirmedMutationButton>
  );
}
