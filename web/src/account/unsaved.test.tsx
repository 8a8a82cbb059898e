import { beforeEach, describe, expect, test } from 'vitest';
import { signInOver } from '../testing/enter.ts';
import { lookups, profileOf, updated } from '../testing/profile.ts';
import { address, openConsole, storedKeys, storedSecret } from '../testing/render.tsx';
import { type Answers, asked, failing, gatewayOf, modules, pageOf, signedIn, viewer } from '../testing/responses.ts';

const url = `${modules[0]?.origin}/login?sessionToken=fresh`;
const answers = {
  ProfilePage: profileOf(),
  ProfileForm: { data: { lookups } },
  ProfileForm_Update: asked(updated),
  OrganisationPage: pageOf(viewer),
  SignIn_Login: signedIn,
  SignOutItem_Logout: { data: { logout: { viewer: null } } },
  ModuleSwitcher_Switch: { data: { switchModule: { __typename: 'SwitchModulePayload', url } } },
};

beforeEach(() => {
  sessionStorage.clear();
});

const typed = async (more: Answers = {}, name = 'Grace') => {
  const opened = await openConsole('/profile?tab=info', gatewayOf({ ...answers, ...more }));
  const { screen } = opened;
  await screen.getByRole('button', { name: 'Edit' }).click();
  const field = screen.getByRole('textbox', { name: 'First name' });
  await field.fill(name);
  const question = screen.getByRole('dialog', { name: 'Leave without saving?' });
  return { ...opened, field, question };
};
type Typed = Awaited<ReturnType<typeof typed>>;

const signInAgain = async ({ screen }: Pick<Typed, 'screen'>) => {
  await screen.getByRole('textbox', { name: 'Email' }).fill('admin@demo.example');
  await screen.getByLabelText('Password', { exact: true }).first().fill('Welcome#2026');
  await screen.getByRole('button', { name: 'Next' }).click();
};
const otherTabSignsOut = () => {
  localStorage.removeItem('console.page');
  window.dispatchEvent(new StorageEvent('storage', { key: 'console.page', newValue: null }));
};
const closingIsHeldBack = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
const signOut = async ({ screen }: Typed) => {
  await screen.getByRole('button', { name: 'Account menu' }).click();
  await screen.getByRole('menuitem', { name: 'Sign Out' }).click();
};

describe('leaving', () => {
  test('UI-19 a link asks first: Cancel stays with what was typed, Leave goes', async () => {
    const opened = await typed();
    const { screen, field, question } = opened;
    const user = screen.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Organisation' });
    await user.click();
    await expect.element(question).toBeVisible();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(question).not.toBeInTheDocument();
    await expect.element(field).toHaveValue('Grace');
    expect(address()).toBe('/profile?tab=info');
    await user.click();
    await question.getByRole('button', { name: 'Leave' }).click();
    await expect.element(screen.getByRole('heading', { name: 'Demo' })).toBeVisible();
    expect(address()).toBe('/O');
  });

  test('UI-19 the other tab of the page and Back ask as well', async () => {
    const { screen, question, router } = await typed();
    await screen.getByRole('link', { name: 'Change Password' }).click();
    await expect.element(question).toBeVisible();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(question).not.toBeInTheDocument();
    void router.navigate('/O');
    await expect.element(question).toBeVisible();
  });

  test('UI-19 without changes, with all of them reverted, or after saving there is no question', async () => {
    const { screen, field, question } = await typed({}, 'Ada');
    expect(closingIsHeldBack()).toBe(false);
    await field.fill('Grace');
    expect(closingIsHeldBack()).toBe(true);
    await screen.getByRole('button', { name: 'Save' }).click();
    await expect.element(screen.getByText('Grace', { exact: true })).toBeVisible();
    expect(closingIsHeldBack()).toBe(false);
    await screen.getByRole('link', { name: 'Change Password' }).click();
    await expect.poll(address).toBe('/profile?tab=password');
    await expect.element(question).not.toBeInTheDocument();
  });

  test('SHELL-12 Sign Out asks first, and takes what was typed with it', async () => {
    const opened = await typed();
    await signOut(opened);
    await expect.element(opened.question).toBeVisible();
    expect(storedSecret()).toBe('secret-of-this-tab');
    await opened.question.getByRole('button', { name: 'Cancel' }).click();
    expect(storedSecret()).toBe('secret-of-this-tab');
    await expect.element(opened.question).not.toBeInTheDocument();
    await signOut(opened);
    await opened.question.getByRole('button', { name: 'Leave' }).click();
    await expect.element(opened.screen.getByRole('button', { name: 'Next' })).toBeVisible();
    expect(address()).toBe('/login');
    expect(storedKeys()).toHaveLength(0);
  });

  test('SWITCH-4 another module asks first, and the browser does not ask a second time', async () => {
    let heldBack = true;
    const { screen, question, calls, goTo } = await typed();
    goTo.mockImplementation(() => {
      heldBack = closingIsHeldBack();
    });
    await screen.getByRole('button', { name: 'Modules' }).click();
    await screen.getByRole('menuitem', { name: 'Documenter' }).click();
    await expect.element(question).toBeVisible();
    expect(calls.map(({ name }) => name)).not.toContain('ModuleSwitcher_Switch');
    await question.getByRole('button', { name: 'Leave' }).click();
    await expect.poll(() => heldBack).toBe(false);
  });
});

describe('a session that ends under the form', () => {
  const keptNotice = 'Your unsaved changes were restored.';

  test('SHELL-2 SHELL-12 START-47 refused while saving: after signing in again over the form what was typed can be saved', async () => {
    let ended = true;
    const opened = await typed({
      ProfileForm_Update: asked((call) => (ended ? failing('UNAUTHENTICATED', 'Sign in to continue.') : updated(call))),
    });
    const { screen, field, question, dialog } = opened;
    await screen.getByRole('button', { name: 'Save' }).click();
    const asks = dialog('Sign in to continue');
    await expect.element(asks).toBeVisible();
    expect(address()).toBe('/profile?tab=info');
    await expect.element(question).not.toBeInTheDocument();
    ended = false;
    await signInOver(asks);
    await expect.element(field).toHaveValue('Grace');
    expect(storedKeys()).toHaveLength(0);
    await screen.getByRole('button', { name: 'Save' }).click();
    await expect.element(screen.getByText('Update User', { exact: true })).toBeVisible();
    await screen.getByRole('button', { name: 'Edit' }).click();
    await expect.element(screen.getByText(keptNotice)).not.toBeInTheDocument();
  });

  test('SHELL-12 another tab signs out: nothing of the old session is shown, no request is sent, and the input is restored', async () => {
    const opened = await typed();
    const { screen, field, leaveTo, question } = opened;
    otherTabSignsOut();
    expect(leaveTo).toHaveBeenCalledExactlyOnceWith('/login?next=/profile%3Ftab%3Dinfo');
    await expect.element(field).not.toBeInTheDocument();
    await expect.element(question).not.toBeInTheDocument();
    expect(closingIsHeldBack()).toBe(false);
    await signInAgain(opened);
    await expect.element(screen.getByText(keptNotice)).toBeVisible();
    await expect.element(field).toHaveValue('Grace');
    expect(closingIsHeldBack()).toBe(true);
  });

  test('SHELL-12 another person who signs in afterwards does not see it, and it is gone', async () => {
    let who = profileOf();
    const opened = await typed({ ProfilePage: asked(() => who) });
    const { screen } = opened;
    otherTabSignsOut();
    expect(storedKeys()).toHaveLength(1);
    who = profileOf({ id: '2', firstName: 'Olga' });
    await signInAgain(opened);
    await expect.element(screen.getByText('Olga', { exact: true })).toBeVisible();
    await expect.element(screen.getByRole('button', { name: 'Edit' })).toBeVisible();
    await expect.poll(() => storedKeys().length).toBe(0);
    await expect.element(screen.getByText(keptNotice)).not.toBeInTheDocument();
  });

  test('PROFILE-2 Cancel drops what was kept', async () => {
    const opened = await typed();
    const { screen, field } = opened;
    otherTabSignsOut();
    await signInAgain(opened);
    await expect.element(screen.getByText(keptNotice)).toBeVisible();
    await screen.getByRole('button', { name: 'Cancel' }).click();
    await screen.getByRole('button', { name: 'Edit' }).click();
    await expect.element(field).toHaveValue('Ada');
    await expect.element(screen.getByText(keptNotice)).not.toBeInTheDocument();
  });

  test('SHELL-12 nothing typed, nothing kept', async () => {
    await typed({}, 'Ada');
    otherTabSignsOut();
    expect(storedKeys()).toHaveLength(0);
  });

  test('CASES-2 PWD-1 of the passwords nothing is kept', async () => {
    const { screen } = await openConsole('/profile?tab=password', gatewayOf(answers));
    await screen
      .getByLabelText(/^Current password/)
      .first()
      .fill('Welcome#2026');
    expect(closingIsHeldBack()).toBe(true);
    otherTabSignsOut();
    expect(storedKeys()).toHaveLength(0);
  });
});
