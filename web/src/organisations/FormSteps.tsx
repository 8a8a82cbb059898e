import '@mantine/core/styles/Stepper.css';
import { Stepper } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import classes from './FormSteps.module.css';

interface FormStepsProps {
  labels: readonly string[];
  step: number;
  /** A step before the current one with input that is no longer complete. */
  incomplete?: number | undefined;
  /** Only for earlier steps: *Next* opens a later one. */
  onStep: (step: number) => void;
}

/** The steps of a form, with a tick at those before the current one. */
export function FormSteps({ labels, step, incomplete, onStep }: FormStepsProps) {
  return (
    <Stepper
      active={step}
      onStepClick={onStep}
      allowNextStepsSelect={false}
      size="sm"
      classNames={{ step: classes.step ?? '', stepBody: classes.name ?? '' }}
    >
      {labels.map((label, at) => (
        <Stepper.Step
          key={label}
          label={label}
          aria-current={at === step ? 'step' : undefined}
          {...(at === incomplete && {
            color: 'red',
            completedIcon: <IconAlertCircle size={18} stroke={1.5} role="img" aria-label="Incomplete" />,
          })}
        />
      ))}
    </Stepper>
  );
}
