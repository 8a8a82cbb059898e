import { Checkbox, Group, Stack, Text, Title } from '@mantine/core';
import { OrganisersNotified } from '../apollo/EmailPromise.tsx';
import { useMutationAction } from '../apollo/useMutationAction.ts';
import { graphql } from '../gql/gql.ts';
import { ConfirmDialog } from '../ui/dialog/ConfirmDialog.tsx';
import { isShownInDialog, useConfirmedSave } from '../ui/dialog/useConfirmedMutation.ts';
import { type OpenedForm, useSavedForm } from '../ui/dialog/useSavedForm.tsx';
import { Dropdown } from '../ui/form/Dropdown.tsx';
import { FormActions } from '../ui/form/FormActions.tsx';
import { FormPaper } from '../ui/form/FormPaper.tsx';
import { TextField } from '../ui/form/TextField.tsx';
import {
  enteredMinutes,
  ownLength,
  type PanelSignInRules,
  requiredFactorEffect,
  type SignInRulesValues,
  sessionLengthOptions,
  signInRulesChecks,
  signInRulesEffect,
  signInRulesValuesOf,
} from './signInRulesValues.ts';

const updateDocument = graphql(`
  mutation SignInRulesForm_Update($input: UpdateSignInRulesInput!) {
    updateSignInRules(input: $input) {
      signInRules { id sessionMinutes maxSessionMinutes factorRequired usersWithoutFactor }
      organisation { id ...SignInRules_organisation }
    }
  }
`);

export interface SignInRulesFormProps {
  id: string;
  signInRules: PanelSignInRules;
  opened: OpenedForm;
  onDone: () => void;
}

/** The form of the sign-in rules, which are saved with the viewer's own password. */
export function SignInRulesForm({ id, signInRules, opened, onDone }: SignInRulesFormProps) {
  const saved = signInRulesValuesOf(signInRules);
  const { mutate, busy, fieldErrors } = useMutationAction(updateDocument, {
    success: 'Sign-in rules updated',
    keyed: false,
    leaves: () => true,
    fields: Object.keys(saved),
    handles: isShownInDialog,
  });
  const { form, frame, onSubmit, release } = useSavedForm<SignInRulesValues>({
    ...opened,
    initialValues: saved,
    validate: signInRulesChecks(signInRules),
    serverErrors: fieldErrors,
  });
  const leave = () => {
    release();
    onDone();
  };
  const { open, dialog } = useConfirmedSave(leave);
  const sessionMinutes = enteredMinutes(form.values);
  const effect = signInRulesEffect(signInRules, sessionMinutes);
  const { factorRequired } = form.values;
  const changesLength = sessionMinutes !== signInRules.sessionMinutes;
  const changesFactor = factorRequired !== signInRules.factorRequired;
  const submit = () => (changesLength || changesFactor ? open() : leave());
  return (
    <>
      <FormPaper frame={frame} autoComplete="off" onSubmit={onSubmit(submit)}>
        <Title order={2}>Sign-in rules</Title>
        <Dropdown
          label="Sessions end after"
          description="Users must sign in again after this time, even if they are active."
          required
          data={sessionLengthOptions(signInRules)}
          {...form.getInputProps('sessionMinutes')}
        />
        {form.values.sessionMinutes === ownLength && (
          <Group grow align="flex-start">
            <TextField label="Hours" required inputMode="numeric" autoComplete="off" {...form.getInputProps('hours')} />
            <TextField
              label="Minutes"
              required
              inputMode="numeric"
              autoComplete="off"
              {...form.getInputProps('minutes')}
            />
          </Group>
        )}
        <Checkbox
          label="Require a second factor"
          description="Users must sign in with a passkey, or with a password and an authenticator app. An emailed passcode is not enough. Users who sign in through your identity provider are not asked. Their second factor is the provider’s responsibility."
          {...form.getInputProps('factorRequired', { type: 'checkbox' })}
        />
        <FormActions submitLabel="Save" busy={busy} onCancel={onDone} />
      </FormPaper>
      <ConfirmDialog
        {...dialog('Change the sign-in rules?', (currentPassword) =>
          mutate({
            input: {
              organisationId: id,
              currentPassword,
              ...(changesLength && { sessionMinutes }),
              ...(changesFactor && { factorRequired }),
            },
          }),
        )}
        confirmLabel="Change"
        danger={(changesLength && effect.isShorter) || (changesFactor && factorRequired)}
        busy={busy}
      >
        <Stack gap="sm">
          {changesLength && <Text>{effect.text}</Text>}
          {changesFactor && <Text>{requiredFactorEffect(signInRules, factorRequired)}</Text>}
          <Text>
            You can change the rules later. <OrganisersNotified />
          </Text>
        </Stack>
      </ConfirmDialog>
    </>
  );
}
