import { Drawer, type DrawerProps, Modal, type ModalProps } from '@mantine/core';
import { useEffect, useState } from 'react';

/** A dialog remembers where the focus was when it changes from closed to open, so it is first rendered closed. */
const useRendered = (): boolean => {
  const [rendered, setRendered] = useState(false);
  useEffect(function openAfterRendering() {
    setRendered(true);
  }, []);
  return rendered;
};

export function DialogModal(props: ModalProps) {
  const rendered = useRendered();
  return <Modal {...props} opened={props.opened && rendered} />;
}

export function DialogDrawer(props: DrawerProps) {
  const rendered = useRendered();
  return <Drawer {...props} opened={props.opened && rendered} />;
}
