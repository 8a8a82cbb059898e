import { personFields } from '@console/contract/person-fields';
import { texts } from '@console/contract/rules';
import { type ComponentProps, useState } from 'react';
import { PasswordField } from '../ui/form/PasswordField.tsx';
import { TextField } from '../ui/form/TextField.tsx';
import { FilterDay } from '../ui/table/FilterDay.tsx';
import { WidgetSection } from './WidgetSection.tsx';

export function FieldStates() {
  return (
    <WidgetSection title="Fields">
      <Field label="Required" required />
      <Field label="With a hint" />
      <Field label="With help" description="As it stands in the passport" required />
      <Field label="With a counter" maxLength={personFields.firstname.maxLength} required first="Jane" />
      <Field label="Too long" maxLength={5} required first="Jane Doe" />
      <Field label="Wrong" error={texts.field.required} required />
      <Field label="Only read" readOnly first="Demo Ltd" />
      <Field label="Switched off" disabled first="Demo Ltd" required />
      <Password label="Password" />
      <Password label="Wrong password" error={texts.password.policy} />
      <Day label="From" />
      <Day label="To" first="2026-11-20" />
    </WidgetSection>
  );
}

function Field({ first = '', ...field }: ComponentProps<typeof TextField> & { first?: string }) {
  const [text, setText] = useState(first);
  return <TextField {...field} value={text} onChange={(event) => setText(event.currentTarget.value)} />;
}

function Day({ label, first = '' }: { label: string; first?: string }) {
  const [day, setDay] = useState(first);
  return <FilterDay label={label} value={day} onChange={setDay} />;
}

function Password(field: { label: string; error?: string }) {
  const [text, setText] = useState('Welcome#2026');
  return (
    <PasswordField
      {...field}
      required
      autoComplete="new-password"
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
    />
  );
}
