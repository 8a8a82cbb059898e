import { EmailPromise } from '../apollo/EmailPromise.tsx';
import '@mantine/core/styles/Radio.css';
import '@mantine/core/styles/RadioCard.css';
import '@mantine/core/styles/RadioIndicator.css';
import { reviewLimits } from '@console/contract/review-limits';
import { Checkbox, Radio, Stack, Text } from '@mantine/core';
import { useNavigate } from 'react-router-dom';
import { useMutationAction } from '../apollo/useMutationAction.ts';
import { graphql } from '../gql/gql.ts';
import type { RoleKey } from '../gql/graphql.ts';
import { useSavedForm } from '../ui/dialog/useSavedForm.tsx';
import { Dropdown } from '../ui/form/Dropdown.tsx';
import { FormActions } from '../ui/form/FormActions.tsx';
import { FormPaper } from '../ui/form/FormPaper.tsx';
import { TextField } from '../ui/form/TextField.tsx';
import { UnsentEmailsNote } from '../ui/page/UnsentEmailsNote.tsx';
import { countOf } from '../ui/values/format.ts';
import { PeopleField } from './PeopleField.tsx';
import {
  dueRange,
  initialValues,
  repeatOptions,
  roleOptions,
  type StartReviewValues,
  startReviewChecks,
  startReviewInput,
} from './startReviewValues.ts';
import { usePeopleCount } from './usePeopleSearch.ts';

const startDocument = graphql(`
  mutation StartReviewForm_Start($input: StartAccessReviewInput!) {
    startAccessReview(input: $input) { accessReview { id viewerPersonCount ...ReviewHeader_review } }
  }
`);

export interface StartReviewFormProps {
  organisationId: string;
  /** Time zone of the organisation, which decides the due day. */
  timeZone: string;
  /** The names of the newest reviews. */
  takenNames: readonly string[];
  /** How many active users set their own supervisor. */
  selfSetCount: number;
  /** The list of reviews. */
  list: string;
}

/** The form of a new access review. */
export function StartReviewForm(props: StartReviewFormProps) {
  const { organisationId, timeZone, takenNames, selfSetCount, list } = props;
  const navigate = useNavigate();
  const initial = initialValues(takenNames, timeZone);
  const { mutate, busy, fieldErrors } = useMutationAction(startDocument, {
    success: 'Access review started',
    leaves: () => true,
    fields: Object.keys(initial),
    // The next form proposes another name.
    update: (cache, data) => {
      const { id } = data.startAccessReview.accessReview;
      cache.modify({
        id: cache.identify({ __typename: 'Organisation', id: organisationId }),
        fields: {
          accessReviews: (page, { toReference }) =>
            page && { ...page, nodes: [toReference({ __typename: 'AccessReview', id }), ...page.nodes] },
        },
      });
    },
  });
  const { form, frame, onSubmit, release } = useSavedForm<StartReviewValues>({
    name: 'access-review',
    initialValues: initial,
    validate: startReviewChecks(timeZone),
    serverErrors: fieldErrors,
  });
  const { scope, bySupervisors, roles, userIds, reviewerIds } = form.values;
  const counted = usePeopleCount(organisationId, scope === 'ROLES' ? (roles as RoleKey[]) : null);
  const count = scope === 'PEOPLE' ? userIds.length : counted;
  const start = async (values: StartReviewValues) => {
    const data = await mutate({ input: startReviewInput(organisationId, values) }).catch(() => undefined);
    if (!data) return;
    release();
    const { id, viewerPersonCount } = data.startAccessReview.accessReview;
    void navigate(`/O/reviews/${id}?show=${viewerPersonCount > 0 ? 'mine' : 'all'}`, { replace: true });
  };
  return (
    <FormPaper frame={frame} autoComplete="off" onSubmit={onSubmit((values) => void start(values))}>
      <TextField label="Name" required maxLength={reviewLimits.nameLength} {...form.getInputProps('name')} />
      <TextField
        label="Due date"
        description={
          <>
            <EmailPromise>Reviewers are reminded by email 7 days and 1 day before.</EmailPromise> Access does not change
            on the due date. It is a day in the time zone {timeZone}.
          </>
        }
        type="date"
        required
        {...dueRange(timeZone)}
        {...form.getInputProps('dueOn')}
      />
      <Radio.Group label="People in the review" {...form.getInputProps('scope')}>
        <Stack gap="xs" mt="xs">
          <Radio value="ALL" label="All active users and accepted external users" />
          <Radio value="ROLES" label="People with selected roles" />
          <Radio value="PEOPLE" label="Selected people" />
        </Stack>
      </Radio.Group>
      {scope === 'ROLES' && (
        <Checkbox.Group label="Roles" {...form.getInputProps('roles')}>
          <Stack gap="xs" mt="xs">
            {roleOptions.map(({ value, label }) => (
              <Checkbox key={value} value={value} label={label} />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
      {scope === 'PEOPLE' && (
        <PeopleField label="People" organisationId={organisationId} of="people" {...form.getInputProps('userIds')} />
      )}
      <Radio.Group label="Reviewers" {...form.getInputProps('bySupervisors')}>
        <Stack gap="xs" mt="xs">
          <Radio value="yes" label="The supervisor of each person" />
          <Radio value="no" label="Selected reviewers" />
        </Stack>
      </Radio.Group>
      {bySupervisors === 'yes' && selfSetCount > 0 && (
        <Text size="sm">
          {`${countOf(selfSetCount, 'active user')} set their own supervisor. If they are in the review, you review them.`}
        </Text>
      )}
      {bySupervisors === 'no' && (
        <PeopleField
          label="Reviewers"
          description="People are divided evenly among the reviewers."
          organisationId={organisationId}
          of="reviewers"
          {...form.getInputProps('reviewerIds')}
        />
      )}
      <Dropdown label="Recurrence" data={repeatOptions} {...form.getInputProps('repeatMonths')} />
      <UnsentEmailsNote />
      {count !== null && (
        <Text c="dimmed" role="status">
          {`${countOf(count, 'person', 'people')}, ${bySupervisors === 'yes' ? 'reviewed by their supervisors' : countOf(reviewerIds.length, 'reviewer')}`}
        </Text>
      )}
      <FormActions submitLabel="Start access review" busy={busy} onCancel={() => navigate(list)} />
    </FormPaper>
  );
}
