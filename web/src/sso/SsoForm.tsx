import { maxLength, texts } from '@console/contract/rules';
import { Button, Group, Input, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useMutationAction } from '../apollo/useMutationAction.ts';
import { graphql } from '../gql/gql.ts';
import type { SsoSettings_OrganisationFragment, UpdateSsoInput } from '../gql/graphql.ts';
import { type OpenedForm, useSavedForm } from '../ui/dialog/useSavedForm.tsx';
import { FormActions } from '../ui/form/FormActions.tsx';
import { FormPaper } from '../ui/form/FormPaper.tsx';
import { textCheck } from '../ui/form/fieldChecks.ts';
import { SecretField } from '../ui/form/SecretField.tsx';
import { TextField } from '../ui/form/TextField.tsx';
import { tooLongMessage } from '../ui/form/textLength.ts';
import { HiddenSecret } from './HiddenSecret.tsx';
import { isShownOnSave, useSsoSave } from './useSsoSave.tsx';

/** The values of the form. The stored secret is never known here: the field is for a new one. */
type SsoValues = {
  clientId: string;
  tenantId: string;
  clientSecret: string;
};

type Saved = SsoSettings_OrganisationFragment['sso'];

const ssoValuesOf = (sso: Saved): SsoValues => ({
  clientId: sso?.clientId ?? '',
  tenantId: sso?.tenantId ?? '',
  clientSecret: '',
});

/** The secret is sent unchanged, and only if one was entered. */
const ssoInputOf = (organisationId: string, values: SsoValues): UpdateSsoInput => ({
  organisationId,
  clientId: values.clientId.trim(),
  tenantId: values.tenantId.trim(),
  ...(values.clientSecret !== '' && { clientSecret: values.clientSecret }),
});

const ssoChecks = (isReplacing: boolean) => ({
  clientId: textCheck(maxLength.ssoId),
  tenantId: textCheck(maxLength.ssoId),
  clientSecret: (secret: string): string | null => {
    if (!isReplacing) return null;
    return secret.trim() === '' ? texts.field.required : tooLongMessage(secret, maxLength.ssoSecret);
  },
});

const updateDocument = graphql(`
  mutation SsoForm_Update($input: UpdateSsoInput!) {
    updateSso(input: $input) {
      sso { id clientId tenantId secretSet }
      organisation { id ...SingleSignOnPanel_organisation } # another client turns it off
    }
  }
`);

interface SsoFormProps {
  organisation: SsoSettings_OrganisationFragment;
  opened: OpenedForm;
  onSaved: () => void;
  /** Not set if there is nothing to return to. */
  onCancel: (() => void) | undefined;
}

const idProps = { required: true, autoComplete: 'off', maxLength: maxLength.ssoId };

/** The form of the settings. A stored secret stays unless another one is entered. */
export function SsoForm({ organisation, opened, onSaved, onCancel }: SsoFormProps) {
  const { id, sso, singleSignOn } = organisation;
  const enabled = singleSignOn?.enabled ?? false;
  const secretSet = sso?.secretSet ?? false;
  /** The last choice to replace or keep the stored secret. */
  const [choice, setChoice] = useState<'replace' | 'keep'>();
  const isReplacing = !secretSet || choice === 'replace';
  const saved = ssoValuesOf(sso);
  const { mutate, busy, fieldErrors } = useMutationAction(updateDocument, {
    success: texts.sso.updated,
    leaves: ({ updateSso }) => updateSso.sso !== null,
    fields: Object.keys(saved),
    handles: isShownOnSave(enabled),
    // Settings that were saved for the first time have no reference in the cache yet.
    update: (cache, { updateSso }) => {
      const settings = updateSso.sso;
      if (!settings) return;
      cache.modify({
        id: cache.identify({ __typename: 'Organisation', id }),
        fields: { sso: (_kept, { toReference }) => toReference({ __typename: 'Sso', id: settings.id }) },
      });
    },
  });
  const { form, frame, onSubmit, release } = useSavedForm<SsoValues>({
    ...opened,
    initialValues: saved,
    validate: ssoChecks(isReplacing),
    serverErrors: fieldErrors,
    // Never store a secret.
    stored: (values) => ({ values: { ...values, clientSecret: '' }, leavesOut: values.clientSecret !== '' }),
    leftOutNotice: 'Your input was kept, except the secret',
  });

  const { save, question } = useSsoSave({
    enabled,
    replacesSecret: secretSet && form.values.clientSecret !== '',
    send: (currentPassword) => mutate({ input: { ...ssoInputOf(id, form.values), currentPassword } }),
    onSaved: () => {
      release();
      onSaved();
    },
    busy,
  });
  return (
    <>
      <FormPaper frame={frame} autoComplete="off" onSubmit={onSubmit(save)}>
        <Title order={2}>Single sign-on (ADFS)</Title>
        {sso === null && (
          <Text c="dimmed">
            Not set up yet. Enter the values of the application registered for this organisation in ADFS or at another
            identity provider.
          </Text>
        )}
        <TextField label="Client ID" {...idProps} {...form.getInputProps('clientId')} />
        <TextField
          label="Tenant ID"
          description="For Microsoft Entra ID, the Directory (tenant) ID, a GUID, from the Overview page of the app registration. For other providers, a name of your choice."
          {...idProps}
          {...form.getInputProps('tenantId')}
        />
        {isReplacing ? (
          <SecretField
            label="Client secret"
            required
            autoFocus={choice === 'replace'}
            {...form.getInputProps('clientSecret')}
          />
        ) : (
          <Input.Wrapper label="Client secret" labelElement="div">
            <Group gap="sm">
              <Text>
                <HiddenSecret />
              </Text>
              <Button variant="default" autoFocus={choice === 'keep'} onClick={() => setChoice('replace')}>
                Replace secret
              </Button>
            </Group>
          </Input.Wrapper>
        )}
        {choice === 'replace' && (
          <Group>
            <Button
              variant="default"
              onClick={() => {
                form.setFieldValue('clientSecret', '');
                setChoice('keep');
              }}
            >
              Keep the stored secret
            </Button>
          </Group>
        )}
        <FormActions submitLabel="Save" busy={busy} onCancel={onCancel} />
      </FormPaper>
      {question}
    </>
  );
}
