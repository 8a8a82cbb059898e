import { useState } from 'react';
import classes from './Avatar.module.css';
import { avatarColorOf, initialsOf } from './avatarLook.ts';

type AvatarState = 'active' | 'invited' | 'inactive';
export type AvatarSize = 24 | 40 | 72;

interface AvatarProps {
  kind: 'person' | 'organisation';
  id: string;
  name: string;
  size?: AvatarSize;
  /** For unknown, the avatar has no ring. */
  state?: AvatarState | undefined;
  /** The coloured part of the ring, 0 to 1; all of it when left out. */
  share?: number | undefined;
  /** An organisation's icon, instead of its initials. */
  icon?: string | undefined;
  /** Label for screen readers, if name and state are not next to the avatar. */
  label?: string;
}

/** Width of the ring, and the radius of its corners for an organisation. */
const shapes = {
  24: { width: 1.75, corner: 7 },
  40: { width: 2.5, corner: 11 },
  72: { width: 3.5, corner: 18 },
} as const;

/** The mark of a person (circle) or an organisation (rounded square): initials or icon on a colour of its own, in a ring that shows the state. */
export function Avatar({ kind, id, name, size = 24, state, share = 1, icon, label }: AvatarProps) {
  const [failed, setFailed] = useState<string>();
  const { width, corner } = shapes[size];
  const ring = ringPath(size, width, kind === 'person' ? size / 2 : corner);
  return (
    <span
      className={classes.avatar}
      data-kind={kind}
      data-size={size}
      data-state={state}
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
    >
      <svg viewBox={`0 0 ${size} ${size}`} strokeWidth={width} fill="none" aria-hidden>
        <path d={ring} className={classes.track} />
        {state && share > 0 && (
          <path d={ring} className={classes.ring} pathLength={100} strokeDasharray={dashesOf(state, share)} />
        )}
      </svg>
      {/* Generated content, so that the text of a row or a heading stays the name alone. */}
      <span
        className={classes.mark}
        data-initials={initialsOf(name)}
        style={{ backgroundColor: `var(--mantine-color-${avatarColorOf(id)}-9)` }}
      >
        {icon && icon !== failed && <img src={icon} alt="" loading="lazy" onError={() => setFailed(icon)} />}
      </span>
    </span>
  );
}

const dashesOf = (state: AvatarState, share: number): string | undefined => {
  if (state === 'invited') return '6 4';
  return share < 1 ? `${Math.max(share * 100, 3)} 100` : undefined;
};

/** A rounded square, or a circle, clockwise from the top. */
const ringPath = (size: number, width: number, corner: number): string => {
  const [near, middle, far] = [width / 2, size / 2, size - width / 2];
  const radius = corner - near;
  const side = far - near - 2 * radius;
  const turn = (x: number, y: number) => `a${radius} ${radius} 0 0 1 ${x} ${y}`;
  return [
    `M${middle} ${near}h${side / 2}`,
    `${turn(radius, radius)}v${side}`,
    `${turn(-radius, radius)}h${-side}`,
    `${turn(-radius, -radius)}v${-side}`,
    `${turn(radius, -radius)}z`,
  ].join('');
};
