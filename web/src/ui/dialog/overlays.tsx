import { Drawer, type DrawerProps, Modal, type ModalProps } from '@mantine/core';
import { useEffect, useState } from 'react';
import { focusIfLost } from './focusIfLost.ts';

/** A dialog remembers where the focus was when it changes from closed to open, so it is first rendered closed. */
const useRendered = (): boolean => {
  const [rendered, setRendered] = useState(false);
  useEffect(function openAfterRendering() {
    setRendered(true);
  }, []);
  return rendered;
};

/** A dialog hands the focus back when it closes. What it was opened from may be gone by then. */
const afterwards = { onExitTransitionEnd: () => focusIfLost() };

export function DialogModal(props: ModalProps) {
  const rendered = useRendered();
  return <Modal {...afterwards} {...props} opened={props.opened && rendered} />;
}

export function DialogDrawer(props: DrawerProps) {
  const rendered = useRendered();
  return <Drawer {...afterwards} {...props} opened={props.opened && rendered} />;
}
