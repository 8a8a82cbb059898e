import type { KeyboardEvent } from 'react';
import { Link } from 'react-router-dom';
import classes from './TabBar.module.css';

export interface Tab {
  label: string;
  to: string;
  current: boolean;
}

const targetOf = (key: string, at: number, count: number): number | null => {
  if (key === 'ArrowRight') return (at + 1) % count;
  if (key === 'ArrowLeft') return (at - 1 + count) % count;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : null;
};

const moveFocus = (event: KeyboardEvent<HTMLUListElement>) => {
  const links = [...event.currentTarget.querySelectorAll('a')];
  const at = links.indexOf(document.activeElement as HTMLAnchorElement);
  const target = at < 0 ? null : targetOf(event.key, at, links.length);
  if (target === null) return;
  event.preventDefault();
  links[target]?.focus();
};

let hadFocus = false;
const forgetFocus = ({ target }: FocusEvent) => {
  // The page has the focus until the tab bar is rendered.
  if (target instanceof Element && target.matches('main, main h1')) return;
  hadFocus = false;
  document.removeEventListener('focusin', forgetFocus);
};

/** Each page of an organisation has its own tab bar, so the focus moves from the old bar to the new one. */
const handFocusOver = (bar: HTMLElement) => {
  if (hadFocus) bar.querySelector<HTMLElement>('[aria-current]')?.focus();
  return () => {
    // Another tab bar of the page may have had the focus.
    if (!bar.contains(document.activeElement)) return;
    hadFocus = true;
    document.addEventListener('focusin', forgetFocus);
  };
};

const showInBar = (link: HTMLAnchorElement | null) => link?.scrollIntoView({ block: 'nearest', inline: 'nearest' });

/** Tabs as links, because each has a URL. Arrow keys move between them, Enter follows. */
export function TabBar({ label, tabs, state }: { label: string; tabs: readonly Tab[]; state?: unknown }) {
  return (
    <nav ref={handFocusOver} aria-label={label} data-page-tabs>
      <ul className={classes.list} onKeyDown={moveFocus}>
        {tabs.map((tab) => (
          <li key={tab.label}>
            <Link
              ref={tab.current ? showInBar : null}
              className={classes.tab}
              to={tab.to}
              state={state}
              aria-current={tab.current ? 'page' : undefined}
            >
              {tab.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
