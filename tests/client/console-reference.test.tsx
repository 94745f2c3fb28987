import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { BanksPage } from '#client/features/console/reference/banks-page.tsx';
import { CalendarPage } from '#client/features/console/reference/calendar-page.tsx';
import { PlacesPage } from '#client/features/console/reference/places-page.tsx';
import { RuleSetsPage } from '#client/features/console/reference/rule-sets-page.tsx';
import { i18n, loadNamespaces, startI18n, switchLanguage } from '#client/i18n/i18n.ts';
import { useSession } from '#client/lib/session.ts';
import { Toasts } from '#client/ui/toasts.tsx';
import type {
  ConsoleRuleSet,
  ReferenceProposal,
  TermsPreview,
} from '#shared/api/console/reference-proposals.ts';
import { ruleSetFiguresSchema } from '#shared/rule-sets/rule-set-figures.ts';
import { FIGURE_FIELDS } from '#shared/rule-sets/figure-fields.ts';
import { figureTexts, readFigureTexts } from '#shared/rule-sets/figure-texts.ts';
import { RULE_SETS } from '../../migrations/reference/rule-sets.ts';
import { serve, show, type Answers } from './page.tsx';
import { inAll } from './sale-fixture.ts';
// Comes later in a browser; read ahead, so that no time limit waits for it.
import '#client/ui/dialog.tsx';

const AT_MS = Date.parse('2026-11-01T00:00:00+05:00');
const FIGURES = ruleSetFiguresSchema.parse(RULE_SETS[0].figures);
const SETS = 'GET /api/console/reference/rule-sets';
const PREVIEW = 'POST /api/console/reference/rule-sets/state-shop/preview';
const PROPOSE = 'POST /api/console/reference/proposals';
const HISTORY = {
  'GET /api/console/reference/history': { body: { items: [], total: 0, page: 1, size: 20 } },
};

const proposal = (more: Partial<ReferenceProposal> = {}): ReferenceProposal => ({
  id: 5,
  version: 3,
  state: 'open',
  reason: 'a decree',
  decided: null,
  outdated: false,
  content: {
    kind: 'rule-set',
    name: 'state-shop',
    validFromMs: Date.parse('2099-01-01T00:00:00+05:00'),
    figures: { ...FIGURES, deposit: { minPercent: 7, usualPercent: 7, maxPercent: 7 } },
  },
  proposed: { by: 'Nodira', atMs: AT_MS, own: false },
  may: ['approve', 'turn-down', 'change'],
  ...more,
});
const ruleSet = (more: Partial<ConsoleRuleSet> = {}): ConsoleRuleSet => ({
  name: 'state-shop',
  inForce: 1,
  base: '1',
  open: null,
  versions: [{ version: 1, validFromMs: AT_MS, figures: FIGURES, state: 'in-force' }],
  ...more,
});
const terms: TermsPreview = {
  firstPriceTiyin: 105_00,
  depositTiyin: 5_00,
  depositBp: 500,
  limitTiyin: null,
  feeTiyin: 0,
  opensAtMs: null,
  closesAtMs: null,
  paymentWorkingDays: 3,
  payUntilMs: null,
  prices: [{ priceTiyin: 105_00, mostTiyin: 610_00, incrementTiyin: 5_00 }],
  mostAutoBidTiyin: 5_000_00,
  overtime: { windowMs: 600_000, addedMs: 600_000, latestMs: null },
  forfeitTo: 'seller',
  lateFeeTiyin: 0,
  shares: [],
};

function open(page: React.ReactNode, answers: Answers, at: string) {
  const asked = serve({ ...HISTORY, ...answers });
  show(
    <>
      {page}
      <Toasts />
    </>,
    at,
  );
  return asked;
}
const posted = (asked: ReturnType<typeof serve>, end: string) =>
  asked.filter(({ method, path }) => method === 'POST' && path.endsWith(end)).map(({ body }) => body);

beforeEach(async () => {
  await startI18n();
  await switchLanguage('en');
  await loadNamespaces(['console-reference', 'console-rule-sets', 'console-decisions', 'content']);
  useSession.setState({ me: { id: 'me', roles: ['operator'] } as never });
});

describe('rule sets', () => {
  it('have a name for each figure', () => {
    for (const { path } of FIGURE_FIELDS) {
      const key = path.replace('incrementAbove.increment.', 'increment.').replaceAll('.', '-');
      expect(i18n.exists(`console-rule-sets:figure.${key}`), path).toBe(true);
    }
  });

  it('take figures from the form as they were put in', () => {
    for (const { figures } of RULE_SETS) {
      const stored = ruleSetFiguresSchema.parse(figures);
      const { figures: read, problems } = readFigureTexts(figureTexts(stored));
      expect(problems).toEqual([]);
      expect(ruleSetFiguresSchema.parse(read)).toEqual({
        limitOffStep: false,
        autoBid: 'leastThatLeads',
        forfeitedDepositTo: 'seller',
        penaltyTo: 'operator',
        ...stored,
      });
    }
  });

  it('have the title of their page, and are read again, where they could not be read', async () => {
    const answers: Answers = { ...HISTORY, [SETS]: { status: 500, body: {} } };
    serve(answers);
    show(<RuleSetsPage />, '/console/rule-sets');
    expect(screen.getByRole('heading', { level: 1, name: 'Rule sets' })).toBeVisible();
    const again = await screen.findByRole('button', { name: 'Try again' });
    answers[SETS] = { body: { items: [] } };
    await userEvent.click(again);
    await waitFor(() => expect(again).not.toBeInTheDocument());
    expect(screen.getByRole('heading', { level: 1, name: 'Rule sets' })).toBeVisible();
  });

  it('are changed by a form that sends nothing impossible, and says what it would do', async () => {
    const asked = open(
      <RuleSetsPage />,
      {
        [SETS]: { body: { items: [ruleSet()] } },
        [PREVIEW]: {
          body: { lot: null, before: terms, after: { ...terms, depositTiyin: 7_00 }, problems: [] },
        },
        [PROPOSE]: { body: proposal() },
      },
      '/console/rule-sets?edit=state-shop',
    );
    const field = (name: string) => screen.findByRole('textbox', { name });
    const write = async (name: string, text: string) => {
      await userEvent.clear(await field(name));
      await userEvent.type(await field(name), text);
    };
    await write('Deposit, most, %', '4');
    expect(await screen.findByText('Not below 5')).toBeVisible();
    await write('Why', 'a decree of the cabinet');
    await userEvent.click(screen.getByRole('button', { name: 'Propose' }));
    expect(posted(asked, '/proposals')).toEqual([]);
    await write('Deposit, most, %', '7');
    await write('Step, % of the start price', '5; 5; x');
    expect(await screen.findByText('Write a number')).toBeVisible();
    await write('Step, % of the start price', '6; 3');
    expect(within(screen.getByRole('region', { name: /What differs/ })).getByText('7 %')).toBeVisible();
    expect(await screen.findByText(/7 UZS \(5 %\)/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Propose' }));
    await waitFor(() => expect(posted(asked, '/proposals')).toHaveLength(1));
    expect(posted(asked, '/proposals')[0]).toMatchObject({
      base: '1',
      reason: 'a decree of the cabinet',
      content: {
        kind: 'rule-set',
        name: 'state-shop',
        figures: {
          deposit: { minPercent: 5, usualPercent: 5, maxPercent: 7 },
          increment: { kind: 'percentOfStart', percents: [6, 3] },
        },
      },
    });
  });

  it('are compared by what they would do to a lot', async () => {
    const lot = {
      lotId: 42,
      title: inAll('Chevrolet Cobalt'),
      startPriceTiyin: 100_00,
      ruleSet: 'state-shop',
    };
    const after: TermsPreview = {
      ...terms,
      overtime: { windowMs: 60_000, addedMs: 120_000, latestMs: 3_600_000 },
      forfeitTo: 'budget',
      lateFeeTiyin: 1_05,
    };
    const asked = open(
      <RuleSetsPage />,
      {
        [SETS]: { body: { items: [ruleSet()] } },
        [PREVIEW]: { body: { lot, before: terms, after, problems: [] } },
      },
      '/console/rule-sets?edit=state-shop',
    );
    await userEvent.type(await screen.findByRole('textbox', { name: 'Or the number of a lot' }), '42');
    expect(screen.queryByRole('textbox', { name: 'Start price' })).toBeNull();
    expect(await screen.findByRole('link', { name: '№ 42 · Chevrolet Cobalt' })).toHaveAttribute(
      'href',
      '/lot-result/42',
    );
    await waitFor(() => expect(posted(asked, '/preview').at(-1)).toMatchObject({ about: { lotId: 42 } }));
    const row = (name: string) => within(screen.getByRole('rowheader', { name }).closest('tr')!);
    expect(row('Overtime').getByText(/as often as prices come/)).toBeVisible();
    expect(row('Overtime').getByText(/at most 1 hour after/)).toBeVisible();
    expect(row('Penalties').getByText(/a late part costs nothing/)).toBeVisible();
    expect(row('Penalties').getByText(/a day's delay of the first price by parts: 1.05/)).toBeVisible();
    expect(row('The most instead of the first price').getAllByText(/610 UZS/)).toHaveLength(2);
  });

  it('say once that no lot can be published by them', async () => {
    open(
      <RuleSetsPage />,
      {
        [SETS]: { body: { items: [ruleSet()] } },
        [PREVIEW]: { body: { lot: null, before: terms, after: null, problems: [] } },
      },
      '/console/rule-sets?edit=state-shop',
    );
    expect(await screen.findByText('No such lot can be published')).toBeVisible();
    expect(screen.getAllByText('No such lot can be published')).toHaveLength(1);
  });

  it('are approved by a second person as they were read', async () => {
    const asked = open(
      <RuleSetsPage />,
      {
        [SETS]: { body: { items: [ruleSet({ open: proposal() })] } },
        'POST /api/console/reference/proposals/5/approve': { body: proposal({ state: 'approved', may: [] }) },
      },
      '/console/rule-sets',
    );
    const card = within(await screen.findByRole('region', { name: 'Proposed from 01.01.2099 00:00' }));
    expect(card.getByText('Deposit, most')).toBeVisible();
    await userEvent.click(card.getByRole('button', { name: 'Approve' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(dialog.getByRole('button', { name: 'Approve' }));
    await waitFor(() => expect(posted(asked, '/approve')).toEqual([{ version: 3 }]));
  });
});

it('days of the calendar to come are announced with the reason, those over are only read', async () => {
  const calendar = {
    year: 2027,
    known: true,
    changeableFrom: '2027-03-03',
    days: [{ day: '2027-03-08', working: false, reason: 'holiday', swappedWith: null, estimated: false }],
  };
  const asked = open(
    <CalendarPage />,
    {
      'GET /api/console/reference/calendar': { body: calendar },
      'POST /api/console/reference/calendar/add': { body: calendar },
    },
    '/console/calendar?year=2027',
  );
  await userEvent.click(await screen.findByRole('button', { name: '9.03.2027, working day' }));
  expect(screen.queryByRole('button', { name: /^02\.03\.2027/ })).toBeNull();
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.type(dialog.getByRole('textbox', { name: 'Reason' }), 'a decree');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(posted(asked, '/add')).toEqual([
      { change: { kind: 'off', day: '2027-03-09', because: 'decreed' }, reason: 'a decree' },
    ]),
  );
});

it('an area is added with the names that are known', async () => {
  const places = {
    items: [
      { id: 1727, soato: '1727', name: inAll('Toshkent viloyati'), hidden: false, version: 1, areas: [] },
    ],
  };
  const asked = open(
    <PlacesPage />,
    {
      'GET /api/console/reference/places': { body: places },
      'POST /api/console/reference/regions/1727/areas': { body: places },
    },
    '/console/places',
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Add a district or town' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.type(
    dialog.getByRole('textbox', { name: 'Name in Uzbek (Latin)' }),
    'Yangi Toshkent shahri',
  );
  await userEvent.type(dialog.getByRole('textbox', { name: 'Reason' }), 'a decree');
  await userEvent.click(dialog.getByRole('button', { name: 'Add' }));
  expect(dialog.getByText('Fill this in')).toBeVisible();
  await userEvent.type(dialog.getByRole('textbox', { name: 'Name in Russian' }), 'город Янги Ташкент');
  await userEvent.click(dialog.getByRole('button', { name: 'Add' }));
  await waitFor(() =>
    expect(posted(asked, '/areas')).toMatchObject([
      { soato: null, names: { ru: 'город Янги Ташкент', en: '' } },
    ]),
  );
});

it('a place that lots are shown by is proposed to a colleague by the names that change, made ones among them', async () => {
  const name = { uz: 'Chirchiq', ru: 'Чирчик', 'uz-Cyrl': 'Чирчиқ', en: 'Chirchiq' };
  open(
    <PlacesPage />,
    {
      'GET /api/console/reference/places': {
        body: { items: [{ id: 1727, version: 1, name, hidden: false, soato: '1727', areas: [] }] },
      },
      'POST /api/console/reference/places/region/1727/rename': {
        status: 409,
        body: { ERROR: { code: 'reference.two-persons', message: 'Lots say this name.' } },
      },
    },
    '/console/places',
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Rename the region' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.type(dialog.getByRole('textbox', { name: 'Name in Russian' }), '-2');
  await userEvent.clear(dialog.getByRole('textbox', { name: 'Name in English' }));
  await userEvent.clear(dialog.getByRole('textbox', { name: 'Name in Uzbek (Cyrillic)' }));
  await userEvent.type(dialog.getByRole('textbox', { name: 'Reason' }), 'a decree of the hokim');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  const changes = await screen.findAllByRole('definition');
  expect(changes.map(({ textContent }) => textContent)).toEqual(['Чирчик → Чирчик-2']);
});

it('those who only read get no buttons', async () => {
  useSession.setState({ me: { id: 'me', roles: ['auditor'] } as never });
  open(
    <BanksPage />,
    { 'GET /api/console/reference/banks': { body: { items: [], total: 0, page: 1, size: 20 } } },
    '/console/banks',
  );
  expect(await screen.findByText('No banks found')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Import from a file' })).toBeNull();
});
