interface ProgressIconProps {
  /** The share of the ring that is filled, from 0 to 1. */
  share: number | 'paused';
}

/** The circle inside the ring is the thick line of a smaller one, so that a part of it is a piece of pie. */
const pie = 2 * Math.PI * 2;

/** A ring that fills: empty, a part, or all with a check mark; two bars while it is paused. In the colour of its text, and decorative. */
export function ProgressIcon({ share }: ProgressIconProps) {
  return (
    <svg
      width={14}
      height={14}
      viewBox="0 0 14 14"
      fill="none"
      stroke="currentColor"
      aria-hidden
      style={{ flex: 'none' }}
    >
      <circle cx={7} cy={7} r={6} strokeWidth={1.5} strokeDasharray={share === 0 ? '2.2 1.57' : undefined} />
      {share === 'paused' && <path d="M5.5 4.75v4.5M8.5 4.75v4.5" strokeWidth={1.5} />}
      {share === 1 && (
        <>
          <circle cx={7} cy={7} r={6} fill="currentColor" />
          <path d="M4.25 7.25l2 2 3.5-4.25" stroke="var(--mantine-color-body)" strokeWidth={1.5} />
        </>
      )}
      {typeof share === 'number' && share > 0 && share < 1 && (
        <circle
          cx={7}
          cy={7}
          r={2}
          strokeWidth={4}
          strokeDasharray={`${share * pie} ${pie}`}
          transform="rotate(-90 7 7)"
        />
      )}
    </svg>
  );
}
