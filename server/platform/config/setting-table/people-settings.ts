import type { SettingGroup } from './setting-group.ts';

export const peopleSettings: readonly SettingGroup[] = [
  {
    title: 'Sign-in',
    entries: [
      {
        about:
          'Signs what leaves and comes back during a sign-in; 32 characters or more. Made and stored by itself on embedded services.',
        settings: {
          SESSION_SECRET: {},
          SESSION_SECRET_PREVIOUS: {},
        },
      },
      {
        about:
          'Key for the hashes under which barred people are found; 32 characters or more. An installation needs one; elsewhere it is SESSION_SECRET by default. When it changes, the one before is needed until `npm run cli -- bars rehash` says that no bar is under it: a number hashed with an unknown key cannot be found, so the check answers nothing at all.',
        settings: {
          PERSONAL_ID_SECRET: {},
          PERSONAL_ID_SECRET_PREVIOUS: {},
        },
      },
      {
        about:
          'Whether staff need a second factor (a code of an application, or a passkey) for their rights: required, or optional, which is the default where local stand-ins may run, and refused on an installation. Another provider says in its identity token that one was shown, by `amr` (mfa) or `acr` (https://refeds.org/profile/mfa).',
        settings: {
          STAFF_SECOND_FACTOR: { sample: 'required' },
        },
      },
      {
        about:
          'Key under which the sign-in site encrypts what code applications share with it; 32 characters or more. An installation with the shipped site needs one; elsewhere it is SESSION_SECRET by default. With another key, and without the one before, those applications have to be set up once more.',
        settings: {
          SECOND_FACTOR_KEY: {},
          SECOND_FACTOR_KEY_PREVIOUS: {},
        },
      },
      {
        about:
          'Key under which receipts and the logs of finished rooms are signed (Ed25519, derived from this secret). An installation needs one, the same for all processes; elsewhere it is generated in the data folder. Public keys, former ones too, are at /.well-known/savdo-keys.json.',
        settings: {
          SIGNING_KEY: {},
        },
      },
      {
        about:
          'Key for messages to browsers (Web Push): a pair for VAPID (P-256) is derived from this secret; 32 characters or more, the same for all processes. An installation without it sends none to browsers; elsewhere it is generated in the data folder. When it changes, a browser subscribes again once its person opens the notification settings there.',
        settings: {
          PUSH_KEY: {},
        },
      },
      {
        about:
          'Witnesses of the transparency log (C2SP tlog-witness), separated by commas: name, key and address of each, as `name+hash+key https://address`. Each is shown every state of the log with the proof that it only grew, and its signature is served with the state.',
        settings: {
          WITNESSES: {
            sample:
              'witness.example+0080fed4+BAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4f https://witness.example',
          },
        },
      },
      {
        about:
          'OpenID Connect. Without an issuer the shipped identity site serves the sign-in at IDENTITY_URL on IDENTITY_PORT.',
        settings: {
          OIDC_ISSUER: { sample: 'https://id.example.uz' },
          OIDC_CLIENT_ID: { sample: 'savdo' },
          OIDC_CLIENT_SECRET: {},
          OIDC_CLIENT_SECRET_PREVIOUS: {},
          IDENTITY_URL: { sample: 'http://localhost:3001' },
          IDENTITY_PORT: { unit: 'port' },
        },
      },
      {
        about:
          "OneID (sso.egov.uz) on the shipped sign-in site: how the site is registered there, with IDENTITY_URL/oneid/return as its address to come back to. The scope is the agreed word, the client's id by default. Without a registration the button is left out; where local stand-ins may run, one takes its place.",
        settings: {
          ONEID_CLIENT_ID: {},
          ONEID_CLIENT_SECRET: {},
          ONEID_SCOPE: {},
          ONEID_URL: {},
        },
      },
      {
        about:
          "Cabinet outside the product, opened as CABINET_URL/refund-application, /refill-balance or /profile with a code of 60 seconds. Its server exchanges the code at /api/shop/auth/auth-token/exchange as `cabinet` with the secret (16 characters or more). Without an address the shipped sign-in site leads to the product's own pages.",
        settings: {
          CABINET_URL: {},
          CABINET_SECRET: {},
          CABINET_SECRET_PREVIOUS: {},
        },
      },
    ],
  },
  {
    title: 'Pages elsewhere',
    entries: [
      {
        about: 'Pages of the operator elsewhere, shown in the footer; those not given are left out.',
        settings: {
          TELEGRAM_URL: { sample: 'https://t.me/savdo', restart: 'web' },
          FACEBOOK_URL: { sample: 'https://facebook.com/savdo', restart: 'web' },
          INSTAGRAM_URL: { sample: 'https://instagram.com/savdo', restart: 'web' },
          YOUTUBE_URL: { sample: 'https://youtube.com/@savdo', restart: 'web' },
        },
      },
      {
        about: "Where news are published, if not on the site's own pages: the menu then leads there.",
        settings: {
          NEWS_URL: { sample: 'https://savdo.example/news', restart: 'web' },
        },
      },
      {
        about: 'The app in the stores: adds links to the first page and to the page of the app.',
        settings: {
          APP_STORE_URL: { sample: 'https://apps.apple.com/app/id0000000000', restart: 'web' },
          PLAY_STORE_URL: {
            sample: 'https://play.google.com/store/apps/details?id=example.savdo',
            restart: 'web',
          },
        },
      },
      {
        about:
          'Pictures of streets on the maps of lots, and whom to name for them. Without it maps are drawn by the site itself and no service learns what people look at.',
        settings: {
          MAP_TILES_URL: { sample: 'https://tiles.savdo.example/{z}/{x}/{y}.png', restart: 'web' },
          MAP_TILES_ATTRIBUTION: { sample: '© OpenStreetMap', restart: 'web' },
        },
      },
    ],
  },
  {
    title: 'Letters, SMS and Telegram',
    entries: [
      {
        about:
          'Outgoing mail: codes, messages, letters to the operator. Letters come from SUPPORT_EMAIL unless MAIL_FROM is given. An installation does not start without.',
        settings: {
          SMTP_URL: { sample: 'smtp://127.0.0.1:1025' },
          MAIL_FROM: { sample: 'no-reply@savdo.example' },
        },
      },
      {
        about:
          'SMS gateway: eskiz, playmobile, none (codes go by e-mail only), or twin (a local stand-in that shows messages at /dev/outbox). An installation names one.',
        settings: {
          SMS_PROVIDER: { sample: 'eskiz' },
        },
      },
      {
        about:
          'Sender people see, as agreed with the gateway: 4546 with Eskiz, 3700 with PlayMobile by default.',
        settings: {
          SMS_FROM: { sample: '4546' },
        },
      },
      {
        about: 'Account at Eskiz.',
        settings: {
          ESKIZ_EMAIL: {},
          ESKIZ_PASSWORD: {},
          ESKIZ_URL: {},
        },
      },
      {
        about: 'Account at PlayMobile.',
        settings: {
          PLAYMOBILE_USER: {},
          PLAYMOBILE_PASSWORD: {},
          PLAYMOBILE_URL: {},
        },
      },
      {
        about:
          "The site's bot in Telegram, as BotFather gave it out: its token, and its name without `@`. Without both, the channel is off and not shown; where local stand-ins may run, one takes its place at /dev/telegram. `npm run cli -- telegram updates` has Telegram send what people write to the bot to PUBLIC_URL/telegram/updates: once, and again after a new token or another address.",
        settings: {
          TELEGRAM_BOT_TOKEN: {},
          TELEGRAM_BOT_NAME: { sample: 'savdo_bot' },
        },
      },
      {
        about: 'A Bot API server of your own.',
        settings: {
          TELEGRAM_API_URL: {},
        },
      },
    ],
  },
];
