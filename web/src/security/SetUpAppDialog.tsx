import { appCodeLength } from '@console/contract/rules';
import { Button, Center, Group, Input, Paper, Stack, Text } from '@mantine/core';
import { QRCodeSVG } from 'qrcode.react';
import { useRef, useState } from 'react';
import { useMutationAction } from '../apollo/useMutationAction.ts';
import { CopyButton } from '../feedback/CopyButton.tsx';
import { type Failure, toFailure } from '../feedback/failure.ts';
import { graphql } from '../gql/gql.ts';
import { Dialog } from '../ui/dialog/Dialog.tsx';
import { AppCodeInput } from '../ui/form/AppCodeInput.tsx';
import { fieldError } from '../ui/form/FieldError.tsx';
import { TextField } from '../ui/form/TextField.tsx';
import { storeFactors } from './storeFactors.ts';

const confirmDocument = graphql(`
  mutation SetUpAppDialog_Confirm($input: ConfirmAuthenticatorAppInput!) {
    confirmAuthenticatorApp(input: $input) { secondFactors { authenticatorApp { createdAt recoveryCodesLeft } } recoveryCodes }
  }
`);

/** A set-up that needs its first code. */
export interface AppSetup {
  setupId: string;
  secret?: string | null;
  uri?: string | null;
}

export interface SetUpAppDialogProps {
  opened: boolean;
  setup: AppSetup | null;
  userId: string;
  /** Default: a second press gets the response to the first. */
  keyed?: boolean;
  onClose: () => void;
  /** Gets the recovery codes, null if the response with them was lost. */
  onSetUp: (recoveryCodes: readonly string[] | null) => void;
}

const handles = (failure: Failure) => failure.has('TOKEN_INVALID');
const qrCodeSize = 192;

/** Shows the secret as a QR code and as text, and asks for the first code. Neither Escape nor a click outside closes it. */
export function SetUpAppDialog({ opened, setup, userId, keyed = true, onClose, onSetUp }: SetUpAppDialogProps) {
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title="Set up an authenticator app"
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
    >
      {setup && <SetUpForm key={setup.setupId} {...{ setup, userId, keyed, onClose, onSetUp }} />}
    </Dialog>
  );
}

type SetUpFormProps = Omit<SetUpAppDialogProps, 'opened' | 'setup'> & { setup: AppSetup };

function SetUpForm({ setup: { setupId, secret, uri }, userId, keyed = true, onClose, onSetUp }: SetUpFormProps) {
  const key = useRef<HTMLInputElement>(null);
  const firstBox = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState('');
  const [refusal, setRefusal] = useState<string>();
  const { mutate, busy } = useMutationAction(confirmDocument, {
    success: 'Authenticator app set up',
    keyed,
    fields: ['code'],
    handles,
    update: (cache, { confirmAuthenticatorApp }) => storeFactors(cache, userId, confirmAuthenticatorApp.secondFactors),
  });
  const confirm = async (entered: string) => {
    setRefusal(undefined);
    try {
      const data = await mutate({ input: { setupId, code: entered } });
      if (data) onSetUp(data.confirmAuthenticatorApp.recoveryCodes ?? null);
    } catch (error) {
      const failure = toFailure(error);
      setRefusal(failure.fields.code ?? (handles(failure) ? failure.message : undefined));
      setCode('');
      firstBox.current?.focus();
    }
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (code.length === appCodeLength) void confirm(code);
      }}
    >
      <Stack gap="md">
        <Text>1. Scan this code with your authenticator app.</Text>
        {uri && (
          <Center>
            <Paper withBorder lh={0} style={{ overflow: 'hidden' }}>
              {/* Black on white with its margin in both themes: cameras do not read inverted codes. */}
              <QRCodeSVG value={uri} size={qrCodeSize} marginSize={4} title="QR code for the authenticator app" />
            </Paper>
          </Center>
        )}
        <TextField
          ref={key}
          label="Or type this key into the app"
          readOnly
          value={secret?.replace(/.{4}(?=.)/g, '$& ') ?? ''}
          onFocus={(event) => event.currentTarget.select()}
        />
        <Group>
          <CopyButton variant="default" size="compact-sm" text={secret ?? ''} shown={key} label="Copy the key" />
        </Group>
        <Input.Wrapper
          label={`2. Enter the ${appCodeLength} digits that the app shows`}
          labelElement="div"
          error={fieldError(refusal)}
        >
          <AppCodeInput
            ref={firstBox}
            value={code}
            error={refusal !== undefined && code === ''}
            onChange={setCode}
            onComplete={(entered) => void confirm(entered)}
          />
        </Input.Wrapper>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" disabled={busy} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={code.length < appCodeLength} loading={busy}>
            Set up
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
