import {
  type ActionIconFactory,
  type BadgeFactory,
  type ButtonFactory,
  type CSSVariablesResolver,
  createTheme,
  type DrawerFactory,
  defaultVariantColorsResolver,
  type ExtendComponent,
  type FactoryPayload,
  type MantineThemeComponent,
  type MenuFactory,
  type ModalFactory,
  type NativeSelectFactory,
  type PaperFactory,
  type TextFactory,
  type UnstyledButtonFactory,
  type VariantColorsResolver,
} from '@mantine/core';
import { FocusableButton } from '../layout/FocusableButton.tsx';

const typeface =
  'Geist, "Geist fallback", system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", "Liberation Sans", Arial, sans-serif';
const quick = { duration: 120 };
// Otherwise a dialog's header would be a second banner landmark.
const plainHeader = { header: { role: 'presentation' } };
const titleStyles = { title: { fontSize: 'var(--mantine-font-size-lg)', fontWeight: 600, lineHeight: 1.4 } };
// Otherwise the whole content would describe a dialog, with each label and button. `DialogDescriptionId` provides this id.
const bodyWithoutId = { body: { id: undefined } };

// The text on blue and red is white on the light scheme's shade and black on the dark scheme's shade, because neither colour is readable on both.
const variantColorResolver: VariantColorsResolver = (input) => {
  const resolved = defaultVariantColorsResolver(input);
  if (input.variant !== 'filled') return resolved;
  if (input.color === undefined || input.color === input.theme.primaryColor)
    return { ...resolved, color: 'var(--mantine-primary-color-contrast)' };
  return input.color === 'red' ? { ...resolved, color: 'var(--console-danger-contrast)' } : resolved;
};

/** Types a component's defaults without importing the component: the theme is loaded before dialogs and menus. */
const extend = <Payload extends FactoryPayload>(part: ExtendComponent<Payload>): MantineThemeComponent => part;

export const theme = createTheme({
  primaryColor: 'blue',
  primaryShade: { light: 6, dark: 5 },
  autoContrast: true,
  variantColorResolver,
  black: '#161a22',
  colors: {
    // A cool grey, with clear steps between page, card and raised elements.
    gray: [
      '#f5f6f8',
      '#eceef2',
      '#e3e6eb',
      '#d7dbe3',
      '#c2c8d2',
      '#9ea7b6',
      '#788295',
      '#566073',
      '#3a4353',
      '#1d232e',
    ],
    dark: [
      '#e7eaf0',
      '#aeb6c4',
      '#8d97a8',
      '#5c6677',
      '#394150',
      '#2c3340',
      '#232935',
      '#191e27',
      '#0f1218',
      '#090b10',
    ],
    // Mantine's blue with its dark end one step further: white on the original shade 6 has a contrast of 3.6, AA asks for 4.5.
    blue: [
      '#e7f5ff',
      '#d0ebff',
      '#a5d8ff',
      '#74c0fc',
      '#4dabf7',
      '#339af0',
      '#1971c2',
      '#1864ab',
      '#145591',
      '#0f4475',
    ],
  },
  fontFamily: typeface,
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '0.875rem', lg: '1rem', xl: '1.125rem' },
  headings: {
    fontFamily: typeface,
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.375rem', lineHeight: '1.35' },
      h2: { fontSize: '1rem', lineHeight: '1.4' },
      h3: { fontSize: '0.875rem', lineHeight: '1.4' },
    },
  },
  defaultRadius: 'md',
  respectReducedMotion: true,
  focusRing: 'auto',
  components: {
    ActionIcon: extend<ActionIconFactory>({ defaultProps: { variant: 'subtle', color: 'gray', size: 36 } }),
    Badge: extend<BadgeFactory>({ defaultProps: { variant: 'light', tt: 'none', fw: 500, radius: 'sm' } }),
    Button: extend<ButtonFactory>({ defaultProps: { size: 'sm', fw: 500 } }),
    Drawer: extend<DrawerFactory>({
      defaultProps: { transitionProps: quick, attributes: plainHeader, styles: titleStyles },
    }),
    Menu: extend<MenuFactory>({
      // The first entry gets the focus instead of a placeholder, which a menu cannot contain.
      defaultProps: { transitionProps: quick, shadow: 'md', withInitialFocusPlaceholder: false },
    }),
    Modal: extend<ModalFactory>({
      defaultProps: {
        transitionProps: quick,
        centered: true,
        closeButtonProps: { 'aria-label': 'Close' },
        attributes: { ...plainHeader, ...bodyWithoutId },
        styles: titleStyles,
      },
    }),
    // Mantine's arrow is an image without a name.
    NativeSelect: extend<NativeSelectFactory>({ defaultProps: { rightSectionProps: { 'aria-hidden': true } } }),
    Paper: extend<PaperFactory>({ defaultProps: { withBorder: true } }),
    Text: extend<TextFactory>({ defaultProps: { size: 'sm' } }),
    // Base of Mantine's buttons, menu items and tabs.
    UnstyledButton: extend<UnstyledButtonFactory>({ defaultProps: { component: FocusableButton } }),
  },
});

/** Mantine's own secondary, placeholder, error and danger colours are below AA contrast in both schemes. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: { '--console-heading-size': '0.78125rem' },
  light: {
    '--console-page': 'var(--mantine-color-gray-0)',
    '--console-raised': 'var(--mantine-color-gray-1)',
    '--mantine-color-default-border': 'var(--mantine-color-gray-3)',
    '--mantine-color-gray-light-color': 'var(--mantine-color-gray-8)',
    '--mantine-color-blue-light-color': 'var(--mantine-color-blue-9)',
    '--mantine-color-green-light': '#def3e4',
    '--mantine-color-green-light-color': '#1b5e2f',
    '--mantine-color-yellow-light': '#fcefc7',
    '--mantine-color-yellow-light-color': '#6b4400',
    '--mantine-color-red-light': '#fde4e4',
    '--mantine-color-red-light-color': '#9c1c1c',
    '--mantine-color-dimmed': 'var(--mantine-color-gray-7)',
    '--mantine-color-placeholder': 'var(--mantine-color-gray-7)',
    '--mantine-color-error': 'var(--mantine-color-red-9)',
    '--mantine-color-red-filled': 'var(--mantine-color-red-9)',
    '--mantine-color-red-filled-hover': '#a61e1e',
    '--console-danger-contrast': 'var(--mantine-color-white)',
  },
  dark: {
    '--console-page': 'var(--mantine-color-dark-8)',
    '--console-raised': 'var(--mantine-color-dark-5)',
    '--mantine-color-default-border': 'var(--mantine-color-dark-4)',
    '--mantine-color-gray-light': 'var(--mantine-color-dark-4)',
    '--mantine-color-gray-light-color': 'var(--mantine-color-dark-0)',
    '--mantine-color-green-light': '#173a24',
    '--mantine-color-green-light-color': 'var(--mantine-color-green-2)',
    '--mantine-color-yellow-light': '#403209',
    '--mantine-color-yellow-light-color': 'var(--mantine-color-yellow-2)',
    '--mantine-color-red-light': '#4b1e22',
    '--mantine-color-red-light-color': 'var(--mantine-color-red-2)',
    '--mantine-color-blue-light': '#14314f',
    '--mantine-color-blue-light-color': 'var(--mantine-color-blue-2)',
    '--mantine-color-dimmed': 'var(--mantine-color-dark-1)',
    '--mantine-color-placeholder': 'var(--mantine-color-dark-1)',
    '--mantine-color-error': 'var(--mantine-color-red-5)',
    '--mantine-color-red-filled-hover': 'var(--mantine-color-red-4)',
    '--console-danger-contrast': 'var(--mantine-color-black)',
    // Lighter instead of darker, because the text on it is black.
    '--mantine-color-blue-filled-hover': 'var(--mantine-color-blue-4)',
  },
});
