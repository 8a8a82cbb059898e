import { useMutationAction } from '../apollo/useMutationAction.ts';
import { graphql } from '../gql/gql.ts';
import { ConfirmedMutationButton } from '../ui/dialog/ConfirmedMutationButton.tsx';
import { isShownInDialog } from '../ui/dialog/useConfirmedMutation.ts';

const forgetDocument = graphql(`
  mutation ForgetDeviceButton_Forget($input: ForgetDeviceInput!) { forgetDevice(input: $input) { device { id } } }
`);

interface ForgetDeviceButtonProps {
  deviceId: string;
  deviceName: string;
}

/** Forgets a remembered device after a confirmation. */
export function ForgetDeviceButton({ deviceId, deviceName }: ForgetDeviceButtonProps) {
  const { mutate, busy } = useMutationAction(forgetDocument, {
    success: 'Device forgotten',
    handles: isShownInDialog,
    update: (cache, { forgetDevice: { device } }) => void cache.evict({ id: cache.identify(device) }),
  });
  return (
    <ConfirmedMutationButton
      label="Forget"
      ariaLabel={`Forget ${deviceName}`}
      compact
      question={`Forget ${deviceName}?`}
      danger
      busy={busy}
      send={() => mutate({ input: { id: deviceId } })}
    >
      The next sign-in with this browser needs a passcode. Its sessions stay signed in.
    </ConfirmedMutationButton>
  );
}
