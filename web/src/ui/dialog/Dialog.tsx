import type { DrawerProps, ModalProps } from '@mantine/core';
import { lazyDialog } from './lazyDialog.ts';

const load = () => import('./overlays.tsx');

/** The frame of every dialog. */
export const Dialog = lazyDialog<ModalProps>(async () => (await load()).DialogModal);

/** The same at the edge of the screen. */
export const SidePanel = lazyDialog<DrawerProps>(async () => (await load()).DialogDrawer);

/** Loads both before the first dialog is opened. */
export const preloadDialogs = (): void => void load().catch(() => undefined);
