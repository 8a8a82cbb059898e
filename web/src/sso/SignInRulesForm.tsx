import { Checkbox, Group, Stack, Text, Title } from '@mantine/core';
import { OrganisersNotified } from '../apollo/EmailPromise.tsx';
import { graphql } from '../gql/gql.ts';
import { ConfirmDialog } from '../ui/dialog/ConfirmDialog.tsx';
import { type EditedSettings, useConfirmedForm } from '../ui/dialog/useConfirmedForm.ts';
import { Dropdown } from '../ui/form/Dropdown.tsx';
import { FormActions } from '../ui/form/FormActions.tsx';
import { FormPaper } from '../ui/form/FormPaper.tsx';
import { TextField } from '../ui/form/TextField.tsx';
import {
  enteredMinutes,
  ownLength,
  type PanelSignInRules,
  requiredFactorEffect,
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

export interface SignInRulesFormProps extends EditedSettings {
  id: string;
  signInRules: PanelSignInRules;
}

/** The form of the sign-in rules, which are saved with the viewer's own password. */
export function SignInRulesForm({ id, signInRules, ...edited }: SignInRulesFormProps) {
  const { form, busy, paper, question } = useConfirmedForm(updateDocument, {
    ...edited,
    success: 'Sign-in rules updated',
    initialValues: signInRulesValuesOf(signInRules),
    validate: signInRulesChecks(signInRules),
  });
  const sessionMinutes = enteredMinutes(form.values);
  const effect = signInRulesEffect(signInRules, sessionMinutes);
  const { factorRequired } = form.values;
  // Another user may have changed the rules since the form was opened.
  const opened = form.getInitialValues();
  const changesLength = sessionMinutes !== enteredMinutes(opened);
  const changesFactor = factorRequired !== opened.factorRequired;
  return (
    <>
      <FormPaper {...paper(changesLength || changesFactor)}>
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
        <FormActions submitLabel="Save" busy={busy} onCancel={edited.onDone} />
      </FormPaper>
      <ConfirmDialog
        {...question('Change the sign-in rules?', (currentPassword) => ({
          input: {
            organisationId: id,
            currentPassword,
            ...(changesLength && { sessionMinutes }),
            ...(changesFactor && { factorRequired }),
          },
        }))}
        danger={(changesLength && effect.isShorter) || (changesFactor && factorRequired)}
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
