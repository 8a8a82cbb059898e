import { isSameEmail } from '@console/contract/fields/domain-rules';
import { texts } from '@console/contract/rules';
import { Button, Stack, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { useMutationAction } from '../apollo/useMutationAction.ts';
import { toFailure } from '../feedback/failure.ts';
import { graphql } from '../gql/gql.ts';
import { ConfirmDialog } from '../ui/dialog/ConfirmDialog.tsx';
import { Dropdown } from '../ui/form/Dropdown.tsx';
import { isEmailLike } from '../ui/form/fieldChecks.ts';
import { TextField } from '../ui/form/TextField.tsx';
import { isolated } from '../ui/values/isolated.ts';
import { UserAvatar } from '../users/UserAvatar.tsx';
import { useActiveUserSearch } from '../users/useActiveUserSearch.ts';
import { personLabel } from './personLabel.ts';
import { type SeniorPost, vacatedPostOf } from './seniorPost.ts';

const nominateDocument = graphql(`
  mutation NominateToSeniorPostDialog_Nominate($input: NominateSeniorManagerInput!) {
    nominateSeniorManager(input: $input) {
      organisation { id updatedAt ...SeniorManagement_organisation }
      users { id designation department updatedAt }
    }
  }
`);

export interface NominateToSeniorPostDialogProps {
  organisationId: string;
  post: SeniorPost;
  posts: readonly SeniorPost[];
  viewerEmail: string | null;
  opened: boolean;
  onClose: () => void;
  onStale: () => void;
}

type User = ReturnType<typeof useActiveUserSearch>['users'][number];
type Faults = Partial<Record<'userId' | 'designationId' | 'confirmEmail', string>>;

const words = texts.organisations;

/** Selects the user for a senior position. If a user loses a position, the viewer confirms with their own email. */
export function NominateToSeniorPostDialog(props: NominateToSeniorPostDialogProps) {
  const { organisationId, post, posts, viewerEmail, opened, onClose, onStale } = props;
  const { holder, designation } = post;
  const choices = useActiveUserSearch(organisationId);
  const fields = useRef<HTMLDivElement>(null);
  const [user, setUser] = useState<User | null>(null);
  const [email, setEmail] = useState('');
  /** The server requires the email although this page did not. */
  const [wanted, setWanted] = useState(false);
  const [faults, setFaults] = useState<Faults>({});
  const [refusal, setRefusal] = useState<string>();
  const { mutate, busy } = useMutationAction(nominateDocument, {
    success: words.userUpdated,
    fields: ['userId', 'designationId', 'confirmEmail'],
    handles: (failure) => failure.has('CONFLICT'),
  });
  const left = user && vacatedPostOf(posts, user, post);
  const action = holder ? 'Replace' : left ? 'Assign' : 'Nominate';
  const asksEmail = action !== 'Nominate' || wanted;
  const options = choices.users.filter(({ id }) => id !== holder?.id);

  const show = (found: Faults) => {
    setFaults(found);
    const path = found.userId || found.designationId ? 'userId' : 'confirmEmail';
    fields.current?.querySelector<HTMLElement>(`[data-path="${path}"]`)?.focus();
  };
  const check = (): Faults | null => {
    if (!user) return { userId: texts.field.required };
    if (left?.required)
      return { userId: `is the ${left.designation.label}, which cannot be empty. Nominate someone else for it first.` };
    if (asksEmail && email.trim() === '') return { confirmEmail: words.enterEmail };
    const foreign = viewerEmail === null ? !isEmailLike(email) : !isSameEmail(email, viewerEmail);
    return asksEmail && foreign ? { confirmEmail: words.invalidEmail } : null;
  };
  const confirm = async () => {
    const found = check();
    setRefusal(undefined);
    if (found || !user) return show(found ?? {});
    const confirmEmail = asksEmail ? email.trim() : undefined;
    const input = { organisationId, designationId: designation.id, userId: user.id, confirmEmail };
    try {
      if (!(await mutate({ input }))) return;
      onClose();
    } catch (error) {
      const failure = toFailure(error);
      if (failure.has('CONFLICT')) setRefusal(failure.message);
      if (failure.fields.confirmEmail && !asksEmail) setWanted(true);
      if (failure.has('CONFLICT') || (failure.fields.confirmEmail && !asksEmail)) onStale();
      show(failure.fields);
    }
  };
  return (
    <ConfirmDialog
      opened={opened}
      title={
        holder ? `Replace ${isolated(holder.fullName)} as ${designation.label}?` : `${action} ${designation.label}?`
      }
      confirmLabel={action}
      typed={user !== null || email !== ''}
      busy={busy}
      error={refusal}
      onCancel={onClose}
      onConfirm={confirm}
    >
      <Stack gap="md" ref={fields}>
        <Dropdown
          label="User"
          description="Active users of the organisation. Type to find others."
          required
          data={options.map((person) => ({
            value: person.id,
            label: personLabel(person),
            mark: <UserAvatar user={person} />,
          }))}
          value={user?.id ?? null}
          loading={choices.loading}
          failed={choices.failed}
          onSearch={choices.search}
          error={faults.userId ?? faults.designationId}
          data-path="userId"
          onChange={(id) => {
            setUser(options.find((person) => person.id === id) ?? null);
            setFaults({});
          }}
        />
        {choices.failed && (
          <Button variant="default" size="compact-sm" onClick={choices.retry}>
            Try again
          </Button>
        )}
        {user && (
          <Text>
            <bdi translate="no">{user.fullName}</bdi> becomes {designation.label}
            {left && ` and is no longer ${left.designation.label}`}.
            {holder && ` ${isolated(holder.fullName)} loses this designation but keeps their role.`}
          </Text>
        )}
        {asksEmail && (
          <TextField
            type="email"
            label="Your own email"
            description="Enter it to confirm the change."
            required
            autoComplete="off"
            value={email}
            error={faults.confirmEmail}
            data-path="confirmEmail"
            onChange={(event) => {
              setEmail(event.currentTarget.value);
              setFaults({});
            }}
          />
        )}
      </Stack>
    </ConfirmDialog>
  );
}
