import { DeferredComponent } from '../feedback/DeferredComponent.ts';
import { useDeferredComponent } from '../feedback/useDeferredComponent.ts';

const deferred = new DeferredComponent(() => import('./ThemeSwitch.tsx').then((module) => module.ThemeSwitch));

/** The menu is the largest part of a sign-in page and rarely opened: it loads after the form. */
export function DeferredThemeSwitch() {
  const ThemeSwitch = useDeferredComponent(deferred);
  return ThemeSwitch && <ThemeSwitch />;
}
