/** Texts that only signed-in people need, each in a chunk of its own; the pattern is the one that the file above leaves out. */
export const others = import.meta.glob<Record<string, unknown>>(
  [
    '../../../../shared/i18n/locales/en/{actions,categories,console,console-*,content,customer-orders,debts,edit-requests,featured,help-pages,lists,partners,sale-debt,staff-tasks,transactions,winner-payments}.json',
    '!../../../../shared/i18n/locales/en/console-rooms.json',
  ],
  { import: 'default' },
);
