import { expect, test } from 'vitest';
import { renderAlone } from '../../testing/render.tsx';
import { EmailAddress } from '../values/EmailAddress.tsx';
import { emailCheck } from './fieldChecks.ts';

test('DOMAIN-13 a form refuses an unusual spelling and accepts an internationalised domain', () => {
  const check = emailCheck(100);
  expect(check('ann@ⓑank.example')).toBe('is an unusual spelling. Did you mean ann@bank.example?');
  expect(check('ann@bank。example')).toBe('is an unusual spelling. Did you mean ann@bank.example?');
  expect(['ann@bücher.example', 'ann@xn--bcher-kva.example'].map(check)).toEqual([null, null]);
});

test('DOMAIN-13 an email is shown decoded, and one that looks like another in its ASCII form', async () => {
  const emails = ['ann@xn--bcher-kva.example', 'ann@xn--80aa0cbo.example'];
  await renderAlone(
    <p>
      {emails.map((email) => (
        <EmailAddress key={email} email={email} />
      ))}
    </p>,
  );
  expect(document.querySelector('p')?.textContent).toBe(`ann@bücher.example${emails[1]}`);
});
