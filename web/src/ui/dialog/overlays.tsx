import { Drawer, type DrawerProps, Modal, type ModalProps } from '@mantine/core';
import { useEffect, useId, useRef, useState } from 'react';
import { DialogDescriptionId } from './DialogDescription.tsx';
import { focusPlaceOf, returnFocus } from './focusPlace.ts';

/** The properties of a dialog that returns the focus when it closes. It sees where the focus is when it changes from closed to open, so it is first rendered closed. */
const useFocusReturn = (opened: boolean) => {
  const dialog = useRef<HTMLDivElement>(null);
  const [rendered, setRendered] = useState(false);
  const isOpen = opened && rendered;
  useEffect(function openAfterRendering() {
    setRendered(true);
  }, []);
  useEffect(
    function keepFocusPlace() {
      if (!isOpen) return;
      const place = focusPlaceOf(document.activeElement);
      return () => returnFocus(place, dialog.current);
    },
    [isOpen],
  );
  return { opened: isOpen, ref: dialog, returnFocus: false };
};

export function DialogModal({ children, ...props }: ModalProps) {
  const id = useId();
  return (
    <Modal {...props} id={id} {...useFocusReturn(props.opened)}>
      {/* What Mantine describes the dialog by: its whole content, unless the theme takes the id from that. */}
      <DialogDescriptionId value={`${id}-body`}>{children}</DialogDescriptionId>
    </Modal>
  );
}

export function DialogDrawer(props: DrawerProps) {
  return <Drawer {...props} {...useFocusReturn(props.opened)} />;
}
