import { useState } from 'react';
import { lazyPart, whenOpened } from '../feedback/lazyPart.tsx';
import { graphql } from '../gql/gql.ts';
import { ConfirmedMutationButton } from '../ui/dialog/ConfirmedMutationButton.tsx';
import type { RecoveryCodesDialogProps } from './RecoveryCodesDialog.tsx';
import type { AppSetup, SetUpAppDialogProps } from './SetUpAppDialog.tsx';

const setUpDocument = graphql(`
  mutation SetUpApp_Start($input: SetUpAuthenticatorAppInput!) {
    setUpAuthenticatorApp(input: $input) { setupId secret uri }
  }
`);

// Loads the library that renders the QR code.
const SetUpAppDialog = lazyPart<SetUpAppDialogProps>(
  async () => (await import('./SetUpAppDialog.tsx')).SetUpAppDialog,
  whenOpened,
);
const RecoveryCodesDialog = lazyPart<RecoveryCodesDialogProps>(
  async () => (await import('./RecoveryCodesDialog.tsx')).RecoveryCodesDialog,
  whenOpened,
);

interface SetUpAppProps {
  userId: string;
  label: string;
  /** Renders no button. The recovery codes of an app that was just set up are still shown. */
  isSetUp?: boolean;
  /** The gateway allows nothing else until the app is set up, so operations are not stored. */
  required?: boolean;
  /** The app is set up, and its recovery codes are stored. */
  onDone?: () => void;
}

/** The button that sets up an authenticator app of the viewer, with its dialogs. */
export function SetUpApp({ userId, label, isSetUp = false, required = false, onDone }: SetUpAppProps) {
  const [setup, setSetup] = useState<AppSetup | null>(null);
  const [codes, setCodes] = useState<{ list: readonly string[] | null } | null>(null);
  return (
    <>
      {!isSetUp && (
        <ConfirmedMutationButton
          label={label}
          ariaLabel="Set up an authenticator app"
          confirmLabel="Continue"
          password="always"
          mutation={setUpDocument}
          keyed={false}
          variables={(currentPassword) => ({ input: { currentPassword } })}
          onChanged={({ setUpAuthenticatorApp }) => setSetup(setUpAuthenticatorApp)}
        >
          You need an authenticator app on your phone, such as Google Authenticator, Microsoft Authenticator or FreeOTP.
        </ConfirmedMutationButton>
      )}
      <SetUpAppDialog
        opened={setup !== null}
        setup={setup}
        userId={userId}
        keyed={!required}
        onClose={() => setSetup(null)}
        onSetUp={(list) => {
          setSetup(null);
          setCodes({ list });
        }}
      />
      <RecoveryCodesDialog
        opened={codes !== null}
        codes={codes?.list ?? null}
        onClose={() => {
          setCodes(null);
          onDone?.();
        }}
      />
    </>
  );
}
