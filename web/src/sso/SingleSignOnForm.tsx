import { maxLength } from '@console/contract/rules';
import { Title } from '@mantine/core';
import { EmailPromise } from '../apollo/EmailPromise.tsx';
import { useMutationAction } from '../apollo/useMutationAction.ts';
import { graphql } from '../gql/gql.ts';
import { type OpenedForm, useSavedForm } from '../ui/dialog/useSavedForm.tsx';
import { changedInput } from '../ui/form/changedInput.ts';
import { Dropdown } from '../ui/form/Dropdown.tsx';
import { FormActions } from '../ui/form/FormActions.tsx';
import { FormPaper } from '../ui/form/FormPaper.tsx';
import { TextField } from '../ui/form/TextField.tsx';
import {
  newPeopleOptions,
  type PanelSingleSignOn,
  type SingleSignOnValues,
  signOutOptions,
  singleSignOnChecks,
  singleSignOnInputOf,
  singleSignOnValuesOf,
} from './singleSignOnValues.ts';
import { isShownOnSave, useSsoSave } from './useSsoSave.tsx';

const updateDocument = graphql(`
  mutation SingleSignOnForm_Update($input: UpdateSingleSignOnInput!) {
    updateSingleSignOn(input: $input) { organisation { id ...SingleSignOnPanel_organisation } }
  }
`);

export interface SingleSignOnFormProps {
  id: string;
  singleSignOn: PanelSingleSignOn;
  opened: OpenedForm;
  onDone: () => void;
}

/** The form for issuer, email domains and new users. */
export function SingleSignOnForm({ id, singleSignOn, opened, onDone }: SingleSignOnFormProps) {
  const saved = singleSignOnValuesOf(singleSignOn);
  const hasProviderSignOut = singleSignOn.signsOutAtProvider !== null;
  const { mutate, busy, fieldErrors } = useMutationAction(updateDocument, {
    success: 'Single sign-on updated',
    keyed: false,
    leaves: () => true,
    fields: Object.keys(saved),
    handles: isShownOnSave(singleSignOn.enabled),
  });
  const { form, frame, onSubmit, release } = useSavedForm<SingleSignOnValues>({
    ...opened,
    initialValues: saved,
    validate: singleSignOnChecks,
    serverErrors: fieldErrors,
  });
  const expiry = form.getInputProps('secretExpiresOn');
  const inputOf = (values: SingleSignOnValues) => singleSignOnInputOf(values, hasProviderSignOut);
  const changes = () => changedInput(inputOf(form.values), inputOf(form.getInitialValues()));
  const { save, question } = useSsoSave({
    enabled: singleSignOn.enabled,
    send: (currentPassword) => mutate({ input: { organisationId: id, ...changes(), currentPassword } }),
    onSaved: () => {
      release();
      onDone();
    },
    busy,
  });
  return (
    <>
      <FormPaper frame={frame} autoComplete="off" onSubmit={onSubmit(save)}>
        <Title order={2}>Identity provider</Title>
        <TextField
          label="Issuer"
          description="Issuer URL of your identity provider, such as https://login.example.com, or its discovery URL. Leave empty for Microsoft Entra ID if the tenant ID is the GUID of your tenant. Changing the issuer turns single sign-on off."
          autoComplete="off"
          maxLength={maxLength.ssoIssuer}
          {...form.getInputProps('issuer')}
        />
        <TextField
          label="Email domains"
          description="Separated by commas. Users of a domain can sign in once it is verified."
          autoComplete="off"
          {...form.getInputProps('domains')}
        />
        <Dropdown label="New users" required data={newPeopleOptions} {...form.getInputProps('defaultRole')} />
        <TextField
          label="Client secret expires on"
          description={
            <>
              The date your provider shows.{' '}
              <EmailPromise>Organisers are emailed 30 days and 7 days before it.</EmailPromise> Saving a new secret
              clears it.
            </>
          }
          type="date"
          min="2000-01-01"
          max="2999-12-31"
          {...expiry}
          onBlur={({ currentTarget: input }) => {
            // React does not clear a partly typed date, which is not saved.
            if (input.validity.badInput) input.value = '';
            expiry.onBlur?.(input);
          }}
        />
        {hasProviderSignOut && (
          <Dropdown
            label="Sign-out"
            description="Applies to sessions that began at the provider, and only if the provider supports it (`end_session_endpoint`)."
            required
            data={signOutOptions}
            {...form.getInputProps('signOut')}
          />
        )}
        <FormActions submitLabel="Save" busy={busy} onCancel={onDone} />
      </FormPaper>
      {question}
    </>
  );
}
