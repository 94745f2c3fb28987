/** Texts that only signed-in people need, and of pages that few open, each in a chunk of its own; the pattern is the one that the file above leaves out. */
export const others = import.meta.glob<Record<string, unknown>>(
  [
    '../../../../shared/i18n/locales/en/{actions,account,after-sale,alerts,api-tokens,categories,console,console-*,content,customer-orders,debts,e-signature,edit-requests,featured,files,help-pages,lists,messages,order,order-actions,order-problems,orders,partners,payments,profile,protocols,redirecting,refunding,sale-debt,staff-tasks,status,transactions,webhooks,winlots,winner-payments}.json',
    '!../../../../shared/i18n/locales/en/console-rooms.json',
  ],
  { import: 'default' },
);
