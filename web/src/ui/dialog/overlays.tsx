import { Drawer, type DrawerProps, Modal, type ModalProps } from '@mantine/core';
import { useEffect, useState } from 'react';

/** A dialog remembers where the focus was when it changes from closed to open, so it is first drawn closed. */
const useDrawn = (): boolean => {
  const [drawn, setDrawn] = useState(false);
  useEffect(function openAfterDrawing() {
    setDrawn(true);
  }, []);
  return drawn;
};

export function DialogModal(props: ModalProps) {
  const drawn = useDrawn();
  return <Modal {...props} opened={props.opened && drawn} />;
}

export function DialogDrawer(props: DrawerProps) {
  const drawn = useDrawn();
  return <Drawer {...props} opened={props.opened && drawn} />;
}
