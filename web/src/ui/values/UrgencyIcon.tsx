import { IconAlertTriangleFilled, IconClock, IconInfoCircle } from '@tabler/icons-react';
import classes from './UrgencyIcon.module.css';

// Each urgency has its own shape, and a word for screen readers.
const looks = {
  HIGH: { Icon: IconAlertTriangleFilled, word: 'Urgent' },
  MEDIUM: { Icon: IconClock, word: 'Waiting' },
  LOW: { Icon: IconInfoCircle, word: 'Soon' },
};

/** The urgency of an item, by shape and colour. */
export function UrgencyIcon({ urgency }: { urgency: keyof typeof looks }) {
  const { Icon, word } = looks[urgency];
  return <Icon className={classes.icon} data-urgency={urgency} size={16} stroke={1.5} role="img" aria-label={word} />;
}
