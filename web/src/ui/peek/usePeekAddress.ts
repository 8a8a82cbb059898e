import { useRef, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import type { Peek } from './peekContext.ts';

const name = 'peek';

/** As in PeekPanel.module.css: there the panel covers the screen. */
const isPhone = (): boolean => window.matchMedia('(max-width: 48em)').matches;

const rowOf = (id: string | null): HTMLElement | null =>
  id === null ? null : document.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`);

/** The panel of a list, stored in the address as `?peek=`. On a phone Back closes it; elsewhere it makes no entries in the history. */
export const usePeekAddress = (): Peek => {
  const [address, setAddress] = useSearchParams();
  const { state } = useLocation();
  const navigate = useNavigate();
  const [focused, setCurrent] = useState<string | null>(null);
  const pushed = useRef(false);
  const opener = useRef<HTMLElement | null>(null);
  const panelFocus = useRef(false);
  const shown = address.get(name);

  const write = (id: string | null, replace: boolean) =>
    setAddress(
      (now) => {
        const changed = new URLSearchParams(now);
        if (id === null) changed.delete(name);
        else changed.set(name, id);
        return changed;
      },
      { replace, state, preventScrollReset: true },
    );
  return {
    shown,
    current: focused ?? shown,
    setCurrent,
    show(id, { from, focus = false } = {}) {
      const push = shown === null && isPhone();
      if (shown === null) pushed.current = push;
      opener.current = from ?? null;
      panelFocus.current = focus || isPhone();
      write(id, !push);
    },
    close() {
      const returnsTo = opener.current?.isConnected ? opener.current : rowOf(shown);
      if (pushed.current) void navigate(-1);
      else write(null, true);
      pushed.current = false;
      returnsTo?.focus({ preventScroll: true });
    },
    takesFocus() {
      const takes = panelFocus.current;
      panelFocus.current = false;
      return takes;
    },
  };
};
