import '@mantine/core/styles/Switch.css';
import { texts } from '@console/contract/rules';
import { Alert, Paper, Stack, Switch, Text, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { toFailure } from '../apollo/failure.ts';
import { useAct } from '../apollo/useAct.ts';
import { graphql } from '../gql/gql.ts';
import type { ConfigSettings_OrganisationFragment } from '../gql/graphql.ts';
import { Dropdown } from '../ui/Dropdown.tsx';
import { FormActions } from '../ui/FormActions.tsx';
import { formatCount } from '../ui/format.ts';
import { choicesOf } from '../ui/lookupOptions.ts';
import { NoticeDialog } from '../ui/NoticeDialog.tsx';
import { TextField } from '../ui/TextField.tsx';
import type { Draft } from '../ui/useDraft.ts';
import { formDefaults, useFaultyFields } from '../ui/useFaultyFields.tsx';
import { useServerFaults } from '../ui/useServerFaults.ts';
import { useUnsavedForm } from '../ui/useUnsavedForm.tsx';
import classes from './ConfigForm.module.css';
import { type ConfigValues, configChecks, enteredLimit, type Frequencies, inputOf, valuesOf } from './configValues.ts';

const updateDocument = graphql(`
  mutation ConfigForm_Update($input: UpdateConfigInput!) {
    updateConfig(input: $input) {
      config {
        id
        notificationFrequency
        otpRequired
        userLimit
      }
      organisation {
        id
        userLimit
        userLimitText
      }
    }
  }
`);

interface ConfigFormProps {
  organisation: ConfigSettings_OrganisationFragment;
  config: NonNullable<ConfigSettings_OrganisationFragment['config']>;
  frequencies: Frequencies;
  draft: Draft;
  onDone: () => void;
}

export function ConfigForm({ organisation, config, frequencies, draft, onDone }: ConfigFormProps) {
  const { id, activeUserCount } = organisation;
  const saved = valuesOf(config, frequencies);
  const form = useForm<ConfigValues>({ ...formDefaults, initialValues: saved, validate: configChecks });
  const { question, release } = useUnsavedForm(form, draft);
  const [tooLow, setTooLow] = useState(false);
  const { act, busy, fieldErrors } = useAct(updateDocument, {
    success: texts.config.updated,
    fields: Object.keys(saved),
    handles: (failure) => failure.has('USER_LIMIT_TOO_LOW'),
  });
  const { ref, tell, summary } = useFaultyFields();
  useServerFaults(form, fieldErrors, tell);

  const save = async (values: ConfigValues) => {
    const limit = enteredLimit(values);
    if (limit !== null && activeUserCount !== null && limit < activeUserCount) {
      setTooLow(true);
      return;
    }
    try {
      if (!(await act({ input: inputOf(id, values) }))) return;
      release();
      onDone();
    } catch (error) {
      // Anything else was told, and what was typed is still there.
      if (toFailure(error).has('USER_LIMIT_TOO_LOW')) setTooLow(true);
    }
  };
  const { notificationFrequency, noLimit } = form.values;
  return (
    <Paper p="lg" maw={720}>
      <form ref={ref} noValidate onSubmit={form.onSubmit((values) => void save(values), tell)}>
        <Stack gap="md">
          {draft.kept && (
            <Alert color="gray" role="status">
              What you typed was kept
            </Alert>
          )}
          <Title order={2}>Notifications and sign-in</Title>
          <Dropdown
            label="Notification frequency"
            required
            data={choicesOf(frequencies, saved.notificationFrequency)}
            failed={!frequencies}
            {...form.getInputProps('notificationFrequency')}
            value={notificationFrequency}
          />
          <Switch
            label="One-time passcode required"
            description="Its users enter a passcode when they sign in"
            classNames={{ labelWrapper: classes.switch }}
            {...form.getInputProps('otpRequired', { type: 'checkbox' })}
          />
          <Title order={2}>Users</Title>
          <Switch
            label={texts.noLimit}
            description="As many active users as there are"
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
          <FormActions submitLabel="Save" busy={busy} onCancel={onDone} />
        </Stack>
        {summary}
      </form>
      {question}
      <NoticeDialog opened={tooLow} title={texts.config.updateLimit} onClose={() => setTooLow(false)}>
        <Text>
          {activeUserCount === null
            ? 'The organisation has more active users than this. '
            : `The organisation has ${formatCount(activeUserCount)} active users. `}
          Nothing was saved. Raise the limit, or deactivate somebody first.
        </Text>
      </NoticeDialog>
    </Paper>
  );
}
