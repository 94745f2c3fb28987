import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { PartSchedule } from '#client/entities/sale/part-schedule.tsx';
import { SettlementsTable } from '#client/features/console/settlements/settlements-table.tsx';
import { CancellationsTable } from '#client/features/console/result-cancellations/cancellations-table.tsx';
import PartPlan from '#client/features/site/lots/card/part-plan.tsx';
import { WinLotsPage } from '#client/features/cabinet/winlots/winlots-page.tsx';
import { loadNamespaces, startI18n, switchLanguage } from '#client/i18n/i18n.ts';
import { useSession } from '#client/lib/session.ts';
import { Toasts } from '#client/ui/toasts.tsx';
import type { Part } from '#shared/api/parts.ts';
import { serve, show, type Answers } from './page.tsx';
import { partSchedule, winLot, winLots } from './sale-fixture.ts';
// Comes later in a browser; read ahead, so that no time limit waits for it.
import '#client/ui/dialog.tsx';

const LIST = 'GET /api/shop/winlot/list';
const PAY = 'POST /api/shop/winlot/pay-win-lot';
const PLAN = 'GET /api/shop/lot-card/part-schedule/7';
const DAY_MS = 86_400_000;

function open(answers: Answers) {
  const asked = serve(answers);
  show(
    <>
      <WinLotsPage />
      <Toasts />
    </>,
    '/profile/winlots',
  );
  return asked;
}
const paid = (asked: ReturnType<typeof serve>) =>
  asked.filter(({ path }) => path.endsWith('pay-win-lot')).map(({ body }) => body);

beforeEach(async () => {
  await startI18n();
  await switchLanguage('en');
  await loadNamespaces(['cabinet', 'winlots', 'after-sale', 'parts', 'payments', 'code-entry']);
  await loadNamespaces(['console-settlements', 'console-result-cancellations', 'files']);
  useSession.setState({ user: null, me: null, known: true });
});

describe('a lot that offers payment by parts', () => {
  it('is paid in full or by its first part, each with what it costs', async () => {
    const parts = partSchedule();
    const answers: Answers = { [LIST]: winLots([winLot({ parts })]) };
    const asked = open(answers);
    expect(await screen.findByRole('radio', { name: /^Part 1\s?12\s000\s000/ })).toBeChecked();
    await userEvent.click(screen.getByRole('radio', { name: /^The full price\s?57\s000\s000/ }));
    expect(screen.getByRole('button', { name: /^Pay 57\s000\s000\sUZS$/ })).toBeVisible();
    await userEvent.click(screen.getByRole('radio', { name: /^Part 1/ }));
    const begun = winLot({ parts: partSchedule({ paid: 1 }), state: 'part-paid', canRefuse: false });
    answers[PAY] = { body: { verdict: 'part-paid', already: false, winLot: begun } };
    answers[LIST] = winLots([begun]);
    await userEvent.click(screen.getByRole('button', { name: /^Pay 12\s000\s000\sUZS$/ }));
    expect(await screen.findByText(/The part is paid/)).toBeVisible();
    expect(paid(asked)).toEqual([{ lotId: 7, requestId: expect.any(String), throughPart: 0 }]);
    // The next one is chosen then, not the one that was paid.
    expect(await screen.findByRole('radio', { name: /^Part 2\s?15\s000\s000/ })).toBeChecked();
    expect(screen.getByText(/^Part 2: pay by/)).toBeVisible();
    expect(screen.getByRole('timer')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Refuse the lot' })).toBeNull();
  });

  it('asks a provider for what the chosen part lacks, not for the whole price', async () => {
    vi.stubGlobal('location', { ...window.location, assign: vi.fn<(url: string) => void>() });
    const short = winLot({ parts: partSchedule(), balanceTiyin: 2_000_000_00, missingTiyin: 55_000_000_00 });
    const asked = open({
      [LIST]: winLots([short]),
      'GET /api/shop/payment/top-up/options': {
        body: {
          minTiyin: 100_000,
          maxTiyin: 50_000_000_000,
          providers: [{ id: 'payme', name: 'Payme', logo: '/providers/payme.svg', pretend: true }],
        },
      },
      [PAY]: {
        body: {
          verdict: 'short',
          missingTiyin: 10_000_000_00,
          winLot: short,
          checkout: { paymentId: 4, checkoutUrl: 'https://pay.example/4', amountTiyin: 10_000_000_00 },
        },
      },
    });
    expect(await screen.findByText(/10\s000\s000\sUZS is missing/)).toBeVisible();
    await userEvent.click(await screen.findByRole('button', { name: /^Pay 10\s000\s000\sUZS$/ }));
    await waitFor(() => expect(paid(asked)).toHaveLength(1));
    expect(paid(asked)[0]).toMatchObject({ provider: 'payme', throughPart: 0 });
    vi.unstubAllGlobals();
  });

  it('names the late fee of a late part, and pays all that are late, several in advance, or the rest', async () => {
    const parts = partSchedule({ paid: 1, late: 2, months: 5 });
    const answers: Answers = {
      [LIST]: winLots([
        winLot({ parts, state: 'overdue', canRefuse: false, balanceTiyin: 90_000_000_00, missingTiyin: 0 }),
      ]),
      [PAY]: { body: { verdict: 'over', reason: 'paused', winLot: winLot({ parts }) } },
    };
    const asked = open(answers);
    expect(await screen.findByRole('alert')).toHaveTextContent(/Part 2 was due.*late fee is 90\s000\sUZS/);
    expect(screen.getByRole('radio', { name: /^Part 2\s?9\s090\s000/ })).toBeChecked();
    await userEvent.click(screen.getByRole('radio', { name: /^All 2 late parts\s?18\s180\s000/ }));
    await userEvent.click(screen.getByRole('button', { name: /^Pay 18\s180\s000\sUZS$/ }));
    await waitFor(() => expect(paid(asked)).toHaveLength(1));
    await userEvent.click(screen.getByRole('radio', { name: 'Several parts in advance' }));
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Up to' }), '4');
    await userEvent.click(screen.getByRole('button', { name: /^Pay 36\s180\s000\sUZS$/ }));
    await waitFor(() => expect(paid(asked)).toHaveLength(2));
    await userEvent.click(screen.getByRole('radio', { name: /^Everything that is left\s?45\s180\s000/ }));
    await userEvent.click(screen.getByRole('button', { name: /^Pay 45\s180\s000\sUZS$/ }));
    await waitFor(() => expect(paid(asked)).toHaveLength(3));
    expect(paid(asked).map((body) => (body as { throughPart?: number }).throughPart)).toEqual([
      2,
      4,
      undefined,
    ]);
  });

  it('asks nothing where only the last part is left', async () => {
    open({
      [LIST]: winLots([winLot({ parts: partSchedule({ paid: 3 }), state: 'part-paid', canRefuse: false })]),
    });
    expect(await screen.findByRole('button', { name: /^Pay 15\s000\s000\sUZS$/ })).toBeVisible();
    expect(screen.queryByRole('radio')).toBeNull();
  });
});

describe('a schedule', () => {
  it('shows what is paid, late and next, and of a long one what matters now until all is asked for', async () => {
    serve({});
    show(<PartSchedule schedule={partSchedule({ paid: 10, late: 1, months: 60 })} />);
    const list = within(screen.getByRole('list', { name: 'Payment by parts' }));
    expect(list.getByText('Part 1')).toBeVisible();
    expect(list.getByText('8 more parts')).toBeVisible();
    expect(list.getByText('Part 11').closest('li')).toHaveAttribute('data-state', 'late');
    expect(list.getByText('Part 12').closest('li')).toHaveAttribute('aria-current', 'step');
    expect(list.getByText('Part 61')).toBeVisible();
    expect(list.queryByText('Part 31')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Show all 61 parts' }));
    expect(list.getByText('Part 31')).toBeVisible();
    expect(list.getAllByText(/^Part \d+$/)).toHaveLength(61);
    expect(screen.getByText('Late, with late fees').nextSibling).toHaveTextContent(/\d/);
    expect(screen.getByText(/Each day of delay costs 1\s?% of the part, 10\s?% at most/)).toBeInTheDocument();
  });

  it('says so where being late costs nothing', () => {
    serve({});
    show(<PartSchedule schedule={{ ...partSchedule({ paid: 1 }), lateFee: null, takenAtDeadline: false }} />);
    expect(screen.getByText('There is no late fee.')).toBeInTheDocument();
    expect(screen.queryByText(/taken from the buyer’s balance/)).toBeNull();
  });
});

describe('the plan on a lot card', () => {
  const plan = (parts: Pick<Part, 'k' | 'amountTiyin' | 'dueAtMs'>[], deadline = true) => ({
    body: {
      priceTiyin: 60_000_000_00,
      depositTiyin: 3_000_000_00,
      months: 3,
      firstPartBp: 2_500,
      lateFee: null,
      takenAtDeadline: true,
      ifNow: { firstPaidAtMs: Date.parse('2026-11-23T12:00:00+05:00'), parts },
      ifAtDeadline: deadline ? { firstPaidAtMs: Date.parse('2026-12-15T18:00:00+05:00'), parts } : null,
    },
  });
  const rows = partSchedule().parts.map(({ k, amountTiyin, dueAtMs }) => ({ k, amountTiyin, dueAtMs }));

  it('is asked for the price that one writes', async () => {
    const asked = serve({ [PLAN]: plan(rows) });
    show(<PartPlan lotId={7} priceTiyin={50_000_000_00} fixed={false} onClose={() => undefined} />);
    expect(await screen.findByText('Part 4')).toBeVisible();
    expect(screen.getByText(/^by 23.*12:00/)).toBeVisible();
    await userEvent.click(screen.getByRole('radio', { name: 'At the deadline' }));
    expect(await screen.findByText(/^by 15.*18:00/)).toBeVisible();
    const field = screen.getByRole('textbox', { name: 'If you win at this price' });
    await userEvent.clear(field);
    expect(screen.getByText('Write a price')).toBeVisible();
    await userEvent.type(field, '70000000');
    await waitFor(() => expect(asked.at(-1)?.search.get('priceTiyin')).toBe('7000000000'));
    expect(screen.getByText(/deposit of 3\s000\s000\sUZS counts towards/)).toBeVisible();
  });

  it('says that nothing is left for later where the first part is the whole price', async () => {
    serve({ [PLAN]: plan(rows.slice(0, 1), false) });
    show(<PartPlan lotId={7} priceTiyin={50_000_000_00} fixed onClose={() => undefined} />);
    expect(await screen.findByText(/the first part is the whole price/)).toBeVisible();
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  it('can be asked for again after a failure', async () => {
    const answers: Answers = {};
    serve(answers);
    show(<PartPlan lotId={7} priceTiyin={50_000_000_00} fixed onClose={() => undefined} />);
    const again = await screen.findByRole('button', { name: 'Try again' });
    answers[PLAN] = plan(rows);
    await userEvent.click(again);
    expect(await screen.findByText('Part 4')).toBeVisible();
    // Of a purchase at a fixed price the first part is paid as one buys.
    expect(screen.getByText('at once')).toBeVisible();
  });
});

describe('staff', () => {
  const late = partSchedule({ paid: 2, late: 1 });
  const sale = {
    id: 3,
    lotId: 7,
    title: winLot().title,
    lotStatus: 15,
    sale: 'hammer',
    buyer: { id: 'p-1', name: 'Anvar Namuna', number: 12 },
    priceTiyin: 60_000_000_00,
    depositTiyin: 3_000_000_00,
    paidTiyin: 27_000_000_00,
    state: 'overdue',
    soldAtMs: Date.now() - DAY_MS,
    dueAtMs: Date.now() - DAY_MS,
    graceUntilMs: null,
    defaultAtMs: Date.now(),
    pausedAtMs: null,
    decidedAtMs: null,
    extension: null,
    parts: late,
    heldTiyin: 20_000_000_00,
    endable: true,
    cancellable: false,
    may: ['extend'],
    steps: winLot().steps,
  };
  const settlements = {
    body: { items: [sale], open: 1, sums: { priceTiyin: 0, paidTiyin: 0 }, total: 1, page: 1, size: 20 },
  };

  it('sees which parts are paid and late, and goes on to the end of the sale', async () => {
    serve({ 'GET /api/console/settlements': settlements });
    show(<SettlementsTable />, '/console/settlements');
    expect(await screen.findByText('2 of 4 parts paid')).toBeVisible();
    expect(screen.getByText(/15\s150\s000\sUZS late/)).toBeVisible();
    // Nothing is lost by the clock any more.
    expect(screen.queryByText(/not lost before/)).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Schedule: № 7' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/the platform holds 20\s000\s000\sUZS/)).toBeVisible();
    expect(dialog.getByText('Part 3').closest('li')).toHaveAttribute('data-state', 'late');
    expect(
      screen.getByRole('link', { name: /^End the sale: parts are late: № 7/, hidden: true }),
    ).toHaveAttribute('href', '/console/result-cancellations?begin=7&sale=3&parts=late');
  });

  it('states what the buyer gets back, no more than the platform holds', async () => {
    const asked = serve({
      'GET /api/console/settlements': settlements,
      'GET /api/console/result-cancellations': {
        body: { items: [], open: 0, mayBegin: true, total: 0, page: 1, size: 20 },
      },
      'POST /api/console/lots/7/cancel-result': {
        status: 409,
        body: { ERROR: { code: 'x', message: 'No.' } },
      },
    });
    show(<CancellationsTable />, '/console/result-cancellations?begin=7&sale=3&parts=late');
    const dialog = within(await screen.findByRole('dialog', { name: 'End a sale whose parts are late' }));
    expect(await dialog.findByText(/At most 20\s000\s000\sUZS/)).toBeVisible();
    const sum = dialog.getByRole('textbox', { name: /^Returned to the buyer/ });
    await userEvent.clear(sum);
    await userEvent.type(sum, '20000001');
    await userEvent.type(dialog.getByRole('textbox', { name: /^Reason/ }), 'Two parts were never paid.');
    await userEvent.click(dialog.getByRole('button', { name: 'Prepare' }));
    expect(dialog.getByText(/Write a sum from 0 to 20\s000\s000\sUZS/)).toBeVisible();
    expect(asked.filter(({ method }) => method === 'POST')).toEqual([]);
    await userEvent.clear(sum);
    await userEvent.type(sum, '5000000');
    await userEvent.click(dialog.getByRole('button', { name: 'Prepare' }));
    await waitFor(() =>
      expect(asked.find(({ method }) => method === 'POST')?.body).toEqual({
        reason: 'Two parts were never paid.',
        settlementId: 3,
        default: { returnTiyin: 5_000_000_00 },
      }),
    );
  });
});
