import { EmailPromise } from '../apollo/EmailPromise.tsx';
import '@mantine/core/styles/Switch.css';
import { noUserLimit, parseUserLimit, texts } from '@console/contract/rules';
import { Anchor, Switch, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useMutationAction } from '../apollo/useMutationAction.ts';
import { toFailure } from '../feedback/failure.ts';
import { lazyPart, whenOpened } from '../feedback/lazyPart.tsx';
import { graphql } from '../gql/gql.ts';
import type { ConfigSettings_OrganisationFragment, UpdateConfigInput } from '../gql/graphql.ts';
import { NoticeDialog } from '../ui/dialog/NoticeDialog.tsx';
import { type OpenedForm, useSavedForm } from '../ui/dialog/useSavedForm.tsx';
import { changedInput } from '../ui/form/changedInput.ts';
import { Dropdown } from '../ui/form/Dropdown.tsx';
import { FormActions } from '../ui/form/FormActions.tsx';
import { FormPaper } from '../ui/form/FormPaper.tsx';
import { lookupOptionOf, lookupSelectOptions } from '../ui/form/lookupOptions.ts';
import { TextField } from '../ui/form/TextField.tsx';
import { UnsentEmailsNote } from '../ui/page/UnsentEmailsNote.tsx';
import { formatCount } from '../ui/values/format.ts';
import { localZone } from '../ui/values/localZone.ts';
import classes from './ConfigForm.module.css';
import type { PasscodesOnDialogProps } from './PasscodesOnDialog.tsx';

/** The values of the form. */
type ConfigValues = {
  notificationFrequency: string | null;
  otpRequired: boolean;
  noLimit: boolean;
  userLimit: string;
  /** Null: the product API does not support time zones. */
  timeZone: string | null;
};

type Saved = NonNullable<ConfigSettings_OrganisationFragment['config']>;
type NotificationFrequencies = readonly { id: string; label: string }[] | null | undefined;

/** The limit; '' for none. */
const limitOf = ({ userLimit }: Saved): number | null => (userLimit === noUserLimit ? null : userLimit);

const configValuesOf = (config: Saved, frequencies: NotificationFrequencies): ConfigValues => {
  const limit = limitOf(config);
  const frequency = config.notificationFrequency;
  return {
    notificationFrequency: frequency ? lookupOptionOf(frequencies, frequency).id : null,
    otpRequired: config.otpRequired ?? false,
    noLimit: limit === null,
    userLimit: limit === null ? '' : String(limit),
    timeZone: config.timeZone,
  };
};

/** The entered limit, which the form has validated; null means no limit. */
const enteredUserLimit = ({ noLimit, userLimit }: ConfigValues): number | null =>
  noLimit ? null : parseUserLimit(userLimit);

const configInputOf = (values: ConfigValues): Omit<UpdateConfigInput, 'organisationId'> => ({
  notificationFrequency: values.notificationFrequency,
  timeZone: values.timeZone,
  otpRequired: values.otpRequired,
  userLimit: enteredUserLimit(values),
});

/** A missing frequency is only an error if one was saved, so that it does not prevent other changes. */
const configChecks = (saved: ConfigValues) => ({
  notificationFrequency: (frequency: string | null): string | null =>
    frequency || saved.notificationFrequency === null ? null : texts.field.required,
  timeZone: (timeZone: string | null): string | null =>
    timeZone || saved.timeZone === null ? null : texts.field.required,
  userLimit: (limit: string, { noLimit }: ConfigValues): string | null => {
    if (noLimit) return null;
    if (limit.trim() === '') return texts.field.required;
    return parseUserLimit(limit) === noUserLimit ? 'must be a whole number of 1 or more' : null;
  },
});

/** UTC, the zones that the browser knows, and the saved one. */
const timeZoneOptions = (saved: string) =>
  [...new Set(['UTC', saved, ...Intl.supportedValuesOf('timeZone')])].map((zone) => ({ value: zone, label: zone }));

const PasscodesOnDialog = lazyPart<PasscodesOnDialogProps>(
  async () => (await import('./PasscodesOnDialog.tsx')).PasscodesOnDialog,
  whenOpened,
);

const updateDocument = graphql(`
  mutation ConfigForm_Update($input: UpdateConfigInput!) {
    updateConfig(input: $input) {
      config { id notificationFrequency otpRequired otpRequiredNeedsPasscode userLimit timeZone }
      organisation { id userLimit userLimitText }
    }
  }
`);

interface ConfigFormProps {
  organisation: ConfigSettings_OrganisationFragment;
  config: NonNullable<ConfigSettings_OrganisationFragment['config']>;
  frequencies: NotificationFrequencies;
  opened: OpenedForm;
  onDone: () => void;
}

export function ConfigForm({ organisation, config, frequencies, opened, onDone }: ConfigFormProps) {
  const { id, activeUserCount } = organisation;
  const saved = configValuesOf(config, frequencies);
  const [tooLow, setTooLow] = useState(false);
  const [switching, setSwitching] = useState(false);
  const { mutate, busy, fieldErrors } = useMutationAction(updateDocument, {
    success: texts.config.updated,
    leaves: () => true,
    fields: [...Object.keys(saved), 'passcode'],
    handles: (failure) => failure.has('USER_LIMIT_TOO_LOW'),
  });
  const { passcode: refused } = fieldErrors;
  const { form, frame, onSubmit, release } = useSavedForm<ConfigValues>({
    ...opened,
    initialValues: saved,
    validate: configChecks(saved),
    ...(!refused && { serverErrors: fieldErrors }),
  });

  const submit = (values: ConfigValues) => {
    const limit = enteredUserLimit(values);
    if (limit !== null && activeUserCount !== null && limit < activeUserCount) {
      setTooLow(true);
    } else if (values.otpRequired && !form.getInitialValues().otpRequired) setSwitching(true);
    else void save(values);
  };
  const save = async (values: ConfigValues, passcode?: string) => {
    try {
      const changes = changedInput(configInputOf(values), configInputOf(form.getInitialValues()));
      if (!(await mutate({ input: { organisationId: id, ...changes, passcode } }))) return;
      release();
      onDone();
    } catch (error) {
      const failure = toFailure(error);
      // After any other failure, which was reported, the input stays.
      if (failure.has('USER_LIMIT_TOO_LOW')) setTooLow(true);
      if (!failure.fields.passcode) setSwitching(false);
    }
  };
  const { notificationFrequency, noLimit, timeZone } = form.values;
  return (
    <>
      <FormPaper frame={frame} onSubmit={onSubmit(submit)}>
        <Title order={2}>Notifications and sign-in</Title>
        <Dropdown
          label="Notification frequency"
          required={saved.notificationFrequency !== null}
          data={lookupSelectOptions(frequencies, saved.notificationFrequency)}
          failed={!frequencies}
          {...form.getInputProps('notificationFrequency')}
          value={notificationFrequency}
        />
        {saved.timeZone !== null && (
          <Dropdown
            label="Time zone"
            required
            description={
              <EmailPromise otherwise="Decides due days and when client secrets expire. Pending items emails are not sent until email is set up.">
                Decides due days and when client secrets expire. Pending items emails are sent at 07:00.
              </EmailPromise>
            }
            data={timeZoneOptions(saved.timeZone)}
            {...form.getInputProps('timeZone')}
            value={timeZone}
          />
        )}
        {timeZone === 'UTC' && localZone() !== 'UTC' && (
          <Text size="sm">
            {`This browser is in ${localZone()}. `}
            <Anchor
              component="button"
              type="button"
              size="sm"
              onClick={() => form.setFieldValue('timeZone', localZone())}
            >
              {`Use ${localZone()}`}
            </Anchor>
          </Text>
        )}
        <Switch
          label="One-time passcode required"
          description="Users enter a passcode when they sign in"
          classNames={{ labelWrapper: classes.switch }}
          {...form.getInputProps('otpRequired', { type: 'checkbox' })}
        />
        <Title order={2}>Users</Title>
        <Switch
          label={texts.noLimit}
          description="Allow any number of active users"
          classNames={{ labelWrapper: classes.switch }}
          {...form.getInputProps('noLimit', { type: 'checkbox' })}
        />
        {!noLimit && (
          <TextField
            label="User limit"
            description="A whole number of 1 or more"
            required
            inputMode="numeric"
            autoComplete="off"
            {...form.getInputProps('userLimit')}
          />
        )}
        <UnsentEmailsNote />
        <FormActions submitLabel="Save" busy={busy} onCancel={onDone} />
      </FormPaper>
      <PasscodesOnDialog
        opened={switching}
        organisationId={id}
        people={activeUserCount}
        needsPasscode={config.otpRequiredNeedsPasscode}
        refused={refused}
        busy={busy}
        onClose={() => setSwitching(false)}
        onConfirm={(passcode) => save(form.getValues(), passcode)}
      />
      <NoticeDialog opened={tooLow} title={texts.config.updateLimit} onClose={() => setTooLow(false)}>
        <Text>
          {activeUserCount === null
            ? 'The organisation has more active users than this limit. '
            : `The organisation has ${formatCount(activeUserCount)} active users. `}
          Nothing was saved. Raise the limit, or deactivate a user first.
        </Text>
      </NoticeDialog>
    </>
  );
}
