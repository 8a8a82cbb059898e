import { completedAssessmentStatus } from '@console/contract/rules';
import { Badge } from '@mantine/core';
import { ProgressIcon } from './ProgressIcon.tsx';

interface StatusLook {
  color: 'gray' | 'yellow' | 'blue' | 'green';
  /** The share of the icon that is filled. */
  share: number | 'paused';
}

const looks: readonly (readonly [label: RegExp, look: StatusLook])[] = [
  [/^not started$/i, { color: 'gray', share: 0 }],
  [/^(under|in) review$/i, { color: 'blue', share: 0.75 }],
  [/^on hold$/i, { color: 'gray', share: 'paused' }],
];

const lookOf = (label: string): StatusLook => {
  if (label === completedAssessmentStatus) return { color: 'green', share: 1 };
  const [, look] = looks.find(([known]) => known.test(label)) ?? [];
  // In progress, or a status that only the product API knows.
  return look ?? { color: 'yellow', share: 0.5 };
};

/** The icon of an assessment's status, which is fuller the further the status is. */
export const AssessmentStatusIcon = ({ label }: { label: string }) => <ProgressIcon share={lookOf(label).share} />;

/** The props of the badge of a status. No two statuses look the same, even without their colours. */
export const statusBadgeProps = (label: string) => {
  const { color, share } = lookOf(label);
  return {
    color,
    variant: share === 'paused' ? 'default' : 'light',
    leftSection: <ProgressIcon share={share} />,
  };
};

/** The status of an assessment. */
export const AssessmentStatusBadge = ({ label }: { label: string }) => (
  <Badge {...statusBadgeProps(label)}>{label}</Badge>
);
