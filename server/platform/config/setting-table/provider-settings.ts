import type { SettingGroup } from './setting-group.ts';

export const providerSettings: readonly SettingGroup[] = [
  {
    title: 'Payments',
    entries: [
      {
        about:
          'Payme: number and key of the kassa, the field of `account` agreed for it, and the addresses its calls may come from (single ones, from-to or net/bits; any when none are given). Its calls go to PUBLIC_URL/pay/payme.',
        settings: {
          PAYME_MERCHANT_ID: {},
          PAYME_KEY: {},
          PAYME_KEY_PREVIOUS: {},
          PAYME_ACCOUNT_FIELD: {},
          PAYME_CHECKOUT_URL: {},
          PAYME_ADDRESSES: { sample: '185.234.113.1-185.234.113.15' },
        },
      },
      {
        about:
          'Click: service, merchant and its user. Its calls go to PUBLIC_URL/pay/click/prepare and …/complete.',
        settings: {
          CLICK_SERVICE_ID: {},
          CLICK_MERCHANT_ID: {},
          CLICK_MERCHANT_USER_ID: {},
          CLICK_SECRET_KEY: {},
          CLICK_SECRET_KEY_PREVIOUS: {},
          CLICK_CHECKOUT_URL: {},
          CLICK_API_URL: {},
        },
      },
      {
        about: 'Least and largest refund that people may ask for, in tiyin.',
        settings: {
          REFUND_MIN_TIYIN: { unit: 'tiyin' },
          REFUND_MAX_TIYIN: { unit: 'tiyin' },
        },
      },
      {
        about:
          'Uzum Bank: service, and what its calls to PUBLIC_URL/pay/uzum/… sign in with; refusals are sent with HTTP status 200 or 400, as agreed. A provider that is not set up is not offered; where local stand-ins may run, one takes its place.',
        settings: {
          UZUM_SERVICE_ID: {},
          UZUM_LOGIN: {},
          UZUM_PASSWORD: {},
          UZUM_PASSWORD_PREVIOUS: {},
          UZUM_CHECKOUT_URL: {},
          UZUM_FAILURE_STATUS: {},
        },
      },
      {
        about:
          'Paynet: merchant of its payment link, service, the login and password (12 characters or more) that you choose for its calls to PUBLIC_URL/pay/paynet, and the field of `fields` agreed for the number of the payment.',
        settings: {
          PAYNET_MERCHANT_ID: {},
          PAYNET_SERVICE_ID: {},
          PAYNET_LOGIN: {},
          PAYNET_PASSWORD: {},
          PAYNET_PASSWORD_PREVIOUS: {},
          PAYNET_ACCOUNT_FIELD: {},
          PAYNET_CHECKOUT_URL: {},
        },
      },
    ],
  },
  {
    title: 'Signatures',
    entries: [
      {
        about:
          'E-IMZO-SERVER that checks electronic signatures. Without it a development signer is used where local twins may run.',
        settings: {
          E_IMZO_URL: { sample: 'http://127.0.0.1:8080' },
        },
      },
      {
        about:
          'Keys under which this site may use the E-IMZO application, issued per domain: domain,key,domain,key.',
        settings: {
          E_IMZO_API_KEYS: { sample: 'savdo.example,0123456789ABCDEF' },
        },
      },
      {
        about:
          '1 lets people sign in with a key of E-IMZO on the shipped sign-in site. Needs E_IMZO_URL, and in E_IMZO_API_KEYS a key for the host name of IDENTITY_URL.',
        settings: {
          E_IMZO_SIGN_IN: {},
        },
      },
    ],
  },
];
