import { Drawer, type DrawerProps, Modal, type ModalProps } from '@mantine/core';
import { useEffect, useId, useRef, useState } from 'react';
import { DialogDescriptionId } from './DialogDescription.tsx';
import { focusPlaceOf, returnFocus } from './focusPlace.ts';

/** Props of a dialog that returns the focus when it closes. The dialog is first rendered closed, because it notes the focus when it opens. */
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
      {/* The id with which Mantine describes the dialog by its whole content, unless the theme uses the id for a description. */}
      <DialogDescriptionId value={`${id}-body`}>{children}</DialogDescriptionId>
    </Modal>
  );
}

export function DialogDrawer(props: DrawerProps) {
  return <Drawer {...props} {...useFocusReturn(props.opened)} />;
}
