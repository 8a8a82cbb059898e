import { passwordLink } from '../first-password.ts';
import { enterCredentials } from '../journey.ts';
import { createHandoverToken, createSession, rest, unusedUser } from '../rest.ts';
import { press, type Screen } from './screen.ts';

/** Screens for a visitor without a session. */
export const signInScreens: readonly Screen[] = [
  { name: 'login', route: '/login', as: null },
  {
    name: 'login-refused',
    route: '/login',
    as: null,
    open: async (page) => {
      await enterCredentials(page, 'auditee@demo.example', 'Wrong#2026');
      await page.getByText('Invalid credentials').first().waitFor();
    },
  },
  {
    name: 'login-inactive',
    route: '/login',
    as: null,
    open: async (page) => {
      await enterCredentials(page, 'disabled@demo.example');
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'passcode',
    route: '/login',
    as: null,
    open: async (page) => {
      await enterCredentials(page, 'otp@secure.example');
      await page.getByRole('group', { name: 'Passcode' }).waitFor();
    },
  },
  {
    name: 'continue-as',
    route: '/login',
    at: async (system) => `/login?sessionToken=${await createHandoverToken(system, 'assessor@demo.example')}`,
  },
  {
    name: 'single-sign-on-refused',
    route: '/login/callback',
    as: null,
    at: async () => '/login/callback?state=unknown&code=x',
  },
  {
    name: 'single-sign-on-confirm',
    route: '/login/confirm',
    as: null,
    at: async () => '/login/confirm?single_sign_on_token=unknown',
  },
  {
    name: 'required-factor',
    route: '/required-factor',
    as: 'assessor@demo.example',
    open: async (page) => {
      // The demo does not require a second factor, so the response about the viewer is changed.
      await page.route('**/graphql**', async (route) => {
        const response = await route.fetch();
        const body = (await response.text()).replace(
          '"requiredFactor":null',
          '"requiredFactor":{"__typename":"RequiredFactor","dueAt":"2026-12-05T00:00:00.000Z","isDue":false,"signInAgain":false}',
        );
        await route.fulfill({ response, body });
      });
      await page.goto('/required-factor');
      await page.getByRole('heading', { name: 'Set up a second factor' }).waitFor();
    },
  },
  { name: 'forgot-password', route: '/forgot-password', as: null },
  {
    name: 'forgot-password-sent',
    route: '/forgot-password',
    as: null,
    open: async (page, system) => {
      await page.getByRole('textbox', { name: 'Email' }).fill((await unusedUser(system)).email);
      await press(/send/i)(page);
      await page.getByText('Password Reset link sent!').first().waitFor();
    },
  },
  {
    name: 'reset-password',
    route: '/reset-password',
    as: null,
    at: async (system) => {
      const { email } = await unusedUser(system);
      await rest(system, '/consoles/console_reset_pwd_link', { body: { email } });
      return passwordLink(system, email);
    },
  },
  {
    name: 'map-external-user',
    route: '/map-external-user',
    at: '/U',
    open: async (page) => {
      await press(/^Accept /, 'link')(page);
      await page.getByRole('heading', { name: 'Add User Details' }).waitFor();
    },
  },
  {
    name: 'onboard',
    route: '/org-onboard',
    as: null,
    at: async (system) => {
      const email = `stranger${Date.now()}@invited.example`;
      const { key } = await createSession(system, 'organiser@demo.example');
      await rest(system, '/consoles/invite_user', { key, body: { user: { email, invite_type: 'organisation' } } });
      return /\S+\/org-onboard\?token=\S+/.exec(await system.mailTo(email))?.[0] ?? '';
    },
  },
];
