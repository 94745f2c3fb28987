import { describe, expect, it } from 'vitest';
import { projectFiles } from './project-files.ts';
import { needlessExceptions, plainNames } from './tidy/person-links.ts';

describe('people in lists and on pages of staff', () => {
  const files = projectFiles(['client/features'], ['.tsx']);

  it('are links to their pages', () => {
    expect([...files.values()].filter((text) => text.includes('<PersonLink')).length).toBeGreaterThan(15);
    expect(plainNames(files)).toEqual([]);
    expect(needlessExceptions(files)).toEqual([]);
  });

  it.each([
    ['client/features/console/payouts/payouts-table.tsx', 'cell: ({ seller }) => seller.name'],
    ['client/features/cabinet/purchases/console-purchases.tsx', '<td>{person?.name}</td>'],
  ])('that are plain text are seen in %s', (file, text) => {
    expect(plainNames(new Map([[file, text]]))).toEqual([
      `${file} writes the name of somebody without a link to their page (PersonLink)`,
    ]);
  });

  it('may be plain text in the cabinet and in dialogs', () => {
    const text = '{seller.name}';
    expect(
      plainNames(
        new Map([
          ['client/features/cabinet/winlots/winlots-table.tsx', text],
          ['client/features/console/payouts/payout-dialog.tsx', text],
        ]),
      ),
    ).toEqual([]);
  });
});
