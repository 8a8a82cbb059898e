import classes from './ShareBar.module.css';

/** A thin bar with a coloured part, 0 to 1. It has no text: its numbers are beside it. */
export function ShareBar({ share }: { share: number }) {
  return (
    <span className={classes.bar} aria-hidden>
      <span style={{ width: `${share * 100}%` }} />
    </span>
  );
}
