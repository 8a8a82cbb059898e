import { personFields } from '@console/contract/person-fields';
import { texts } from '@console/contract/rules';
import { Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { showSuccess } from '../feedback/toasts.tsx';
import { Dropdown } from '../ui/form/Dropdown.tsx';
import { FormActions } from '../ui/form/FormActions.tsx';
import { TextField } from '../ui/form/TextField.tsx';
import { tooLongMessage } from '../ui/form/textLength.ts';
import { formDefaults, useInvalidFields } from '../ui/form/useInvalidFields.tsx';
import { WidgetSection } from './WidgetSection.tsx';

const roles = ['Administrator', 'Auditee'].map((label) => ({ value: label, label }));
const required = (value: string | null) => (value ? null : texts.field.required);
const busyMs = 1_500;

export function FormStates() {
  const [busy, setBusy] = useState(false);
  const form = useForm({
    ...formDefaults,
    initialValues: { name: '', role: null as string | null, mobile: '' },
    validate: {
      name: (name) => required(name) ?? tooLongMessage(name, personFields.firstname.maxLength),
      role: required,
      mobile: (mobile) => tooLongMessage(mobile, personFields.mobile.maxLength),
    },
  });
  const invalid = useInvalidFields(form.errors);
  const save = () => {
    setBusy(true);
    setTimeout(() => {
      setBusy(false);
      showSuccess(texts.submitted);
    }, busyMs);
  };
  return (
    <WidgetSection title="Form" columns={1}>
      <form noValidate ref={invalid.ref} onSubmit={form.onSubmit(save, invalid.announce)}>
        <Stack gap="md" maw={720}>
          <TextField
            label="Name"
            required
            maxLength={personFields.firstname.maxLength}
            {...form.getInputProps('name')}
          />
          <Dropdown label="Role" data={roles} required {...form.getInputProps('role')} />
          <TextField label="Mobile" maxLength={personFields.mobile.maxLength} {...form.getInputProps('mobile')} />
          {invalid.summary}
          <FormActions submitLabel="Save" busy={busy} onCancel={form.reset} />
        </Stack>
      </form>
    </WidgetSection>
  );
}
