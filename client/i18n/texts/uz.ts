/** Texts of the first page in one language, one chunk; the list is that of client/i18n/namespaces.ts. */
export const texts = import.meta.glob<Record<string, unknown>>(
  '../../../shared/i18n/locales/uz/{dates,home,layout,lots,ui}.json',
  { import: 'default', eager: true },
);

/** Every other text of a screen in a chunk of its own; a page knows those of its language alone. */
export const others = import.meta.glob<Record<string, unknown>>(
  [
    '../../../shared/i18n/locales/uz/*.json',
    '!../../../shared/i18n/locales/uz/{dates,home,layout,lots,ui}.json',
    '!../../../shared/i18n/locales/uz/{auth,codes,console-rooms,exports,help-figures,notices,pretend-checkout,seo,server,verify}.json',
    '!../../../shared/i18n/locales/uz/{actions,account,after-sale,alerts,api-tokens,categories,console,console-*,content,customer-orders,debts,e-signature,edit-requests,featured,files,help-pages,lists,messages,order,order-actions,order-problems,orders,partners,payments,profile,protocols,redirecting,refunding,sale-debt,staff-tasks,status,transactions,webhooks,winlots,winner-payments}.json',
  ],
  { import: 'default' },
);

/** Those of the console and of pages of the cabinet: the first page does not carry their addresses. */
export const ofSignedIn = () => import('./signed-in/uz.ts');
