import { LaterPart } from './LaterPart.ts';
import { useLaterPart } from './useLaterPart.ts';

const part = new LaterPart(() => import('./ThemeSwitch.tsx').then(({ ThemeSwitch }) => ThemeSwitch));

/** The menu is the largest part of a page that hardly anybody opens it on: it comes after the form. */
export function LateThemeSwitch() {
  const ThemeSwitch = useLaterPart(part);
  return ThemeSwitch && <ThemeSwitch />;
}
