import type { Page } from '@playwright/test';
import { expect, it } from 'vitest';
import { LOT_STATUS } from '#shared/lifecycles/lot-status.ts';
import { pdf } from '../fixtures/sample-files.ts';
import { csvStatement } from '../fixtures/statement-files.ts';
import { bankDay, uzs } from '../fixtures/statement-lines.ts';
import { axeFindings } from './fixtures/browser.ts';
import { COMPLETE } from '../fixtures/complete-run.ts';
import { DUE_TIYIN, type SalesFixture } from './fixtures/sales.ts';

const REASON = 'Справка, которую покупатель приложил к заявке, не выдавалась.';

/** What staff do with money that came and with people who broke the rules, and what others see of it. */
export function consoleMoneyTests(sales: SalesFixture): void {
  const { query, enter, enterStaff, settlementIs } = sales;

  /** Chooses the file; the dialog once it shows what the file would add. */
  async function chooseStatement(page: Page, file: string) {
    await page.getByRole('button', { name: 'Загрузить выписку' }).click();
    const buffer = Buffer.from(file);
    const input = page.getByTestId('choose-statement');
    await input.setInputFiles({ name: 'bank.csv', mimeType: 'text/csv', buffer });
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Расхождений не найдено.').waitFor();
    return dialog;
  }

  it('take over a statement of the bank, credit its line, and the lot is paid', async () => {
    const { lotId, winner } = await sales.sell(0);
    const settlement = await query<{ id: number }>('select id::int as id from settlement where lot_id = $1', [
      lotId,
    ]);
    const line = {
      day: bankDay(),
      document: `B-${lotId}`,
      credit: uzs(DUE_TIYIN),
      purpose: `Savdo S-${settlement?.id}, lot ${lotId}`,
    };
    const file = csvStatement([line], { opening: '0,00', closing: uzs(DUE_TIYIN) });
    const page = await enterStaff('Operator Sinov', '/console/bank-statements');
    const preview = await chooseStatement(page, file);
    await preview.getByText('Строк: 1, уже загружено: 0').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await preview.getByRole('button', { name: 'Загрузить' }).click();
    await preview.waitFor({ state: 'hidden' });

    const row = page.getByRole('row', { name: new RegExp(`документ № B-${lotId}\\b`) });
    await row.getByText(`S-${settlement?.id}, лот № ${lotId}`, { exact: false }).waitFor();
    expect(await winner.available()).toBe(0);
    await settlementIs(lotId, 'awaiting', LOT_STATUS.awaitingPayment);
    await row.locator('button[data-verb="credit"]').click();
    const dialog = page.getByRole('dialog');
    expect(await dialog.getByRole('radio', { checked: true }).count()).toBe(1);
    expect(await axeFindings(page)).toEqual([]);
    await dialog.locator('button[type="submit"]').click();
    await dialog.waitFor({ state: 'hidden' });
    // The statement is the first one of the account, which follows on none: a second person agrees.
    const second = await enterStaff('Ikkinchi Operator', '/console/bank-statements');
    const asked = second.getByRole('row', { name: new RegExp(`документ № B-${lotId}\\b`) });
    await asked.locator('button[data-verb="approve"]').click();
    await second.getByRole('dialog').locator('button[type="submit"]').click();
    await settlementIs(lotId, 'paid', LOT_STATUS.soldAndPaid);
    expect(await winner.available()).toBe(0);

    const again = await chooseStatement(page, file);
    await again.getByText('Все строки уже загружены: ничего не добавится.').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    const buyers = await enter(winner, 'phone', 'uz');
    await buyers.goto(`/profile/winlots?lot=${lotId}`);
    await buyers.locator('li[data-state="done"]', { hasText: 'Xaridor toʻlovi' }).waitFor();
  });

  it.runIf(COMPLETE)(
    'bar a person when a second one approves, as the public check says from then on',
    async () => {
      const { personId } = await sales.newApplicant(0);
      const person = await query<{ pinfl: string }>('select pinfl from person where id = $1', [personId]);
      const pinfl = person?.pinfl ?? '';
      const visitor = await sales.open('phone', 'ru');
      const check = async (verdict: string) => {
        await visitor.goto('/check-black-list');
        // Its fields take what is typed.
        await visitor.locator('[data-closed]').first().waitFor({ state: 'detached' });
        await visitor.getByRole('radio', { name: 'ПИНФЛ, 14 цифр' }).check();
        await visitor.getByRole('textbox', { name: 'ПИНФЛ' }).fill(pinfl);
        await visitor.getByRole('button', { name: 'Проверить' }).click();
        await visitor.getByRole('heading', { name: verdict }).waitFor();
      };

      const proposer = await enterStaff('Operator Sinov', '/console/bars');
      await proposer.getByRole('button', { name: 'Предложить отстранение' }).click();
      const dialog = proposer.getByRole('dialog');
      await dialog.getByRole('textbox').fill(pinfl);
      await dialog.getByRole('button', { name: 'Найти' }).click();
      await dialog.getByRole('combobox', { name: 'Причина' }).selectOption('false-documents');
      await dialog.getByRole('textbox', { name: 'Обоснование' }).fill(REASON);
      expect(await axeFindings(proposer)).toEqual([]);
      await dialog.locator('button[type="submit"]').click();
      const evidence = { name: 'dalil.pdf', mimeType: 'application/pdf', buffer: Buffer.from(pdf()) };
      await dialog.locator('input[type="file"]').setInputFiles(evidence);
      await dialog.getByRole('link', { name: 'dalil.pdf', exact: true }).waitFor();
      await dialog.getByRole('button', { name: 'Отправить второму сотруднику' }).click();
      await dialog.waitFor({ state: 'hidden' });
      await proposer.goto('/console/bar-proposals');
      await proposer.getByRole('row', { name: REASON }).waitFor();
      expect(await proposer.locator('button[data-verb="approve"]').count()).toBe(0);
      await check('Запись не найдена');

      const second = await enterStaff('Ikkinchi Operator', '/console/bar-proposals');
      const row = second.getByRole('row', { name: REASON });
      await row.locator('button[data-verb="approve"]').click();
      await second.getByRole('dialog').getByText(REASON).waitFor();
      expect(await axeFindings(second)).toEqual([]);
      await second.getByRole('dialog').locator('button[type="submit"]').click();
      await second.getByRole('dialog').waitFor({ state: 'hidden' });
      await check('Участник есть в списке');
      expect(await axeFindings(visitor)).toEqual([]);
    },
  );
}
