import { useDebouncedCallback } from '@mantine/hooks';
import { startTransition, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import type { PeekState } from '../layout/peekContext.ts';

const name = 'peek';
/** The address follows when the user stops at a row: all links of the page are rendered again with it. */
const stopMs = 300;

/** As in PeekPanel.module.css: there the panel covers the screen. */
const isPhone = (): boolean => window.matchMedia('(max-width: 48em)').matches;

const rowOf = (id: string | null): HTMLElement | null =>
  id === null ? null : document.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`);

/** The panel of a list, stored in the address as `?peek=`. On a phone Back closes it; elsewhere it makes no entries in the history. */
export const usePeekAddress = (): PeekState => {
  const [address, setAddress] = useSearchParams();
  const { state } = useLocation();
  const navigate = useNavigate();
  const [focused, setCurrent] = useState<string | null>(null);
  const pushed = useRef(false);
  const opener = useRef<HTMLElement | null>(null);
  const panelFocus = useRef(false);
  const inAddress = address.get(name);
  const [shown, setShown] = useState(inAddress);
  /** In a transition: the focus is seen to move before the panel is rendered, and a row that J passes over is not rendered at all. */
  const showInTransition = (id: string | null) => startTransition(() => setShown(id));

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
  const writeLater = useDebouncedCallback((id: string) => write(id, true), stopMs);
  useEffect(
    function followAddress() {
      if (!writeLater.isPending()) setShown(inAddress);
    },
    [inAddress, writeLater],
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
      if (push) {
        // At once, so that a second tap makes no second entry.
        setShown(id);
        write(id, false);
      } else {
        showInTransition(id);
        writeLater(id);
      }
    },
    close() {
      const returnsTo = opener.current?.isConnected ? opener.current : rowOf(shown);
      showInTransition(null);
      writeLater.cancel();
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
