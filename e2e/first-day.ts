import { type Browser, expect, type Locator, type Page, type ViewportSize } from '@playwright/test';
import { newPassword } from './first-password.ts';
import { expectFocusSeen, type Hand, keyboard } from './hands.ts';
import { removeSystem, startSystem } from './system.ts';

const picture = {
  name: 'logo.svg',
  mimeType: 'image/svg+xml',
  buffer: Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><rect width="64" height="64" fill="#228be6"/></svg>',
  ),
};
const twentyRows = [
  'firstname,lastname,email,country_code,mobile,designation,supervisor,department_name,role',
  ...Array.from(
    { length: 20 },
    (_, at) =>
      `Una,Upload${at},una${at}@client.example,+91,98765432${10 + at},Analyst,olga@client.example,Legal,Auditee`,
  ),
].join('\n');

/** A user at a page, with one way to use it: mouse, finger or keyboard. */
class Person {
  readonly page: Page;
  private readonly hand: Hand;

  constructor(page: Page, hand: Hand) {
    this.page = page;
    this.hand = hand;
  }

  private textbox(label: string): Locator {
    return this.page
      .getByRole('textbox', { name: label, exact: true })
      .or(this.page.getByRole('combobox', { name: label, exact: true }))
      .first();
  }

  press = (name: string | RegExp, within: Page | Locator = this.page) =>
    this.hand.press(
      within
        .getByRole('button', { name })
        .or(within.getByRole('link', { name }))
        .or(within.getByRole('menuitem', { name }))
        .filter({ visible: true })
        .first(),
    );

  type = async (fields: Record<string, string>) => {
    for (const [label, text] of Object.entries(fields)) await this.hand.type(this.textbox(label), text);
  };

  choose = async (fields: Record<string, string>) => {
    for (const [label, option] of Object.entries(fields)) await this.hand.choose(this.textbox(label), option);
  };

  /** Presses a button that opens the browser's file dialog. */
  chooseFile = async (button: RegExp, file: typeof picture) => {
    const chooser = this.page.waitForEvent('filechooser');
    await this.press(button);
    await (await chooser).setFiles(file);
  };

  /** Uses the navigation, which is behind a button on a phone. */
  navigate = async (to: string) => {
    const drawer = this.page.getByRole('button', { name: 'Navigation', exact: true });
    const main = this.page.getByRole('navigation', { name: 'Main' }).filter({ visible: true });
    await drawer.or(main).first().waitFor();
    if (await drawer.isVisible()) await this.press('Navigation');
    await this.press(to, main);
  };

  /** Presses an action of the page, which may be in the menu of those that do not fit. */
  act = async (name: string) => {
    const action = this.page.getByRole('link', { name }).filter({ visible: true });
    const more = this.page.getByRole('button', { name: 'More actions' });
    await action.or(more).first().waitFor();
    if (!(await action.first().isVisible())) await this.press('More actions');
    await this.press(name);
  };

  /** Several steps of the wizard have fields with the same names. */
  step = (number: number) =>
    expect(this.page.getByRole('region', { name: new RegExp(`^Step ${number}`) })).toBeVisible();

  heading = (name: string | RegExp) => expect(this.page.getByRole('heading', { level: 1, name })).toBeVisible();

  setPasswordAndSignIn = async (email: string) => {
    await this.type({ Password: newPassword, 'Confirm password': newPassword });
    await this.press('Set password');
    await expect(this.page).toHaveURL(/\/login$/);
    await this.type({ Email: email, Password: newPassword });
    await this.press('Next');
  };

  fillDetails = async (name: string) => {
    await this.type({ 'Brand name': name, 'Legal name': `${name} Ltd` });
    await this.choose({ Industry: 'Banking' });
    await this.type({
      'Email domains': `${name.toLowerCase()}.example`,
      Website: `https://${name.toLowerCase()}.example`,
    });
  };

  fillPlace = async () => {
    await this.choose({ Country: 'India' });
    await this.type({ State: 'Goa', City: 'Panaji', PIN: '403001' });
    await this.chooseFile(/logo/i, picture);
    await this.chooseFile(/icon/i, picture);
  };

  /** Fills the fields of a person, except an email that cannot be changed. */
  fillPerson = async ([first, last, email]: readonly [string, string, string], supervisor: string) => {
    await this.type({ 'First name': first, 'Last name': last });
    if (await this.textbox('Email').isEditable()) await this.type({ Email: email });
    await this.type({ Supervisor: supervisor });
    await this.page.keyboard.press('Escape');
    // The post of senior management is its designation.
    if (await this.textbox('Designation').isVisible()) await this.choose({ Designation: 'Manager' });
    await this.choose({ Department: 'InfoSec' });
  };
}

const unsentDialog = ({ page }: Person) => page.getByRole('dialog', { name: /^The invitations? (was|were) not sent$/ });

/** The link of a new invitation, from the dialog that reports the unsent email. */
async function copiedLink(person: Person, button: string): Promise<string> {
  const { page } = person;
  await person.press(button, unsentDialog(person));
  const link = await page.getByRole('textbox', { name: 'Link' }).inputValue();
  await person.press('I have copied it');
  return link;
}

/** Creates own organisation, customer, its people and a vendor, on a system that has no demo data or mail server. */
export async function liveFirstDay(browser: Browser, hand: Hand, viewport: ViewportSize): Promise<void> {
  const system = await startSystem({ DEMO: 'off', FIRST_ADMIN_EMAIL: 'ada@acme.example' });
  const printed = (label: string) => new RegExp(` {2}${label} +(\\S+)`).exec(system.output())?.[1] ?? '';
  const open = async (address: string) => {
    const page = await (await browser.newContext({ viewport })).newPage();
    await page.goto(address);
    return new Person(page, hand);
  };

  const ada = await open(printed('Set the password at'));
  await ada.setPasswordAndSignIn('ada@acme.example');
  await expect(ada.page).toHaveURL(/\/O\/add$/);
  await ada.fillDetails('Acme');
  await ada.fillPerson(['Ada', 'Admin', 'ada@acme.example'], 'ada@acme.example');
  await ada.press('Next');
  await ada.fillPlace();
  await ada.press('Create organisation');
  await ada.heading(/Acme/);

  await ada.navigate('Setting');
  await ada.press('Create New Organisation');
  await ada.fillDetails('Client');
  await ada.fillPlace();
  await ada.press('Next');
  await ada.step(2);
  await ada.fillPerson(['Olga', 'Organiser', 'olga@client.example'], 'olga@client.example');
  await ada.press('Next');
  await ada.step(3);
  await ada.fillPerson(['Carl', 'Chief', 'carl@client.example'], 'carl@client.example');
  await ada.press('Create organisation');
  const olgasLink = await copiedLink(ada, 'Copy link for olga@client.example');
  await ada.press('Close', unsentDialog(ada));
  await expect(ada.page).toHaveURL(/\/T$/);

  const olga = await open(olgasLink);
  await olga.setPasswordAndSignIn('olga@client.example');
  await olga.heading(/Client/);
  await olga.navigate('User');
  await olga.act('Create New User');
  await olga.fillPerson(['Uma', 'User', 'uma@client.example'], 'olga@client.example');
  await olga.choose({ Role: 'Assessor' });
  await olga.press('Create user');
  await olga.press('Close', unsentDialog(olga));
  await expect(olga.page).toHaveURL(/\/U$/);
  await expect(olga.page.getByText('uma@client.example').first()).toBeVisible();
  await olga.act('Upload Users');
  await olga.chooseFile(/choose/i, { name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(twentyRows) });
  await olga.press(/^Upload/);
  await expect(olga.page.getByText('File Uploaded successfully!').first()).toBeVisible();

  await olga.navigate('Organisation');
  await olga.heading(/Client/);
  await olga.act('External Mapping');
  await olga.heading('External Mapping');
  await olga.act('Invite External Organisation');
  await olga.type({ Email: 'vera@vendor.example' });
  await olga.press('Next');
  await olga.press('Send invitation');
  const verasLink = await copiedLink(olga, 'Copy link');

  const vera = await open(verasLink);
  await vera.fillDetails('Vendor');
  await vera.fillPerson(['Vera', 'Vendor', 'vera@vendor.example'], 'vera@vendor.example');
  await vera.press('Next');
  await vera.fillPlace();
  await vera.press('Create organisation');
  await expect(vera.page.getByText('Submission Successful').first()).toBeVisible();
  // The outbox is a page outside the console, with the links of emails, oldest first.
  await vera.page.goto(printed('Emails'));
  await vera.page
    .getByRole('link', { name: /reset_password_token/ })
    .first()
    .click();
  await vera.setPasswordAndSignIn('vera@vendor.example');
  await vera.heading(/Vendor/);
  await vera.act('External Mapping');
  await vera.press(/^Accept /);
  await vera.press(/^Accept$/, vera.page.getByRole('dialog'));
  await expect(
    vera.page.getByRole('table', { name: 'Accepted mappings' }).getByText('Client', { exact: true }),
  ).toBeVisible();
  if (hand === keyboard) await expectFocusSeen(vera.page);
  for (const { page } of [ada, olga, vera]) await page.context().close();
  await removeSystem(system);
}
