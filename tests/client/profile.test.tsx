import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Profile } from '#shared/api/cabinet/profile.ts';
import { completeness, PROFILE_FACTS, type ProfileFacts } from '#shared/validation/profile-facts.ts';
import { ExternalCabinet } from '#client/features/cabinet/profile/external-cabinet.tsx';
import { MyData } from '#client/features/cabinet/profile/my-data.tsx';
import { startI18n, switchLanguage } from '#client/i18n/i18n.ts';
import { Toasts } from '#client/ui/toasts.tsx';
import { text } from './lot-fixture.ts';
import { serve, show, type Answers } from './page.tsx';

const READ = 'GET /api/shop/profile';
const SEND = 'POST /api/shop/profile/send-code';
const CONFIRM = 'POST /api/shop/profile/confirm';

const NONE = Object.fromEntries(PROFILE_FACTS.map((fact) => [fact, false])) as unknown as ProfileFacts;

function profileOf(given: Partial<Profile> = {}, facts: Partial<ProfileFacts> = {}): Profile {
  const known = { ...NONE, name: true, nationalId: true, ...facts };
  return {
    kind: 'natural',
    name: 'Aziza Karimova',
    pinfl: '30101900000105',
    stir: null,
    phone: { value: '+998901234567', confirmed: false },
    email: { value: 'aziza@example.uz', confirmed: false },
    address: null,
    requisites: null,
    roles: ['buyer'],
    facts: known,
    percentage: completeness(known),
    since: Date.UTC(2026, 0, 5),
    openRequest: null,
    ...given,
  };
}

async function open(profile: Profile, more: Answers = {}, at = '/') {
  const answers: Answers = {
    [READ]: { body: profile },
    'GET /api/shop/dictionaries/region': {
      body: [{ id: 1726, soato: '1726', name: text('Tashkent city') }],
    },
    'GET /api/shop/dictionaries/area': {
      body: [{ id: 1726266, soato: '1726266', regionId: 1726, name: text('Yunusobod') }],
    },
    'GET /api/shop/dictionaries/bank': { body: [] },
    'GET /api/shop/profile/number-claims': { body: { items: [] } },
    ...more,
  };
  const asked = serve(answers);
  show(<MyData />, at);
  await screen.findByRole('heading', { name: 'Personal data' });
  const sent = (path: string) => asked.filter((each) => `${each.method} ${each.path}` === path);
  return { answers, asked, bodies: (path: string) => sent(path).map(({ body }) => body) };
}

const part = (id: string) => within(document.getElementById(id)!);
const sentCode = {
  body: { outcome: 'sent', to: '+998 90 •••-••-67', resendAfterMs: 60_000, expiresAfterMs: 300_000 },
};

beforeEach(async () => {
  await startI18n();
  await switchLanguage('en');
});

describe('my data', () => {
  it('shows how complete they are, and the way to each missing part', async () => {
    await open(profileOf());
    expect(screen.getByRole('img', { name: 'The profile is 28 % complete' })).toBeVisible();
    const facts = within(screen.getByRole('region', { name: 'Completeness of your profile' }));
    expect(facts.getByText('PINFL').closest('a')).toBeNull();
    expect(facts.getByRole('link', { name: 'Confirmed phone' })).toHaveAttribute('href', '#phone');
    expect(facts.getByRole('link', { name: 'Signed offer' })).toHaveAttribute('href', '/profile/contracts');
    expect(screen.getByText('30101900000105')).toBeVisible();
  });

  it('says so when nothing is missing', async () => {
    const all = Object.fromEntries(PROFILE_FACTS.map((fact) => [fact, true]));
    await open(profileOf({}, all));
    expect(screen.getByRole('heading', { name: 'Your profile is complete' })).toBeVisible();
  });

  it('offers to try again when they cannot be read', async () => {
    const answers: Answers = {
      [READ]: { status: 404, body: { ERROR: { code: 'x', message: 'Not there.' } } },
    };
    serve(answers);
    show(<MyData />);
    expect(await screen.findByText('Not there.')).toBeVisible();
    answers[READ] = { body: profileOf() };
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'Personal data' })).toBeVisible();
  });

  it('confirms a phone by its code, sent as soon as it is whole, and shows the new completeness', async () => {
    const after = profileOf({ phone: { value: '+998901234567', confirmed: true } }, { phoneConfirmed: true });
    const { bodies } = await open(profileOf(), {
      [SEND]: sentCode,
      [CONFIRM]: { body: { outcome: 'confirmed', profile: after } },
    });
    await userEvent.click(part('phone').getByRole('button', { name: 'Confirm' }));
    expect(await part('phone').findByText('The code was sent to +998 90 •••-••-67.')).toBeVisible();
    expect(part('phone').getByRole('button', { name: /Send again in (1:00|0:[345]\d)/ })).toBeDisabled();
    await userEvent.click(part('phone').getByLabelText('Confirmation code'));
    await userEvent.paste('12 34 56');
    expect(await screen.findByRole('img', { name: 'The profile is 42 % complete' })).toBeVisible();
    expect(bodies(SEND)).toEqual([{ channel: 'phone', value: '+998901234567' }]);
    expect(bodies(CONFIRM)).toEqual([{ channel: 'phone', value: '+998901234567', code: '123456' }]);
    expect(part('phone').queryByRole('button', { name: 'Confirm' })).toBeNull();
  });

  it('says that a code is wrong and empties its boxes', async () => {
    await open(profileOf(), { [SEND]: sentCode, [CONFIRM]: { body: { outcome: 'wrong' } } });
    await userEvent.click(part('phone').getByRole('button', { name: 'Confirm' }));
    await userEvent.type(await part('phone').findByLabelText('Confirmation code'), '111111');
    expect(await part('phone').findByText(/The code is wrong/)).toBeVisible();
    expect(part('phone').getByLabelText('Confirmation code')).toHaveValue('');
  });

  it.each([
    [{ outcome: 'wait', resendAfterMs: 30_000 }, /ask for another in 30 seconds/],
    [{ outcome: 'limit', retryAfterMs: 600_000 }, /Try again in 10 minutes/],
    [{ outcome: 'undelivered' }, /could not be sent/],
  ])('says in words why no code came: %j', async (body, words) => {
    await open(profileOf(), { [SEND]: { body } });
    await userEvent.click(part('email').getByRole('button', { name: 'Confirm' }));
    expect(await part('email').findByText(words)).toBeVisible();
  });

  it('asks for another phone, and for a fresh sign-in before it', async () => {
    const { bodies } = await open(profileOf(), {
      [SEND]: { status: 403, body: { ERROR: { code: 'sign-in-again', message: 'Sign in.' } } },
    });
    await userEvent.click(part('phone').getByRole('button', { name: 'Change' }));
    await userEvent.click(part('phone').getByRole('button', { name: 'Send the code' }));
    expect(await part('phone').findByText(/Enter a phone number of Uzbekistan/)).toBeVisible();
    await userEvent.type(part('phone').getByLabelText('New phone number'), '935550001');
    await userEvent.click(part('phone').getByRole('button', { name: 'Send the code' }));
    const renew = await part('phone').findByRole('link', { name: 'Enter the password' });
    expect(renew).toHaveAttribute('href', expect.stringContaining('renew=1'));
    expect(decodeURIComponent(renew.getAttribute('href')!)).toContain('/profile/my-data?change=phone');
    expect(bodies(SEND)).toEqual([{ channel: 'phone', value: '+998935550001' }]);
  });

  it('opens with the change that was interrupted by the sign-in', async () => {
    await open(profileOf(), {}, '/profile/my-data?change=email');
    expect(part('email').getByLabelText('New e-mail address')).toBeVisible();
    expect(part('phone').queryByLabelText('New phone number')).toBeNull();
  });

  it('saves an address whose area belongs to its region', async () => {
    const save = 'PUT /api/shop/profile/address';
    const address = { regionId: 1726, areaId: 1726266, text: '12 Navoiy street' };
    const { bodies } = await open(profileOf(), {
      [save]: { body: profileOf({ address }, { address: true }) },
    });
    expect(part('address').getByRole('button', { name: 'Save' })).toBeDisabled();
    await part('address').findByRole('option', { name: 'Tashkent city' });
    await userEvent.selectOptions(part('address').getByLabelText('Region'), 'Tashkent city');
    await userEvent.click(part('address').getByRole('button', { name: 'Save' }));
    expect(await part('address').findAllByText('Fill in this field.')).toHaveLength(2);
    await part('address').findByRole('option', { name: 'Yunusobod' });
    await userEvent.selectOptions(part('address').getByLabelText('District or city'), 'Yunusobod');
    await userEvent.type(part('address').getByLabelText(/Neighbourhood/), '12 Navoiy street');
    await userEvent.click(part('address').getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(bodies(save)).toEqual([address]));
    expect(await screen.findByRole('img', { name: 'The profile is 42 % complete' })).toBeVisible();
  });

  it('groups an account as it is printed, and sends its digits', async () => {
    const save = 'PUT /api/shop/profile/requisites';
    const requisites = { bankName: 'Asakabank', account: '20208000900123456001', mfo: '00417' };
    const { bodies } = await open(profileOf(), {
      [save]: { body: profileOf({ requisites }, { bankRequisites: true }) },
    });
    const account = part('requisites').getByLabelText('Account number');
    await userEvent.type(part('requisites').getByLabelText('Name of the bank'), 'Asakabank');
    await userEvent.type(part('requisites').getByLabelText('MFO (bank code)'), '0041x7');
    await userEvent.type(account, '2020884090012345600');
    await userEvent.tab();
    expect(await part('requisites').findByText('An account number has 20 digits.')).toBeVisible();
    await userEvent.type(account, '1');
    expect(await part('requisites').findByText(/An account in UZS is needed/)).toBeVisible();
    await userEvent.clear(account);
    await userEvent.type(account, requisites.account);
    expect(account).toHaveValue('20208 000 9 00123456 001');
    await userEvent.click(part('requisites').getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(bodies(save)).toEqual([requisites]));
  });

  it('asks for the password again before requisites are changed, and keeps what was typed', async () => {
    await open(profileOf(), {
      'PUT /api/shop/profile/requisites': {
        status: 403,
        body: { ERROR: { code: 'sign-in-again', message: 'Sign in.' } },
      },
    });
    await userEvent.type(part('requisites').getByLabelText('Name of the bank'), 'Asakabank');
    await userEvent.type(part('requisites').getByLabelText('MFO (bank code)'), '00417');
    await userEvent.type(part('requisites').getByLabelText('Account number'), '20208000900123456001');
    await userEvent.click(part('requisites').getByRole('button', { name: 'Save' }));
    const renew = await part('requisites').findByRole('link', { name: 'Sign in' });
    expect(renew).toHaveAttribute('target', '_blank');
    expect(part('requisites').getByLabelText('Name of the bank')).toHaveValue('Asakabank');
  });

  it('asks for a PINFL that is not there, refuses a wrong one, and asks about an unusual last digit', async () => {
    const save = 'PUT /api/shop/profile/national-id';
    const { bodies } = await open(profileOf({ pinfl: null }, { nationalId: false }), {
      [save]: { body: profileOf() },
    });
    const field = part('identity').getByLabelText('PINFL');
    const press = () => userEvent.click(part('identity').getByRole('button', { name: 'Save' }));
    await userEvent.type(field, '3010190000010');
    await press();
    expect(await part('identity').findByText(/This PINFL is wrong/)).toBeVisible();
    // Of a foreigner, as OneID and E-IMZO take it, or a slip.
    await userEvent.type(field, '1');
    expect(await part('identity').findByText(/The check digit does not fit/)).toBeVisible();
    await userEvent.type(field, '{Backspace}5');
    expect(part('identity').queryByText(/The check digit does not fit/)).toBeNull();
    await press();
    await waitFor(() => expect(bodies(save)).toEqual([{ number: '30101900000105' }]));
  });

  it('takes part as buyer, customer or both', async () => {
    const roles = 'PUT /api/shop/auth/roles';
    const { bodies, answers } = await open(profileOf(), { [roles]: { body: {} } });
    expect(screen.getByRole('radio', { name: /^Buyer/ })).toBeChecked();
    answers[READ] = { body: profileOf({ roles: ['buyer', 'customer'] }) };
    await userEvent.click(screen.getByRole('radio', { name: /^Both/ }));
    await waitFor(() => expect(bodies(roles)).toEqual([{ roles: ['buyer', 'customer'] }]));
    await waitFor(() => expect(screen.getByRole('radio', { name: /^Both/ })).toBeChecked());
  });

  it('asks for the password again before everything about the person is saved', async () => {
    await open(profileOf(), {
      'GET /api/shop/profile/data-file': {
        status: 403,
        body: { ERROR: { code: 'sign-in-again', message: 'Sign in.' } },
      },
    });
    await userEvent.click(part('my-file').getByRole('button', { name: 'Save my data' }));
    const renew = await part('my-file').findByRole('link', { name: 'Enter the password' });
    expect(decodeURIComponent(renew.getAttribute('href')!)).toContain('/profile/my-data#my-file');
  });
});

describe('the cabinet outside', () => {
  const TOKEN = 'GET /api/shop/auth/auth-token';

  it('is opened with a code of one minute and the language of the page', async () => {
    const left: string[] = [];
    const cabinet = 'https://cabinet.example';
    const asked = serve({
      [TOKEN]: { body: { token: 'a-code', cabinetUrl: cabinet, expiresInSeconds: 60 } },
    });
    show(<ExternalCabinet leave={(address) => void left.push(address)} />);
    await userEvent.click(screen.getByRole('button', { name: 'Refund application' }));
    await waitFor(() => expect(left).toEqual([`${cabinet}/refund-application?token=a-code&lang=en`]));
    expect(asked[0]?.headers.get('x-savdo')).toBe('1');
  });

  it('says in the server’s words why there is no code', async () => {
    serve({
      [TOKEN]: { status: 503, body: { ERROR: { code: 'unavailable', message: 'Come back later.' } } },
    });
    show(
      <>
        <ExternalCabinet leave={() => undefined} />
        <Toasts />
      </>,
    );
    await userEvent.click(screen.getByRole('button', { name: 'My data' }));
    expect(await screen.findByText('Come back later.')).toBeVisible();
  });
});
