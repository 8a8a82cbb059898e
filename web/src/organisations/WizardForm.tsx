import '@mantine/core/styles/Stepper.css';
import { Alert, Flex, Paper, Stack, Stepper, Text, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router-dom';
import type { OrganisationForm_LookupsFragment, WizardPosts_LookupsFragment } from '../gql/graphql.ts';
import { formDefaults, useFaultyFields } from '../ui/useFaultyFields.tsx';
import { useTrail } from '../ui/useTrail.ts';
import { useUnsavedForm } from '../ui/useUnsavedForm.tsx';
import { OrganisationFormFields } from './OrganisationFormFields.tsx';
import { OrganisationFormPerson } from './OrganisationFormPerson.tsx';
import { useOrganisationDraft } from './useOrganisationDraft.ts';
import { useReloadDraft } from './useReloadDraft.ts';
import { useWizardSubmit } from './useWizardSubmit.ts';
import { WizardActions } from './WizardActions.tsx';
import { WizardLimitField } from './WizardLimitField.tsx';
import { WizardResult } from './WizardResult.tsx';
import { WizardSeniors } from './WizardSeniors.tsx';
import { WizardSummary } from './WizardSummary.tsx';
import { roleIdOf, wizardPostsOf } from './wizardPosts.ts';
import { newWizard, type WizardValues, wizardFaults } from './wizardValues.ts';

const steps = ['Organisation', 'Organiser', 'Senior management'];
const last = steps.length - 1;
const firstFaulty = (faults: Record<string, string>[]) => faults.findIndex((step) => Object.keys(step).length > 0);

export function WizardForm({ lookups }: { lookups: OrganisationForm_LookupsFragment & WizardPosts_LookupsFragment }) {
  const navigate = useNavigate();
  const { back } = useTrail();
  const posts = wizardPostsOf(lookups);
  const [initialValues] = useState(() => newWizard(posts, roleIdOf(lookups, 'ORGANISER')));
  const [step, setStep] = useState(0);
  const [opened, setOpened] = useState<readonly string[]>([]);
  const part = useRef<HTMLElement>(null);
  const shownStep = useRef(step);
  const form = useForm<WizardValues>({
    ...formDefaults,
    initialValues,
    validate: (values) => Object.assign({}, ...wizardFaults(values, posts)),
  });
  const draft = useOrganisationDraft('wizard', initialValues);
  const { question, release } = useUnsavedForm(form, draft);
  useReloadDraft(form, draft);
  const { ref, tell, summary } = useFaultyFields();
  const { values } = form;
  const done = values.failed !== null;

  useEffect(
    function leadToTheStep() {
      if (shownStep.current === step) return;
      shownStep.current = step;
      window.scrollTo({ top: 0 });
      part.current?.focus({ preventScroll: true });
    },
    [step],
  );

  /** Shows what is wrong: in its step, with its rows open. */
  const show = (faults: Record<string, string>, at: number) => {
    const rows = posts.filter(({ id }) => Object.keys(faults).some((path) => path.startsWith(`seniors.${id}`)));
    flushSync(() => {
      shownStep.current = at;
      setStep(at);
      setOpened((before) => [...new Set([...before, ...rows.map(({ id }) => id)])]);
      form.setErrors(faults);
    });
    tell(faults);
  };
  const { send, busy } = useWizardSubmit(form, {
    posts,
    onFaults: (faults) => show(faults, stepOf(faults)),
    onDone: () => {
      release();
      void navigate('/T', { replace: true });
    },
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const faults = wizardFaults(form.getValues(), posts);
    const own = faults[step] ?? {};
    if (!done && step < last) {
      if (Object.keys(own).length > 0) return show(own, step);
      form.clearErrors();
      return setStep(step + 1);
    }
    const at = firstFaulty(faults);
    if (at >= 0) return show(done ? Object.assign({}, ...faults) : (faults[at] ?? {}), at);
    void send();
  };
  const person = {
    inputProps: (field: string) => form.getInputProps(`organiser.${field}`),
    values: values.organiser,
    saved: initialValues.organiser,
    lookups,
    roles: lookups.roles ?? [],
  };
  const seniors = { form, posts, lookups, opened, onOpen: setOpened };

  return (
    <Flex gap="lg" wrap="wrap" align="flex-start">
      <Paper p="lg" flex="1 1 480px" miw={0} maw={720}>
        <form ref={ref} noValidate onSubmit={submit}>
          <Stack gap="md">
            {!done && (
              <Stepper active={step} onStepClick={setStep} allowNextStepsSelect={false} size="sm">
                {steps.map((label, at) => (
                  <Stepper.Step key={label} label={label} aria-current={at === step ? 'step' : undefined} />
                ))}
              </Stepper>
            )}
            {draft.notice && (
              <Alert color="gray" role="status">
                {draft.notice}
              </Alert>
            )}
            {done ? (
              <WizardResult organiser={person} {...seniors} />
            ) : (
              <Stack
                ref={part as never}
                component="section"
                gap="md"
                tabIndex={-1}
                aria-label={`Step ${step + 1} of ${steps.length}: ${steps[step]}`}
              >
                {step === 0 && (
                  <OrganisationFormFields
                    inputProps={(field) => form.getInputProps(`organisation.${field}`)}
                    values={values.organisation}
                    saved={initialValues.organisation}
                    lookups={lookups}
                  >
                    <WizardLimitField {...form.getInputProps('userLimit')} value={values.userLimit} />
                  </OrganisationFormFields>
                )}
                {step === 1 && (
                  <>
                    <Title order={2}>Organiser</Title>
                    <OrganisationFormPerson {...person} />
                  </>
                )}
                {step === last && <WizardSeniors {...seniors} />}
              </Stack>
            )}
            <Text role="status" c="dimmed">
              {busy && 'Creating the organisation and its people…'}
            </Text>
            <WizardActions
              submitLabel={done ? 'Try again' : step < last ? 'Next' : 'Create organisation'}
              busy={busy}
              onBack={done || step === 0 ? undefined : () => setStep(step - 1)}
              cancelLabel={done ? 'Finish without them' : 'Cancel'}
              onCancel={() => {
                if (done) release();
                void navigate(back('/T'));
              }}
            />
          </Stack>
          {summary}
        </form>
        {question}
      </Paper>
      <WizardSummary values={values} posts={posts} />
    </Flex>
  );
}

const stepOf = (faults: Record<string, string>): number => {
  const paths = Object.keys(faults);
  if (paths.some((path) => path === 'userLimit' || path.startsWith('organisation.'))) return 0;
  return paths.some((path) => path.startsWith('organiser.')) ? 1 : last;
};
