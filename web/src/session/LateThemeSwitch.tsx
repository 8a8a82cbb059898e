import { useEffect, useSyncExternalStore } from 'react';
import { LaterPart } from '../ui/LaterPart.ts';

const part = new LaterPart(() => import('../ui/ThemeSwitch.tsx').then(({ ThemeSwitch }) => ThemeSwitch));

/** The menu is the largest part of a page that hardly anybody opens it on: it comes after the form. */
export function LateThemeSwitch() {
  const ThemeSwitch = useSyncExternalStore(part.subscribe, () => part.now);
  useEffect(function bringAfterTheForm() {
    part.bring().catch(() => undefined);
  }, []);
  return ThemeSwitch && <ThemeSwitch />;
}
