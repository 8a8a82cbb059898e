import type { DrawerProps, ModalProps } from '@mantine/core';
import { deferredDialog } from './deferredDialog.ts';

const load = () => import('./overlays.tsx');

/** The frame of every dialog. */
export const Dialog = deferredDialog<ModalProps>(async () => (await load()).DialogModal);

/** The same at the edge of the screen. */
export const SidePanel = deferredDialog<DrawerProps>(async () => (await load()).DialogDrawer);

/** Loads both before the first dialog is opened. */
export const preloadDialogs = (): void => void load().catch(() => undefined);
