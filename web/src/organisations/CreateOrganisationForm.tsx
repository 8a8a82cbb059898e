import type { FragmentType } from '@apollo/client';
import { Stack, Text, Title } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router-dom';
import { useFragment } from '../apollo/useFragment.ts';
import { lazyPart, whenOpened } from '../feedback/lazyPart.tsx';
import { graphql } from '../gql/gql.ts';
import type { CreateOrganisationForm_LookupsFragment } from '../gql/graphql.ts';
import { useSavedForm } from '../ui/dialog/useSavedForm.tsx';
import { FormActions } from '../ui/form/FormActions.tsx';
import { FormPaper } from '../ui/form/FormPaper.tsx';
import { HelpPanel } from '../ui/layout/HelpPanel.tsx';
import { PageColumns } from '../ui/layout/PageColumns.tsx';
import { useTrail } from '../ui/navigation/useTrail.ts';
import { UnsentEmailsNote } from '../ui/page/UnsentEmailsNote.tsx';
import { useCountryCode } from '../users/useCountryCode.ts';
import { useRoleQuestion } from '../users/useRoleQuestion.tsx';
import { FormStep } from './FormStep.tsx';
import { FormSteps } from './FormSteps.tsx';
import { LazyBrandPreview } from './LazyBrandPreview.tsx';
import { OrganisationFormFields } from './OrganisationFormFields.tsx';
import { OrganisationFormImages } from './OrganisationFormImages.tsx';
import { OrganisationFormPerson } from './OrganisationFormPerson.tsx';
import { filesLeftOutNotice, lostFileErrors, withoutFiles } from './organisationFormValues.ts';
import { brandNameOf, peopleOfOtherOrganisation, postsWithPerson } from './organisationWizardDraft.ts';
import {
  type OrganisationWizardPost,
  organisationWizardPostsOf,
  proposedOrganiserRoleId,
} from './organisationWizardPosts.ts';
import {
  newOrganisationWizardValues,
  type OrganisationWizardValues,
  organisationWizardErrors,
  organisationWizardPersonOf,
} from './organisationWizardValues.ts';
import { useOrganisationWizardSubmit } from './useOrganisationWizardSubmit.ts';
import type { WizardDraftPeopleDialogProps } from './WizardDraftPeopleDialog.tsx';
import type { WizardResultProps } from './WizardResult.tsx';
import { WizardSeniors } from './WizardSeniors.tsx';
import type { WizardSummaryProps } from './WizardSummary.tsx';
import { WizardUserLimitField } from './WizardUserLimitField.tsx';

const WizardSummary = lazyPart<WizardSummaryProps>(async () => (await import('./WizardSummary.tsx')).WizardSummary, {
  loadOn: 'paint',
});

const WizardDraftNotice = lazyPart(async () => (await import('./WizardDraftNotice.tsx')).WizardDraftNotice, {
  loadOn: 'need',
});

const WizardResult = lazyPart<WizardResultProps>(async () => (await import('./WizardResult.tsx')).WizardResult, {
  loadOn: 'paint',
  isNeeded: ({ shown }) => shown,
});

const WizardDraftPeopleDialog = lazyPart<WizardDraftPeopleDialogProps>(
  async () => (await import('./WizardDraftPeopleDialog.tsx')).WizardDraftPeopleDialog,
  whenOpened,
);

const steps = ['Organisation', 'Organiser', 'Senior management'];
const last = steps.length - 1;
const firstFaulty = (faults: Record<string, string>[]) => faults.findIndex((step) => Object.keys(step).length > 0);

const lookupsFragment = graphql(`
  fragment CreateOrganisationForm_lookups on Lookups {
    roles { id name proposedForOrganiser proposedForDesignations summary reachesAllOrganisations }
    seniorDesignations { id label }
    ...useCountryCode_lookups
    ...OrganisationFormFields_lookups
    ...OrganisationFormPerson_lookups
  }
`);

interface CreateOrganisationFormProps {
  lookups: FragmentType<CreateOrganisationForm_LookupsFragment>;
}

/** A new organisation, its organiser and its senior management, in three steps. Starting over replaces the steps with new ones. */
export function CreateOrganisationForm({ lookups }: CreateOrganisationFormProps) {
  const [restarts, setRestarts] = useState(0);
  const { data, complete } = useFragment(lookupsFragment, lookups);
  if (!complete) return null;
  return (
    <WizardSteps
      key={restarts}
      lookups={data}
      startedOver={restarts > 0}
      onStartOver={() => setRestarts(restarts + 1)}
    />
  );
}

interface WizardStepsProps {
  lookups: CreateOrganisationForm_LookupsFragment;
  startedOver: boolean;
  onStartOver: () => void;
}

function WizardSteps({ lookups, startedOver, onStartOver }: WizardStepsProps) {
  const navigate = useNavigate();
  const { back } = useTrail();
  const posts = organisationWizardPostsOf(lookups);
  const [initialValues] = useState(() => newOrganisationWizardValues(posts, proposedOrganiserRoleId(lookups)));
  const saved = useSavedForm<OrganisationWizardValues>({
    name: 'wizard',
    initialValues,
    validate: (values) => Object.assign({}, ...organisationWizardErrors(values, posts)),
    stored: (typed) => {
      const { values: stored, leavesOut } = withoutFiles(typed);
      return { values: { ...stored, peopleOf: peopleOf(typed) }, leavesOut };
    },
    leftOutNotice: filesLeftOutNotice,
    leftOutErrors: ({ failed }) => (failed === null ? lostFileErrors : {}),
    outlivesReload: true,
  });
  const { form, frame, announce, release } = saved;
  const [drafted, setDrafted] = useState<OrganisationWizardValues | null>(saved.restored);
  // Rows of required persons and of persons in the draft are open at first.
  const [opened, setOpened] = useState<readonly string[]>(() =>
    [...posts.filter(({ required }) => required), ...(drafted ? postsWithPerson(drafted, posts) : [])].map(
      ({ id }) => id,
    ),
  );
  const [asking, setAsking] = useState(false);
  const { values } = form;
  const { step } = values;
  const brandName = brandNameOf(values);
  const proposedCode = useCountryCode(lookups, values.organisation.country);
  const foreignIn = (typed: OrganisationWizardValues) =>
    drafted ? peopleOfOtherOrganisation(drafted, typed, posts) : [];
  const foreign = foreignIn(values);
  // The organisation for which the persons were entered: until confirmed, that of the draft.
  const peopleOf = (typed: OrganisationWizardValues): string =>
    drafted && foreignIn(typed).length > 0 ? drafted.peopleOf : brandNameOf(typed);
  const shownStep = useRef(startedOver ? null : step);
  const setStep = (next: number) => form.setFieldValue('step', next);
  const done = values.failed !== null;
  // A reload has lost the files of the first step: it is not complete, and the shown step asks for them.
  const lacksFiles = saved.leftOut && !done && !(values.organisation.logo && values.organisation.icon);
  const [asksForFiles] = useState(saved.leftOut && !done);

  /** Shows the errors by opening their step and rows. */
  const show = (faults: Record<string, string>, at: number) => {
    const rows = posts.filter(({ id }) => Object.keys(faults).some((path) => path.startsWith(`seniors.${id}`)));
    flushSync(() => {
      shownStep.current = at;
      setStep(at);
      setOpened((before) => [...new Set([...before, ...rows.map(({ id }) => id)])]);
      form.setErrors(faults);
    });
    announce(faults);
  };
  const { send, busy, sentBefore, offerLinks } = useOrganisationWizardSubmit(form, {
    posts,
    proposedCode,
    onFaults: (faults) => show(faults, stepOf(faults)),
    onDone: () => {
      release();
      void navigate('/T', { replace: true });
    },
  });

  const roles = lookups.roles ?? [];
  const question = useRoleQuestion({ brandName, own: false, roles });
  const sendOnceAgreed = async () => {
    const holders = posts.map((post) => organisationWizardPersonOf(values, post));
    const seniors = holders.flatMap((holder) => (holder && !holder.isOrganiser ? [holder.person] : []));
    if (await question.agreed([values.organiser, ...seniors])) await send();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const faults = organisationWizardErrors(form.getValues(), posts);
    const files = Object.entries(faults[0] ?? {}).filter(([path]) => lacksFiles && path in lostFileErrors);
    const own = { ...faults[step], ...Object.fromEntries(files) };
    if (!done && (step < last || files.length > 0) && Object.keys(own).length > 0) return show(own, step);
    if (!done && step < last) {
      form.clearErrors();
      return setStep(step + 1);
    }
    const at = firstFaulty(faults);
    if (at >= 0) return show(done ? Object.assign({}, ...faults) : (faults[at] ?? {}), at);
    if (!done && foreign.length > 0) return setAsking(true);
    void sendOnceAgreed();
  };
  const startOver = () => {
    release();
    onStartOver();
  };
  const common = { proposedCode, lookups, roles };
  const organiser = {
    inputProps: (field: string) => form.getInputProps(`organiser.${field}`),
    values: values.organiser,
    saved: initialValues.organiser,
    mayBeTop: true,
    ...common,
  };
  const fieldsOf = (post: OrganisationWizardPost) => ({
    inputProps: (field: string) => form.getInputProps(`seniors.${post.id}.${field}`),
    values: values.seniors[post.id] ?? post.person,
    saved: post.person,
    mayBeTop: post.required,
    holdsPost: true,
    ...common,
  });

  return (
    <PageColumns
      side={
        <Stack gap="md">
          {step === 0 && !done && (
            <HelpPanel topics={[['Preview', <LazyBrandPreview key="brand" values={values.organisation} />]]} />
          )}
          <WizardSummary values={values} posts={posts} roles={roles} />
        </Stack>
      }
    >
      <FormPaper frame={{ ...frame, notice: null }} onSubmit={submit}>
        {!done && <FormSteps labels={steps} step={step} incomplete={lacksFiles ? 0 : undefined} onStep={setStep} />}
        {(frame.notice || sentBefore) && (
          <WizardDraftNotice
            at={saved.restoredAt}
            notice={frame.notice ?? 'Start over to create another organisation.'}
            onStartOver={startOver}
          />
        )}
        <WizardResult shown={done} form={form} posts={posts} organiser={organiser} fieldsOf={fieldsOf} />
        {!done && (
          <FormStep labels={steps} step={step} shown={shownStep}>
            {asksForFiles && step > 0 && (
              <>
                <Title order={2}>Logo and icon</Title>
                <OrganisationFormImages
                  inputProps={(field) => form.getInputProps(`organisation.${field}`)}
                  values={values.organisation}
                />
              </>
            )}
            {step === 0 && (
              <OrganisationFormFields
                inputProps={(field) => form.getInputProps(`organisation.${field}`)}
                values={values.organisation}
                saved={initialValues.organisation}
                lookups={lookups}
              >
                <WizardUserLimitField {...form.getInputProps('userLimit')} value={values.userLimit} />
              </OrganisationFormFields>
            )}
            {step === 1 && (
              <>
                <Title order={2}>Organiser</Title>
                <OrganisationFormPerson {...organiser} />
              </>
            )}
            {step === last && (
              <WizardSeniors form={form} posts={posts} fieldsOf={fieldsOf} opened={opened} onOpen={setOpened} />
            )}
          </FormStep>
        )}
        <Text role="status" c="dimmed">
          {busy && 'Creating the organisation and its users…'}
        </Text>
        <UnsentEmailsNote />
        <FormActions
          submitLabel={done ? 'Try again' : step < last ? 'Next' : 'Create organisation'}
          busy={busy}
          onBack={done || step === 0 ? undefined : () => setStep(step - 1)}
          cancelLabel={done ? 'Finish without these users' : 'Cancel'}
          onCancel={() => {
            if (done) {
              release();
              offerLinks();
            }
            void navigate(back('/T'));
          }}
        />
      </FormPaper>
      {question.dialog}
      <WizardDraftPeopleDialog
        opened={asking}
        brandName={brandName}
        draftName={peopleOf(values)}
        people={foreign}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          setDrafted(null);
          void sendOnceAgreed();
        }}
      />
    </PageColumns>
  );
}

const stepOf = (faults: Record<string, string>): number => {
  const paths = Object.keys(faults);
  if (paths.some((path) => path === 'userLimit' || path.startsWith('organisation.'))) return 0;
  return paths.some((path) => path.startsWith('organiser.')) ? 1 : last;
};
