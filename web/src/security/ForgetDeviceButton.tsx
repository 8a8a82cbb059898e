import { graphql } from '../gql/gql.ts';
import { ConfirmedMutationButton } from '../ui/dialog/ConfirmedMutationButton.tsx';

const forgetDocument = graphql(`
  mutation ForgetDeviceButton_Forget($input: ForgetDeviceInput!) { forgetDevice(input: $input) { device { id } } }
`);

interface ForgetDeviceButtonProps {
  deviceId: string;
  deviceName: string;
}

/** Removes a remembered device after a confirmation. */
export function ForgetDeviceButton({ deviceId, deviceName }: ForgetDeviceButtonProps) {
  return (
    <ConfirmedMutationButton
      label="Remove"
      ariaLabel={`Remove ${deviceName}`}
      compact
      danger
      mutation={forgetDocument}
      variables={() => ({ input: { id: deviceId } })}
      success="Remembered device removed"
      update={(cache, { forgetDevice: { device } }) => void cache.evict({ id: cache.identify(device) })}
    >
      The next sign-in with that browser requires a passcode. Its current sessions continue.
    </ConfirmedMutationButton>
  );
}
