import { maxLength } from '@console/contract/rules';
import type { UseFormReturnType } from '@mantine/form';
import { FormActions } from '../ui/form/FormActions.tsx';
import { TextField } from '../ui/form/TextField.tsx';

/** The values of the invitation form. */
export type InviteOrganisationValues = { email: string; modules: string[] };

interface InviteOrganisationEmailStepProps {
  form: UseFormReturnType<InviteOrganisationValues>;
  busy: boolean;
  onCancel: () => void;
}

/** The first step: the email of a person of the organisation. */
export function InviteOrganisationEmailStep({ form, busy, onCancel }: InviteOrganisationEmailStepProps) {
  return (
    <>
      <TextField
        label="Email"
        type="email"
        required
        autoComplete="off"
        // When the user returns from the second step.
        autoFocus={form.values.email !== ''}
        description="Email of someone in that organisation"
        maxLength={maxLength.email}
        {...form.getInputProps('email')}
      />
      <FormActions submitLabel="Next" busy={busy} onCancel={onCancel} />
    </>
  );
}
