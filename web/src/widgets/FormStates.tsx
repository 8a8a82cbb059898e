import { maxLength, texts } from '@console/contract/rules';
import { Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { Dropdown } from '../ui/Dropdown.tsx';
import { FormActions } from '../ui/FormActions.tsx';
import { TextField } from '../ui/TextField.tsx';
import { tooLong } from '../ui/textLength.ts';
import { showSuccess } from '../ui/toasts.tsx';
import { formDefaults, useFaultyFields } from '../ui/useFaultyFields.tsx';
import { WidgetSection } from './WidgetSection.tsx';

const roles = ['Administrator', 'Auditee'].map((label) => ({ value: label, label }));
const required = (value: string | null) => (value ? null : texts.field.required);
const busyMs = 1_500;

export function FormStates() {
  const faulty = useFaultyFields();
  const [busy, setBusy] = useState(false);
  const form = useForm({
    ...formDefaults,
    initialValues: { name: '', role: null as string | null, mobile: '' },
    validate: {
      name: (name) => required(name) ?? tooLong(name, maxLength.personName),
      role: required,
      mobile: (mobile) => tooLong(mobile, maxLength.mobile),
    },
  });
  const save = () => {
    setBusy(true);
    setTimeout(() => {
      setBusy(false);
      showSuccess(texts.submitted);
    }, busyMs);
  };
  return (
    <WidgetSection title="Form" columns={1}>
      <form noValidate ref={faulty.ref} onSubmit={form.onSubmit(save, faulty.tell)}>
        <Stack gap="md" maw={720}>
          <TextField label="Name" required maxLength={maxLength.personName} {...form.getInputProps('name')} />
          <Dropdown label="Role" data={roles} required {...form.getInputProps('role')} />
          <TextField label="Mobile" maxLength={maxLength.mobile} {...form.getInputProps('mobile')} />
          {faulty.summary}
          <FormActions submitLabel="Save" busy={busy} onCancel={form.reset} />
        </Stack>
      </form>
    </WidgetSection>
  );
}
