import classes from './ShareBar.module.css';

interface ShareBarProps {
  /** 0 to 1. */
  share: number;
  /** A bar that has no label is decorative: its numbers are next to it. */
  label?: string;
  look?: 'done' | 'used' | 'full' | 'chart';
}

/** A bar with a coloured part. */
export function ShareBar({ share, label, look = 'done' }: ShareBarProps) {
  const percent = Math.min(share * 100, 100);
  return (
    <span
      className={classes.bar}
      data-look={look}
      {...(label === undefined
        ? { 'aria-hidden': true }
        : {
            role: 'progressbar',
            'aria-label': label,
            'aria-valuemin': 0,
            'aria-valuemax': 100,
            'aria-valuenow': Math.round(percent),
          })}
    >
      {percent > 0 && <span style={{ width: `${percent}%` }} />}
    </span>
  );
}
