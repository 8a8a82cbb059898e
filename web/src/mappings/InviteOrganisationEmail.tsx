import { maxLength } from '@console/contract/rules';
import type { UseFormReturnType } from '@mantine/form';
import { FormActions } from '../ui/form/FormActions.tsx';
import { TextField } from '../ui/form/TextField.tsx';
import type { InviteValues } from './inviteValues.ts';

interface InviteOrganisationEmailProps {
  form: UseFormReturnType<InviteValues>;
  busy: boolean;
  onCancel: () => void;
}

/** The first step: the email of a person of the organisation. */
export function InviteOrganisationEmail({ form, busy, onCancel }: InviteOrganisationEmailProps) {
  return (
    <>
      <TextField
        label="Email"
        type="email"
        required
        autoComplete="off"
        // When the user returns from the second step.
        autoFocus={form.values.email !== ''}
        description="Of somebody in the organisation that you want to work with"
        maxLength={maxLength.email}
        {...form.getInputProps('email')}
      />
      <FormActions submitLabel="Next" busy={busy} onCancel={onCancel} />
    </>
  );
}
