import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SIGNATURE_REFUSALS } from '#shared/api/cabinet/signatures.ts';
import { LANGUAGES } from '#shared/i18n/languages.ts';
import { SIGNER_TROUBLES } from '#client/lib/e-imzo/browser-signer.ts';
import { ContractsPage } from '#client/features/cabinet/e-signature/contracts-page.tsx';
import { verdictOf } from '#client/features/cabinet/e-signature/consent-card.tsx';
import { KeysPage } from '#client/features/cabinet/e-signature/keys-page.tsx';
import { NewVersion } from '#client/features/cabinet/e-signature/new-version.tsx';
import { SignDocument, type SigningAnswer } from '#client/features/cabinet/e-signature/sign-document.tsx';
import { i18n, startI18n, switchLanguage } from '#client/i18n/i18n.ts';
import { serve, show, type Answers } from './page.tsx';
// Comes later in a browser; read ahead, so that no time limit waits for it.
import '#client/ui/dialog.tsx';

const SIGNER = 'GET /api/shop/e-signature/signer';
const KEYS = 'GET /api/shop/e-signature/development/keys';
const ISSUE = 'POST /api/shop/e-signature/development/keys/issue';
const SIGN = 'POST /api/shop/e-signature/development/sign';
const MY_KEYS = 'GET /api/shop/user/e-signature-keys';
const DEVELOPMENT = { [SIGNER]: { body: { kind: 'development', apiKeys: [] } } };

const key = {
  keyId: '0198f0aa-0000-7000-8000-000000000001',
  serial: '77000001',
  owner: 'Aziza Namuna',
  kind: 'natural',
  pinfl: '30101990000015',
  tin: null,
  validFrom: '2026-01-01T00:00:00.000Z',
  validTo: '2036-01-01T00:00:00.000Z',
};

beforeEach(async () => {
  await startI18n();
  await switchLanguage('en');
});
afterEach(() => vi.unstubAllGlobals());

function open(answers: Answers, finish: () => Promise<SigningAnswer> = async () => ({ outcome: 'done' })) {
  const asked = serve(answers);
  const events = { signed: 0, closed: 0, made: 0 };
  show(
    <SignDocument
      opened
      title="Sign the offer"
      done={{ title: 'Signed', text: 'It is in the archive.' }}
      make={() => {
        events.made += 1;
        return Promise.resolve({ base64: 'b2ZmZXI=', finish });
      }}
      onSigned={() => (events.signed += 1)}
      onClose={() => (events.closed += 1)}
    />,
  );
  return { asked, events };
}
const password = () => screen.findByLabelText('Password of the key');

/** What the application says of a certificate, as short as it may be. */
const ALIAS =
  'cn=aliyev ali,1.2.860.3.16.1.2=30101000000005,validfrom=2025.01.10 10:00:00,validto=2037.01.10 10:00:00';

describe('signing a document', () => {
  it('shows the key with its owner and days, asks for the password, and tells that it is signed', async () => {
    const { asked, events } = open({
      ...DEVELOPMENT,
      [KEYS]: { body: [key] },
      [SIGN]: { body: { outcome: 'signed', pkcs7: 'MIAG' } },
    });
    expect(
      await screen.findByRole('radio', { name: /Aziza Namuna.*30101990000015.*01\.01\.2036/s }),
    ).toBeChecked();
    await userEvent.type(await password(), 'tulip-river{Enter}');
    const result = await screen.findByRole('alert');
    expect(result).toHaveTextContent('It is in the archive.');
    expect(result).toHaveFocus();
    expect(events).toEqual({ signed: 1, closed: 0, made: 1 });
    expect(asked.find(({ path }) => path.endsWith('/sign'))?.body).toEqual({
      keyId: key.keyId,
      password: 'tulip-river',
      content: { documentBase64: 'b2ZmZXI=' },
    });
  });

  it('asks for a password before it sends anything', async () => {
    const { events } = open({ ...DEVELOPMENT, [KEYS]: { body: [key] } });
    await password();
    await userEvent.click(screen.getByRole('button', { name: 'Sign' }));
    expect(screen.getByText('Enter the password.')).toBeVisible();
    expect(await password()).toHaveFocus();
    expect(events.made).toBe(0);
  });

  it('says in the words of the specification that the password is wrong, and lets one try again', async () => {
    const answers: Answers = {
      ...DEVELOPMENT,
      [KEYS]: { body: [key] },
      [SIGN]: { body: { outcome: 'wrong-password' } },
    };
    const { events } = open(answers);
    await userEvent.type(await password(), 'guess{Enter}');
    expect(await screen.findByText('Wrong e-signature password')).toBeVisible();
    answers[SIGN] = { body: { outcome: 'signed', pkcs7: 'MIAG' } };
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await userEvent.type(await password(), 'tulip-river{Enter}');
    expect(await screen.findByText('It is in the archive.')).toBeVisible();
    expect(events).toMatchObject({ signed: 1, made: 2 });
  });

  it('tells why the server did not accept it', async () => {
    const { events } = open(
      { ...DEVELOPMENT, [KEYS]: { body: [key] }, [SIGN]: { body: { outcome: 'signed', pkcs7: 'MIAG' } } },
      async () => ({ outcome: 'refused', reason: 'other-person' }),
    );
    await userEvent.type(await password(), 'tulip-river{Enter}');
    expect(await screen.findByText(/belongs to another person or organisation/)).toBeVisible();
    expect(events.signed).toBe(0);
  });

  it('makes a test key where there is none, and goes on with it', async () => {
    const answers: Answers = {
      ...DEVELOPMENT,
      [KEYS]: { body: [] },
      [ISSUE]: { body: { outcome: 'issued', key } },
    };
    const { asked } = open(answers);
    const field = await screen.findByLabelText('Password for the new key');
    await userEvent.type(field, '12345{Enter}');
    expect(screen.getByText('The password needs at least 6 characters.')).toBeVisible();
    expect(asked.some(({ path }) => path.endsWith('/issue'))).toBe(false);
    answers[KEYS] = { body: [key] };
    await userEvent.type(field, '6{Enter}');
    expect(await screen.findByRole('radio', { name: /Aziza Namuna/ })).toBeChecked();
  });

  it('does not offer a key that has expired', async () => {
    const old = {
      ...key,
      keyId: '0198f0aa-0000-7000-8000-000000000002',
      validTo: '2026-02-01T00:00:00.000Z',
    };
    open({ ...DEVELOPMENT, [KEYS]: { body: [old] } });
    expect(await screen.findByRole('radio', { name: /expired/ })).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Sign' })).toBeDisabled();
  });

  it('says how to install E-IMZO where no one listens, and looks again', async () => {
    let sockets = 0;
    class NoOne extends EventTarget {
      constructor() {
        super();
        sockets += 1;
        setTimeout(() => this.dispatchEvent(Object.assign(new Event('close'), { code: 1006 })));
      }
      send() {}
      close() {}
    }
    vi.stubGlobal('WebSocket', NoOne);
    open({ [SIGNER]: { body: { kind: 'e-imzo', apiKeys: ['localhost', 'KEY'] } } });
    const help = await screen.findByRole('alert');
    expect(help).toHaveTextContent('The E-IMZO application is not installed or not running.');
    expect(within(help).getAllByRole('listitem')).toHaveLength(3);
    const before = sockets;
    await userEvent.click(within(help).getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(sockets).toBeGreaterThan(before));
  });

  it('is back at the keys when the password window of E-IMZO was closed, says so without alarm, and signs at one press', async () => {
    let closed = true;
    const answerTo = ({ plugin, name }: { plugin?: string; name: string }) => {
      if (name === 'version') return { major: '4', minor: '86' };
      if (plugin === 'ftjc') return { tokens: [] };
      if (name === 'load_key') return { keyId: 'one' };
      if (name === 'list_all_certificates')
        return {
          certificates: ['one', 'two'].map((each) => ({
            disk: 'C:',
            path: 'keys',
            name: each,
            alias: ALIAS,
          })),
        };
      if (name === 'create_pkcs7' && closed)
        return { success: false, status: -5000, reason: 'Ввод пароля отменен' };
      return { pkcs7_64: 'MIAG' };
    };
    class Application extends EventTarget {
      constructor() {
        super();
        setTimeout(() => this.dispatchEvent(new Event('open')));
      }
      send(text: string) {
        const data = JSON.stringify({ success: true, ...answerTo(JSON.parse(text)) });
        setTimeout(() => this.dispatchEvent(new MessageEvent('message', { data })));
      }
      close() {}
    }
    vi.stubGlobal('WebSocket', Application);
    const { events } = open({ [SIGNER]: { body: { kind: 'e-imzo', apiKeys: ['localhost', 'KEY'] } } });
    const keys = await screen.findAllByRole('radio');
    expect(screen.queryByText(/The window for the password was closed/)).toBeNull();
    await userEvent.click(keys[1]!);
    await userEvent.click(screen.getByRole('button', { name: 'Sign' }));
    await screen.findByText(/The window for the password was closed/);
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getAllByRole('radio')[1]).toBeChecked();
    const sign = screen.getByRole('button', { name: 'Sign' });
    expect(sign).toHaveFocus();
    expect(sign).toHaveAccessibleDescription(/nothing was signed/);
    closed = false;
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByText('It is in the archive.')).toBeVisible();
    expect(events).toMatchObject({ signed: 1, closed: 0, made: 2 });
  });

  it('says that no one can sign where nothing is configured', async () => {
    open({ [SIGNER]: { body: { kind: 'none', apiKeys: [] } } });
    expect(await screen.findByText('Electronic signatures are not set up')).toBeVisible();
  });

  it('has a sentence for every refusal and every trouble in every language', async () => {
    for (const language of LANGUAGES) {
      await switchLanguage(language);
      const sentences = [
        ...SIGNATURE_REFUSALS.map((reason) => i18n.t(`e-signature:refusal.${reason}`)),
        ...SIGNER_TROUBLES.map((trouble) => i18n.t(`e-signature:trouble.${trouble}`)),
      ];
      for (const sentence of sentences) expect(sentence, language).toMatch(/\p{L}{2,} .*\p{L}{2,}/u);
      expect(new Set(sentences).size).toBe(sentences.length);
    }
  });
});

describe('the list of keys', () => {
  const row = { ...key, status: 'valid', addedAt: '2026-11-01T00:00:00.000Z', lastUsedAt: null };

  it('shows each key and removes one after a question', async () => {
    const answers: Answers = {
      [MY_KEYS]: { body: [row] },
      'POST /api/shop/user/e-signature-keys/remove': { body: { removed: true } },
    };
    const asked = serve(answers);
    show(<KeysPage />);
    expect(await screen.findByText('Serial number 77000001')).toBeVisible();
    expect(screen.getByText('never used')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Remove' }));
    const dialog = await screen.findByRole('dialog');
    expect(dialog).toHaveTextContent('Signatures made with this key remain valid');
    answers[MY_KEYS] = { body: [] };
    await userEvent.click(within(dialog).getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('No keys yet')).toBeVisible();
    expect(asked.find(({ method }) => method === 'POST')?.body).toEqual({ serial: '77000001' });
  });

  it('adds the key that signs the challenge', async () => {
    const asked = serve({
      ...DEVELOPMENT,
      [MY_KEYS]: { body: [] },
      [KEYS]: { body: [key] },
      [SIGN]: { body: { outcome: 'signed', pkcs7: 'MIAG' } },
      'POST /api/shop/user/e-signature-keys/challenge': { body: { challengeBase64: 'Y2hhbGxlbmdl' } },
      'POST /api/shop/user/e-signature-keys/add': { body: { outcome: 'added', serial: '77000001' } },
    });
    show(<KeysPage />);
    await userEvent.click(await screen.findByRole('button', { name: 'Add a key' }));
    await userEvent.type(await password(), 'tulip-river{Enter}');
    expect(await screen.findByText('The key was added')).toBeVisible();
    expect(asked.find(({ path }) => path.endsWith('/add'))?.body).toEqual({ pkcs7: 'MIAG' });
  });

  it('offers to try again when it cannot be read', async () => {
    const answers: Answers = {
      [MY_KEYS]: { status: 500, body: { ERROR: { code: 'x', message: 'Broken.' } } },
    };
    serve(answers);
    show(<KeysPage />);
    expect(await screen.findByText('Broken.')).toBeVisible();
    answers[MY_KEYS] = { body: [row] };
    await userEvent.click(screen.getByRole('button', { name: /try again/i }));
    expect(await screen.findByText('Aziza Namuna')).toBeVisible();
  });
});

describe('the offer in the cabinet', () => {
  const current = { version: 2, effectiveOn: '2026-11-01', deadlineOn: '2099-12-31' };
  const signed = { version: 2, agreed: true, at: '2026-11-20T10:00:00.000Z', documentId: 5 };
  const STATE = 'GET /api/shop/consent/buyer';
  const DOCUMENTS = 'GET /api/shop/user/signed-documents';
  const document = {
    id: 5,
    kind: 'consent',
    subject: '2',
    signedAt: signed.at,
    signer: 'development',
    owner: 'Aziza Namuna',
    serial: '77000001',
    sizeBytes: 9_000,
    sha256: 'ab'.repeat(32),
  };
  const contracts = (state: object, items: object[] = [], since = Date.now()) =>
    serve({
      ...DEVELOPMENT,
      'GET /api/shop/profile': { body: { since } },
      [STATE]: { body: { current, ...state } },
      [DOCUMENTS]: { body: { items, total: items.length, pageSize: 20 } },
      'POST /api/shop/consent/buyer/disagree': { body: { recorded: true } },
      'GET /api/shop/user/signed-documents/5/verification': {
        body: { verified: true, reason: null, checkedAt: signed.at },
      },
    });

  it.each([
    [{ answer: signed, inForce: true, mayAct: true, toSign: false }, 'signed'],
    [{ answer: null, inForce: false, mayAct: false, toSign: true }, 'unsigned'],
    [{ answer: null, inForce: false, mayAct: true, toSign: true }, 'unsignedSoon'],
    [{ answer: { ...signed, version: 1 }, inForce: true, mayAct: true, toSign: true }, 'newer'],
    [{ answer: { ...signed, version: 1 }, inForce: false, mayAct: false, toSign: true }, 'newerPassed'],
    [
      { answer: { ...signed, agreed: false, documentId: null }, inForce: false, mayAct: false, toSign: true },
      'refused',
    ],
  ] as const)('%# is "%s"', (state, verdict) => {
    expect(verdictOf({ current, ...state })).toBe(verdict);
  });

  it('asks for a signature, and takes a refusal with its reason', async () => {
    const asked = contracts({ answer: null, inForce: false, mayAct: false, toSign: true });
    show(<ContractsPage />);
    expect(await screen.findByText('Not signed')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Sign with e-signature' })).toBeVisible();
    expect(await screen.findByText('No signed documents yet')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'I disagree' }));
    await userEvent.type(await screen.findByLabelText('Reason (optional)'), ' The fee ');
    await userEvent.click(screen.getByRole('button', { name: 'Yes, I disagree' }));
    await waitFor(() =>
      expect(asked.find(({ path }) => path.endsWith('/disagree'))?.body).toEqual({
        version: 2,
        reason: 'The fee',
      }),
    );
  });

  const passed = { ...current, version: 1, deadlineOn: '2024-07-23' };
  const unsigned = { current: passed, answer: null, inForce: false, mayAct: false, toSign: true };

  it('tells an account registered after the deadline to sign, and of no deadline', async () => {
    const asked = contracts(unsigned, [], Date.UTC(2024, 6, 23, 19));
    show(<ContractsPage />);
    expect(await screen.findByText(/^Sign the offer to take part/)).toBeVisible();
    await waitFor(() => expect(asked.some(({ path }) => path === '/api/shop/profile')).toBe(true));
    expect(await screen.findByText('No signed documents yet')).toBeVisible();
    expect(screen.queryByText(/23\.07\.2024/)).toBeNull();
  });

  it('tells an older account that the deadline has passed', async () => {
    contracts(unsigned, [], Date.UTC(2024, 6, 23, 18));
    show(<ContractsPage />);
    expect(await screen.findByText('the deadline for signing was 23.07.2024')).toBeVisible();
  });

  it('lists what was signed, with its files, and verifies it on a press', async () => {
    contracts({ answer: signed, inForce: true, mayAct: true, toSign: false }, [document]);
    show(<ContractsPage />);
    expect(await screen.findByText('Offer and service contract, version 2')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Download the document as PDF' })).toHaveAttribute(
      'href',
      '/api/shop/user/signed-documents/5/pdf',
    );
    expect(screen.queryByRole('button', { name: 'Sign with e-signature' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Verify' }));
    expect(await screen.findByText('The signature is genuine')).toBeVisible();
  });
});

describe('a new version of the offer', () => {
  const text = 'A sentence of the offer. '.repeat(6);
  const texts = { uz: text, ru: text, en: text };

  it('begins from the last one, wants its days, and is proposed to a second person', async () => {
    const asked = serve({
      'GET /api/console/consents/1/source': { body: { offer: texts, contract: texts } },
      'POST /api/console/decisions/propose': { body: { id: 7 } },
    });
    show(<NewVersion from={1} onClose={() => undefined} />);
    expect(await screen.findByLabelText('Public offer, Russian')).toHaveValue(text);
    await userEvent.click(screen.getByRole('button', { name: 'Propose' }));
    expect(screen.getAllByText('Choose a day.')).toHaveLength(2);
    await userEvent.type(screen.getByLabelText('Takes effect on'), '2099-02-01');
    await userEvent.type(screen.getByLabelText('Deadline for signing (last day)'), '2099-01-01');
    expect(screen.getByText(/at least 10 days/)).toBeVisible();
    await userEvent.clear(screen.getByLabelText('Deadline for signing (last day)'));
    await userEvent.type(screen.getByLabelText('Deadline for signing (last day)'), '2099-03-01');
    await userEvent.click(screen.getByRole('button', { name: 'Propose' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.type(dialog.getByLabelText('Reason'), 'The law was changed');
    await userEvent.click(dialog.getByRole('button', { name: 'Propose' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(asked.find(({ method }) => method === 'POST')?.body).toEqual({
      kind: 'publish-offer',
      payload: { effectiveOn: '2099-02-01', deadlineOn: '2099-03-01', offer: texts, contract: texts },
      reason: 'The law was changed',
      document: null,
    });
  });
});
